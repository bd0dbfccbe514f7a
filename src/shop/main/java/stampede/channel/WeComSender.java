package stampede.channel;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Robots of WeCom groups. Their Markdown calls nobody, so an urgent message is followed by a short text that does. */
final class WeComSender implements ChannelSender {

    static final int MOST_BYTES = 4_096;

    /** Of a text, which has to be shorter. */
    private static final int MOST_BYTES_OF_CALL = 2_048;

    private static final int HEADER = 80;

    private final OutboundHttp http;
    private final MessageWords words;
    private final JsonMapper json;

    WeComSender(OutboundHttp http, MessageWords words, JsonMapper json) {
        this.http = http;
        this.words = words;
        this.json = json;
    }

    @Override
    public ChannelKind kind() {
        return ChannelKind.WECOM;
    }

    @Override
    public boolean isCallSeparate() {
        return true;
    }

    @Override
    public int fits(ChannelTerms terms, List<ChannelMessage> messages) {
        return words.fits(messages, terms.language(), MOST_BYTES - HEADER);
    }

    @Override
    public DeliveryResult send(ChannelTerms terms, ChannelSecrets secrets, Telling telling) {
        var told = post(terms, secrets, body("markdown", Map.of("content", text(terms, telling))));
        if (!told.isGood() || !telling.calls()) {
            return told;
        }
        var called = post(terms, secrets, body("text", call(terms, telling)));
        return called.isGood() ? told : called.with(DeliveryCause.NOT_CALLED);
    }

    private DeliveryResult post(ChannelTerms terms, ChannelSecrets secrets, Map<String, Object> body) {
        var address = terms.target() + (terms.target().contains("?") ? "&" : "?") + "key="
                + URLEncoder.encode(secrets.token(), StandardCharsets.UTF_8);
        return RobotAnswer.read(json, http.post(address, Map.of(), json.writeValueAsString(body)))
                .result(WeComSender::cause);
    }

    private static Map<String, Object> body(String type, Map<String, Object> content) {
        var body = new LinkedHashMap<String, Object>();
        body.put("msgtype", type);
        body.put(type, content);
        return body;
    }

    private String text(ChannelTerms terms, Telling telling) {
        var language = terms.language();
        var text = new StringBuilder();
        var links = "";
        if (telling.isJoined()) {
            text.append("### ").append(words.more(telling.messages().size(), language));
            telling.messages().forEach(message -> text.append("\n> ").append(words.name(message, language)));
        } else {
            var message = telling.first();
            text.append("### <font color=\"")
                    .append(color(message))
                    .append("\">")
                    .append(words.mark(message, language))
                    .append("</font> ")
                    .append(words.title(message, language));
            words.lines(message, language).forEach(line -> text.append("\n> ").append(line));
            links = words.links(message, language);
        }
        var end = links.isEmpty() ? "" : "\n" + links;
        return MessageWords.cut(text.toString(), MOST_BYTES - MessageWords.length(end)) + end;
    }

    /** There are three. */
    private static String color(ChannelMessage message) {
        if (message.type().equals(ChannelMessage.RESOLVED)) {
            return "info";
        }
        return message.severity() == Severity.INFO ? "comment" : "warning";
    }

    private Map<String, Object> call(ChannelTerms terms, Telling telling) {
        var heading = telling.isJoined()
                ? words.more(telling.messages().size(), terms.language())
                : words.heading(telling.first(), terms.language());
        return Map.of(
                "content", MessageWords.cut(heading, MOST_BYTES_OF_CALL), "mentioned_mobile_list", terms.recipients());
    }

    private static DeliveryCause cause(long code) {
        if (code == 45_009) {
            return DeliveryCause.TOO_FAST;
        }
        // The robot is not there any more.
        return code == 93_000 ? DeliveryCause.NO_RIGHT : DeliveryCause.NOT_TAKEN;
    }
}
