package stampede.support.rabbit;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A table of headers as it came by the wire, gone through once. Whole numbers of the letter L become such of the letter l in place: of
 * the same size, and the one that RabbitMQ's client knows.
 */
final class FieldTable {

    /** Deeper ones cost the client its stack. */
    private static final int DEEPEST = 32;

    private final byte[] bytes;
    private final int start;
    private final int end;
    private final ByteArrayOutputStream unreadable = new ByteArrayOutputStream();
    private final ByteArrayOutputStream readable = new ByteArrayOutputStream();
    private int at;

    /**
     * @param bytes are changed
     * @param start of the first entry
     * @param end of the last one
     */
    FieldTable(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.start = start;
        this.end = end;
        read();
    }

    boolean isReadable() {
        return unreadable.size() == 0;
    }

    /** The entries that the client can read. */
    byte[] readable() {
        return isReadable() ? slice(start, end) : readable.toByteArray();
    }

    /** The entries that it cannot; none if all is well. */
    byte[] unreadable() {
        return unreadable.toByteArray();
    }

    private void read() {
        at = start;
        var good = start;
        while (at < end) {
            var entry = at;
            if (!isEntry(end, 0)) {
                readable.write(bytes, good, entry - good);
                at = afterUnreadable(entry);
                unreadable.write(bytes, entry, at - entry);
                good = at;
            }
        }
        if (!isReadable()) {
            readable.write(bytes, good, end - good);
        }
    }

    /** What is behind a table or an array can be found even so; behind anything else it cannot. */
    private int afterUnreadable(int entry) {
        var type = entry + 1 + Byte.toUnsignedInt(bytes[entry]);
        if (type + 1 + Integer.BYTES <= end && (bytes[type] == 'F' || bytes[type] == 'A')) {
            var after = type + 1 + Integer.BYTES + (long) ByteBuffer.wrap(bytes).getInt(type + 1);
            return after > type && after <= end ? (int) after : end;
        }
        return end;
    }

    private boolean isEntry(int limit, int depth) {
        return isSkipped(1 + Byte.toUnsignedInt(bytes[at]), limit) && isValue(limit, depth);
    }

    private boolean isValue(int limit, int depth) {
        if (at >= limit) {
            return false;
        }
        var type = at++;
        return switch (bytes[type]) {
            case 'V' -> true;
            case 't', 'b', 'B' -> isSkipped(1, limit);
            case 's', 'u' -> isSkipped(2, limit);
            case 'I', 'i', 'f' -> isSkipped(4, limit);
            case 'D' -> isSkipped(5, limit);
            case 'l', 'd', 'T' -> isSkipped(8, limit);
            case 'L' -> {
                bytes[type] = 'l';
                yield isSkipped(8, limit);
            }
            case 'S', 'x' -> isSkipped(length(limit), limit);
            case 'F' -> isWithin(limit, depth, true);
            case 'A' -> isWithin(limit, depth, false);
            default -> false;
        };
    }

    private boolean isWithin(int limit, int depth, boolean named) {
        var length = length(limit);
        var last = at + length;
        if (length < 0 || last > limit || depth >= DEEPEST) {
            return false;
        }
        while (at < last) {
            if (named ? !isEntry((int) last, depth + 1) : !isValue((int) last, depth + 1)) {
                return false;
            }
        }
        return true;
    }

    /** Negative for none. */
    private long length(int limit) {
        if (limit - at < Integer.BYTES) {
            return -1;
        }
        at += Integer.BYTES;
        return Integer.toUnsignedLong(ByteBuffer.wrap(bytes).getInt(at - Integer.BYTES));
    }

    private boolean isSkipped(long length, int limit) {
        if (length < 0 || length > limit - at) {
            return false;
        }
        at += (int) length;
        return true;
    }

    private byte[] slice(int from, int to) {
        return Arrays.copyOfRange(bytes, from, to);
    }
}
