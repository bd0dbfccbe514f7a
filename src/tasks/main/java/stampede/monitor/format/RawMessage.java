package stampede.monitor.format;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import stampede.task.admin.DeadMessage;

/**
 * A message for people to read: what is text as text, anything else in hexadecimal.
 *
 * @param size of the body in bytes
 * @param shown how many of these are shown
 * @param hex whether they are no text
 */
public record RawMessage(List<Header> headers, int size, int shown, boolean hex, String body) {

    private static final int MOST_TEXT = 65_536;
    private static final int MOST_HEX = 4_096;
    private static final int MOST_OF_HEADER = 2_000;
    private static final int MOST_HEADERS = 200;
    private static final int IN_A_LINE = 16;

    public static RawMessage of(DeadMessage message) {
        var body = message.body();
        var hex = !isText(body);
        var shown = Math.min(body.length, hex ? MOST_HEX : MOST_TEXT);
        var part = Arrays.copyOf(body, shown);
        return new RawMessage(
                headers(message), body.length, shown, hex, hex ? hex(part) : new String(part, StandardCharsets.UTF_8));
    }

    /** Whether only the beginning is shown. */
    public boolean isCut() {
        return shown < size;
    }

    private static List<Header> headers(DeadMessage message) {
        return new TreeMap<>(message.headers())
                .entrySet().stream()
                        .limit(MOST_HEADERS)
                        .map(header -> new Header(header.getKey(), cut(Objects.toString(header.getValue()))))
                        .toList();
    }

    private static String cut(String text) {
        return text.length() <= MOST_OF_HEADER ? text : text.substring(0, MOST_OF_HEADER) + " …";
    }

    private static boolean isText(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .chars()
                    .allMatch(sign -> (sign >= ' ' && sign != 127) || sign == '\n' || sign == '\r' || sign == '\t');
        } catch (CharacterCodingException binary) {
            return false;
        }
    }

    private static String hex(byte[] body) {
        var lines = new StringBuilder();
        for (int from = 0; from < body.length; from += IN_A_LINE) {
            var signs = new StringBuilder();
            lines.append("%08x ".formatted(from));
            for (int at = from; at < from + IN_A_LINE; at++) {
                lines.append(at < body.length ? " %02x".formatted(body[at]) : "   ");
                signs.append(at >= body.length ? "" : body[at] >= ' ' && body[at] < 127 ? (char) body[at] : '.');
            }
            lines.append("  ").append(signs).append('\n');
        }
        return lines.toString();
    }

    /** Cut if it is long. */
    record Header(String name, String value) {}
}
