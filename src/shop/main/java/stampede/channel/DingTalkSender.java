package stampede.channel;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.spec.SecretKeySpec;
import stampede.signing.HmacKeys;
import tools.jackson.databind.json.JsonMapper;

/** Custom robots of DingTalk, with signature. */
final class DingTalkSender implements ChannelSender {

    /** Theirs is 20,000 for all of it. */
    static final int MOST_BYTES = 15_000;

    private static final int HEADER = 200;

    private final OutboundHttp http;
    private final MessageWords words;
    private final JsonMapper json;
    private final Clock clock;

    DingTalkSender(OutboundHttp http, MessageWords words, JsonMapper json, Clock clock) {
        this.http = http;
        this.words = words;
        this.json = json;
        this.clock = clock;
    }

    @Override
    public ChannelKind kind() {
        return ChannelKind.DINGTALK;
    }

    @Override
    public int fits(ChannelTerms terms, List<ChannelMessage> messages) {
        return words.fits(messages, terms.language(), MOST_BYTES - HEADER);
    }

    @Override
    public DeliveryResult send(ChannelTerms terms, ChannelSecrets secrets, Telling telling) {
        var body = json.writeValueAsString(body(terms, telling));
        var answer = http.post(address(terms, secrets, clock.millis()), Map.of(), body);
        return RobotAnswer.read(json, answer).result(DingTalkSender::cause);
    }

    /** Everything is encoded once: encoding the signature twice is what most 310000 come from. */
    static String address(ChannelTerms terms, ChannelSecrets secrets, long now) {
        var query = "access_token=" + encoded(secrets.token());
        if (!secrets.secret().isEmpty()) {
            query += "&timestamp=" + now + "&sign=" + encoded(sign(secrets.secret(), now));
        }
        return terms.target() + (terms.target().contains("?") ? "&" : "?") + query;
    }

    /** In base64. */
    static String sign(String secret, long now) {
        var mac = HmacKeys.macOf(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return Base64.getEncoder().encodeToString(mac.doFinal((now + "\n" + secret).getBytes(StandardCharsets.UTF_8)));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private Map<String, Object> body(ChannelTerms terms, Telling telling) {
        var calls = telling.calls() ? terms.recipients() : List.<String>of();
        var markdown = new LinkedHashMap<String, Object>();
        markdown.put(
                "title", telling.isJoined() ? more(terms, telling) : words.heading(telling.first(), terms.language()));
        markdown.put("text", text(terms, telling, calls));
        var body = new LinkedHashMap<String, Object>();
        body.put("msgtype", "markdown");
        body.put("markdown", markdown);
        body.put("at", Map.of("atMobiles", calls, "isAtAll", false));
        return body;
    }

    private String more(ChannelTerms terms, Telling telling) {
        return words.more(telling.messages().size(), terms.language());
    }

    /** Who is to be called has to stand in the text, too. */
    private String text(ChannelTerms terms, Telling telling, List<String> calls) {
        var language = terms.language();
        var text = new StringBuilder();
        var end = new StringBuilder();
        if (telling.isJoined()) {
            text.append("### ").append(more(terms, telling));
            telling.messages().forEach(message -> text.append("\n- ").append(words.name(message, language)));
        } else {
            text.append("### ").append(words.heading(telling.first(), language));
            words.lines(telling.first(), language)
                    .forEach(line -> text.append("\n- ").append(line));
            var links = words.links(telling.first(), language);
            end.append(links.isEmpty() ? "" : "\n\n" + links);
        }
        if (!calls.isEmpty()) {
            end.append("\n\n");
            calls.forEach(phone -> end.append('@').append(phone).append(' '));
        }
        return MessageWords.cut(text.toString(), MOST_BYTES - MessageWords.length(end.toString())) + end;
    }

    private static DeliveryCause cause(long code) {
        if (code == 310_000) {
            return DeliveryCause.SIGNATURE;
        }
        if (code == 130_101) {
            return DeliveryCause.TOO_FAST;
        }
        // The robot or its token is not there any more.
        return code == 300_001 || code == 300_005 || code == 300_006 ? DeliveryCause.NO_RIGHT : DeliveryCause.NOT_TAKEN;
    }
}
