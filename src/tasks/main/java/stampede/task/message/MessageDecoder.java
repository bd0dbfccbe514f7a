package stampede.task.message;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;
import stampede.task.handler.UnreadableTask;

/** Unpacks the body of a message that travelled compressed, and refuses what no JSON can be made of. */
public final class MessageDecoder {

    private static final String COMPRESSION = "compression";

    /** What Celery calls gzip is zlib's format. */
    private static final String GZIP = "application/x-gzip";

    /** Stands against a small message that grows without end. */
    private static final int MOST_BYTES = 16 * 1024 * 1024;

    /** What the engine and Celery write. */
    static final String OURS = "application/json";

    /** Java clients that say nothing of the content send the second; the body itself shows whether it is JSON. */
    private static final Set<String> JSON = Set.of(OURS, "application/octet-stream", "text/plain", "");

    /** ASCII is UTF-8 too. */
    private static final Pattern NOT_UTF_8 =
            Pattern.compile(";\\s*charset\\s*=(?!\\s*\"?(utf-?8|us-ascii))", Pattern.CASE_INSENSITIVE);

    private MessageDecoder() {}

    /**
     * The same message with a plain body.
     *
     * @throws UnreadableTask if its content or its compression is not known
     */
    public static Envelope plain(Envelope envelope, @Nullable String contentType) {
        if (contentType != null && !contentType.equals(OURS)) {
            check(contentType);
        }
        var compression = envelope.text(COMPRESSION);
        return compression.isEmpty() ? envelope : unpacked(envelope, compression.get());
    }

    private static void check(String contentType) {
        if (!JSON.contains(mediaType(contentType))) {
            throw new UnreadableTask(
                    "its content is %s, and only JSON is read here: set Celery's task_serializer to json"
                            .formatted(MessageChecks.quoted(contentType)));
        }
        if (NOT_UTF_8.matcher(contentType).find()) {
            throw new UnreadableTask(
                    "its content is %s, and only UTF-8 is read here".formatted(MessageChecks.quoted(contentType)));
        }
    }

    /** Without parameters such as {@code charset}. */
    private static String mediaType(String contentType) {
        return contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    private static Envelope unpacked(Envelope envelope, String compression) {
        if (!compression.equals(GZIP)) {
            throw new UnreadableTask("it is compressed by %s, and only %s is read here".formatted(compression, GZIP));
        }
        return envelope.without(COMPRESSION).withBody(inflated(envelope.body()));
    }

    private static byte[] inflated(byte[] body) {
        try (var stream = new InflaterInputStream(new ByteArrayInputStream(body))) {
            var plain = stream.readNBytes(MOST_BYTES + 1);
            if (plain.length > MOST_BYTES) {
                throw new UnreadableTask("unpacked it is larger than %d bytes".formatted(MOST_BYTES));
            }
            return plain;
        } catch (IOException broken) {
            throw new UnreadableTask("its body cannot be unpacked: " + broken.getMessage());
        }
    }
}
