package stampede.picture;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Walks through the chunks of PNG and WebP, to their last. */
final class ChunkStructure {

    private static final int LONGEST_EXIF = 65_536;
    private static final int CHECKSUM = 4;
    private static final int HEADER_OF_A_FRAME = 16;

    private ChunkStructure() {}

    /** @throws IOException if it breaks off */
    static PictureStructure ofPng(DataInputStream in) throws IOException {
        in.skipNBytes(8);
        var orientation = 1;
        while (true) {
            var length = Integer.toUnsignedLong(in.readInt());
            var name = name(in);
            if (name.equals("IEND")) {
                return new PictureStructure(orientation, 1, false, 0);
            }
            if (name.equals("eXIf") && length <= LONGEST_EXIF) {
                orientation = ExifOrientation.of(in.readNBytes((int) length));
                length = 0;
            }
            in.skipNBytes(length + CHECKSUM);
        }
    }

    /**
     * The frames say how large they are themselves, and are decoded that large whatever the header says.
     *
     * @throws IOException if it breaks off
     */
    static PictureStructure ofWebp(DataInputStream in) throws IOException {
        in.skipNBytes(4);
        var left = Integer.toUnsignedLong(Integer.reverseBytes(in.readInt())) - 4;
        in.skipNBytes(4);
        var orientation = 1;
        var mostPixels = 0L;
        while (left >= 8) {
            var name = name(in);
            var length = Integer.toUnsignedLong(Integer.reverseBytes(in.readInt()));
            var read = 0L;
            switch (name) {
                case "ANMF" -> length = HEADER_OF_A_FRAME;
                case "VP8 " -> {
                    read = Math.min(length, 10);
                    mostPixels = Math.max(mostPixels, lossy(in.readNBytes((int) read)));
                }
                case "VP8L" -> {
                    read = Math.min(length, 5);
                    mostPixels = Math.max(mostPixels, lossless(in.readNBytes((int) read)));
                }
                case "EXIF" -> {
                    read = Math.min(length, LONGEST_EXIF);
                    orientation = ExifOrientation.of(in.readNBytes((int) read));
                }
                default -> {}
            }
            var padding = length % 2;
            in.skipNBytes(length - read + (left - 8 - length >= padding ? padding : 0));
            left -= 8 + length + padding;
        }
        return new PictureStructure(orientation, 1, true, mostPixels);
    }

    /** Fourteen bits each, behind three bytes of its own and three of a signature. */
    private static long lossy(byte[] frame) {
        return frame.length < 10 ? 0 : (long) (little(frame, 6) & 0x3FFF) * (little(frame, 8) & 0x3FFF);
    }

    /** Fourteen bits each, less one, behind a byte of signature. */
    private static long lossless(byte[] frame) {
        if (frame.length < 5) {
            return 0;
        }
        var bits = little(frame, 1) | little(frame, 3) << 16;
        return ((bits & 0x3FFF) + 1L) * ((bits >>> 14 & 0x3FFF) + 1L);
    }

    private static int little(byte[] bytes, int at) {
        return Byte.toUnsignedInt(bytes[at]) | Byte.toUnsignedInt(bytes[at + 1]) << 8;
    }

    private static String name(DataInputStream in) throws IOException {
        var bytes = new byte[4];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
