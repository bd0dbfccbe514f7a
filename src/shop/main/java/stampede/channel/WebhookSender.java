package stampede.channel;

import com.google.common.base.Ascii;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import stampede.signing.HmacKeys;
import tools.jackson.databind.json.JsonMapper;

/** Any receiver of Standard Webhooks: the body is signed, and the id is the same in each try. */
final class WebhookSender implements ChannelSender {

    static final String PREFIX = "whsec_";

    private static final int MOST_TOGETHER = 200;

    /** An alert's own id within that of a message about it. */
    private static final Pattern ALERT = Pattern.compile("alert-(.+)-\\d+");

    private final OutboundHttp http;
    private final MessageWords words;
    private final JsonMapper json;
    private final Clock clock;

    WebhookSender(OutboundHttp http, MessageWords words, JsonMapper json, Clock clock) {
        this.http = http;
        this.words = words;
        this.json = json;
        this.clock = clock;
    }

    @Override
    public ChannelKind kind() {
        return ChannelKind.WEBHOOK;
    }

    @Override
    public int fits(ChannelTerms terms, List<ChannelMessage> messages) {
        return Math.min(MOST_TOGETHER, messages.size());
    }

    @Override
    public DeliveryResult send(ChannelTerms terms, ChannelSecrets secrets, Telling telling) {
        var body = json.writeValueAsString(body(telling));
        var id = telling.first().id();
        var seconds = clock.instant().getEpochSecond();
        var headers = Map.of(
                "webhook-id",
                id,
                "webhook-timestamp",
                Long.toString(seconds),
                "webhook-signature",
                signatures(secrets, id, seconds, body));
        return http.post(terms.target(), headers, body).result();
    }

    /** By the secret and, while it changes, by the one before, with a space between. */
    static String signatures(ChannelSecrets secrets, String id, long seconds, String body) {
        return Stream.of(secrets.secret(), secrets.previous())
                .filter(secret -> !secret.isEmpty())
                .map(secret -> "v1," + sign(secret, id + "." + seconds + "." + body))
                .collect(Collectors.joining(" "));
    }

    private static String sign(String secret, String text) {
        var mac = HmacKeys.macOf(new SecretKeySpec(key(secret), "HmacSHA256"));
        return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * The bytes of a secret.
     *
     * @throws IllegalArgumentException if it is not base64
     */
    static byte[] key(String secret) {
        return Base64.getDecoder().decode(secret.startsWith(PREFIX) ? secret.substring(PREFIX.length()) : secret);
    }

    private Map<String, Object> body(Telling telling) {
        var first = telling.first();
        var data = data(first);
        if (telling.isJoined()) {
            data.put(
                    "more", telling.messages().stream().skip(1).map(this::entry).toList());
        }
        var body = new LinkedHashMap<String, Object>();
        body.put("type", first.type());
        body.put("timestamp", first.at().toString());
        body.put("data", data);
        return body;
    }

    private Map<String, Object> entry(ChannelMessage message) {
        var entry = new LinkedHashMap<String, Object>();
        entry.put("messageId", message.id());
        entry.put("type", message.type());
        entry.put("timestamp", message.at().toString());
        entry.putAll(data(message));
        return entry;
    }

    private Map<String, Object> data(ChannelMessage message) {
        var alert = ALERT.matcher(message.id());
        var data = new LinkedHashMap<String, Object>();
        data.put("id", alert.matches() ? alert.group(1) : message.id());
        data.put("rule", message.rule());
        data.put("severity", Ascii.toLowerCase(message.severity().name()));
        data.put("grouping", message.grouping());
        data.put("value", number(message.value()));
        data.put("since", message.since().toString());
        data.put("summary", texts(message.title()));
        data.put("text", texts(message.text()));
        data.put("runbook", words.address(message.runbook()));
        data.put("url", words.address(message.url()));
        return data;
    }

    private static Map<String, String> texts(LocalizedText text) {
        var texts = new LinkedHashMap<String, String>();
        texts.put("zh", text.zh());
        texts.put("en", text.en());
        return texts;
    }

    /** Whole numbers as people write them. */
    private static @Nullable Number number(@Nullable Double value) {
        return value != null && value == Math.rint(value) && Math.abs(value) < 1e15
                ? (Number) value.longValue()
                : value;
    }
}
