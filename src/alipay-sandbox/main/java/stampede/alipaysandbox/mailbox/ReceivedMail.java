package stampede.alipaysandbox.mailbox;

import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import stampede.alipaysandbox.SandboxTimeFormat;

/**
 * A mail that the shop sent, as somebody reads it.
 *
 * @param at when it came
 * @param from who it says it is from
 * @param to who it was sent to
 * @param subject its subject, or nothing
 * @param text its plain text, or what its HTML says without the tags; cut after {@link #LONGEST} characters
 * @param links the addresses in the text, each once, in their order
 */
record ReceivedMail(Instant at, String from, String to, String subject, String text, List<String> links) {

    static final int LONGEST = 20_000;

    private static final int MOST_LINKS = 20;
    private static final int MOST_PARTS = 20;
    private static final Pattern LINK = Pattern.compile("https?://[^\\s<>\"'()\\[\\]，。）]{1,2000}");

    ReceivedMail {
        links = List.copyOf(links);
    }

    /** When it came, by the shop's clock as by Alipay's. */
    public String time() {
        return SandboxTimeFormat.text(at);
    }

    /**
     * Reads what came over the line.
     *
     * @throws IOException if it is no mail
     */
    static ReceivedMail read(Instant at, String from, String to, byte[] sent) throws IOException {
        try {
            var message = new MimeMessage(null, new ByteArrayInputStream(sent));
            var text = cut(text(message, 0).orElse(""));
            var subject = Objects.requireNonNullElse(message.getSubject(), "");
            return new ReceivedMail(at, cut(from), cut(to), cut(subject), text, links(text));
        } catch (MessagingException broken) {
            throw new IOException(broken);
        }
    }

    private static Optional<String> text(Part part, int depth) throws MessagingException, IOException {
        if (part.isMimeType("text/plain")) {
            return Optional.of(String.valueOf(part.getContent()));
        }
        if (part.isMimeType("text/html")) {
            return Optional.of(withoutTags(String.valueOf(part.getContent())));
        }
        if (part.getContent() instanceof Multipart parts && depth < 5) {
            return ofParts(parts, depth);
        }
        return Optional.empty();
    }

    /** Plain text before anything else. */
    private static Optional<String> ofParts(Multipart parts, int depth) throws MessagingException, IOException {
        var found = new ArrayList<String>();
        for (var i = 0; i < Math.min(MOST_PARTS, parts.getCount()); i++) {
            var part = parts.getBodyPart(i);
            if (part.isMimeType("text/plain")) {
                return text(part, depth + 1);
            }
            text(part, depth + 1).ifPresent(found::add);
        }
        return found.stream().findFirst();
    }

    /** The address of a link is all that is wanted of a tag. */
    private static String withoutTags(String html) {
        return html.replaceAll("(?i)<a\\s[^>]{0,500}?href=\"(https?:[^\"]{1,2000})\"[^>]{0,500}>", "$1 ")
                .replaceAll("<[^>]{0,5000}>", " ")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&");
    }

    private static List<String> links(String text) {
        return LINK.matcher(text)
                .results()
                .map(MatchResult::group)
                .map(link -> link.replaceAll("[.,;:!?]$", ""))
                .distinct()
                .limit(MOST_LINKS)
                .toList();
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
    }
}
