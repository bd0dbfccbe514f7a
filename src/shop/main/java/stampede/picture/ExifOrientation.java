package stampede.picture;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads from EXIF how a camera was held, and nothing else. */
final class ExifOrientation {

    private static final int UPRIGHT = 1;
    private static final int TAG = 0x0112;
    private static final int SHORT = 3;
    private static final int ENTRY = 12;
    private static final byte[] HEADER = "Exif\0\0".getBytes(StandardCharsets.US_ASCII);

    private ExifOrientation() {}

    /** 1 to 8; 1, which is upright, if nothing else can be read. */
    static int of(byte[] exif) {
        try {
            return read(ByteBuffer.wrap(
                    startsWithHeader(exif) ? Arrays.copyOfRange(exif, HEADER.length, exif.length) : exif));
        } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException broken) {
            return UPRIGHT;
        }
    }

    /** JPEG has it in front of the directory, PNG has not, of WebP there are both. */
    static boolean startsWithHeader(byte[] exif) {
        return exif.length >= HEADER.length && Arrays.equals(HEADER, 0, HEADER.length, exif, 0, HEADER.length);
    }

    private static int read(ByteBuffer directory) {
        directory.order(directory.get(0) == 'I' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        directory.position(directory.getInt(4));
        var entries = Short.toUnsignedInt(directory.getShort());
        var first = directory.position();
        for (int entry = 0; entry < entries; entry++) {
            var at = first + entry * ENTRY;
            if (directory.getShort(at) == TAG && directory.getShort(at + 2) == SHORT) {
                var orientation = Short.toUnsignedInt(directory.getShort(at + 8));
                return orientation >= UPRIGHT && orientation <= 8 ? orientation : UPRIGHT;
            }
        }
        return UPRIGHT;
    }
}
