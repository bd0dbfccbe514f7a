package stampede.support.rabbit;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * The frame with a message's properties and headers, so changed that RabbitMQ's client can read it. The client refuses what other
 * clients write and the broker carries: whole numbers under the letter L (Python's, above 2^31), and tables within tables without end. A
 * header that stays unreadable is left out and kept as text in another one, and so is a body larger than the client takes.
 *
 * @param payload of the frame; the very array that was given if nothing had to be added
 * @param bodyLeftOut how many bytes of body follow that must not reach the client; 0 if it may read them all
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and handed on at once
record ContentHeader(byte[] payload, long bodyLeftOut) {

    /** On a message that is not whole: what is wrong with it. Whoever reads the message shall not run it. */
    static final String UNREADABLE = "x-task-unreadable";

    /** The bytes of headers that were left out, in Base64; cut if there are too many. */
    static final String LEFT_OUT = "x-task-left-out";

    /** What RabbitMQ's client takes by default; above that it ends the connection. */
    static final long LARGEST_BODY = 64L * 1024 * 1024;

    private static final int BASIC = 60;
    private static final int BODY_SIZE_AT = 4;
    private static final int FLAGS_AT = 12;
    private static final int PROPERTIES_AT = 14;
    private static final int MORE_FLAGS = 1;
    private static final int CONTENT_TYPE = 1 << 15;
    private static final int CONTENT_ENCODING = 1 << 14;
    private static final int HEADERS = 1 << 13;
    private static final int MOST_KEPT = 16 * 1024;

    static ContentHeader readable(byte[] payload) {
        if (payload.length < PROPERTIES_AT || ByteBuffer.wrap(payload).getShort(0) != BASIC) {
            return new ContentHeader(payload, 0);
        }
        var bytes = ByteBuffer.wrap(payload);
        var flags = Short.toUnsignedInt(bytes.getShort(FLAGS_AT));
        var bodySize = bytes.getLong(BODY_SIZE_AT);
        var tooLarge = bodySize > LARGEST_BODY;
        if ((flags & MORE_FLAGS) != 0 || ((flags & HEADERS) == 0 && !tooLarge)) {
            return new ContentHeader(payload, 0);
        }
        var tableAt = tableAt(payload, flags);
        if (tableAt + ((flags & HEADERS) == 0 ? 0 : Integer.BYTES) > payload.length) {
            return new ContentHeader(payload, 0);
        }
        var hasTable = (flags & HEADERS) != 0;
        var start = hasTable ? tableAt + Integer.BYTES : tableAt;
        var end = hasTable ? start + Math.max(0, Math.min(bytes.getInt(tableAt), payload.length - start)) : start;
        var table = new FieldTable(payload, start, end);
        if (table.isReadable() && !tooLarge) {
            return new ContentHeader(payload, 0);
        }
        var why = tooLarge
                ? "Its body of %d bytes is larger than the %d that are read, and was left out"
                        .formatted(bodySize, LARGEST_BODY)
                : "A header is nested too deeply or of a type that is not known, and was left out";
        return new ContentHeader(rewritten(payload, tableAt, end, table, why, tooLarge), tooLarge ? bodySize : 0);
    }

    private static int tableAt(byte[] payload, int flags) {
        var at = PROPERTIES_AT;
        for (var property : new int[] {CONTENT_TYPE, CONTENT_ENCODING}) {
            if ((flags & property) != 0 && at < payload.length) {
                at += 1 + Byte.toUnsignedInt(payload[at]);
            }
        }
        return at;
    }

    private static byte[] rewritten(
            byte[] payload, int tableAt, int end, FieldTable table, String why, boolean withoutBody) {
        var entries = new ByteArrayOutputStream();
        entries.writeBytes(table.readable());
        writeText(entries, UNREADABLE, why);
        var leftOut = table.unreadable();
        if (leftOut.length > 0) {
            var kept = Arrays.copyOf(leftOut, Math.min(leftOut.length, MOST_KEPT));
            writeText(entries, LEFT_OUT, Base64.getEncoder().encodeToString(kept));
        }
        var changed = new ByteArrayOutputStream();
        changed.write(payload, 0, tableAt);
        changed.writeBytes(
                ByteBuffer.allocate(Integer.BYTES).putInt(entries.size()).array());
        changed.writeBytes(entries.toByteArray());
        changed.write(payload, end, payload.length - end);
        var bytes = ByteBuffer.wrap(changed.toByteArray());
        bytes.putShort(FLAGS_AT, (short) (bytes.getShort(FLAGS_AT) | HEADERS));
        if (withoutBody) {
            bytes.putLong(BODY_SIZE_AT, 0);
        }
        return bytes.array();
    }

    private static void writeText(ByteArrayOutputStream out, String name, String text) {
        var key = name.getBytes(StandardCharsets.US_ASCII);
        var value = text.getBytes(StandardCharsets.US_ASCII);
        out.write(key.length);
        out.writeBytes(key);
        out.write('S');
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value.length).array());
        out.writeBytes(value);
    }
}
