package stampede.picture;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;

/** Walks through the markers of a JPEG up to its end, so that what breaks off or would take hours is known before it is decoded. */
final class JpegStructure {

    private static final int START = 0xD8;
    private static final int END = 0xD9;
    private static final int SCAN = 0xDA;
    private static final int APP1 = 0xE1;
    private static final int BASELINE = 0xC0;
    private static final int EXTENDED = 0xC1;
    private static final int PROGRESSIVE = 0xC2;

    private final DataInputStream in;
    private int orientation = 1;
    private int passes;
    private boolean isProgressive;
    private long mostPixels;

    private JpegStructure(DataInputStream in) {
        this.in = in;
    }

    /**
     * Reads to the end of the picture; what follows is nobody's business.
     *
     * @throws IOException if there is no end, or it is of a kind that nobody writes
     */
    static PictureStructure read(DataInputStream in) throws IOException {
        var jpeg = new JpegStructure(in);
        jpeg.walk();
        return new PictureStructure(
                jpeg.orientation, jpeg.isProgressive ? jpeg.passes : 1, jpeg.isProgressive, jpeg.mostPixels);
    }

    private void walk() throws IOException {
        for (int marker = marker(); marker != END; marker = marker()) {
            if (marker == START || isAlone(marker)) {
                continue;
            }
            var length = in.readUnsignedShort() - 2;
            if (length < 0) {
                throw new EOFException("A segment is shorter than nothing");
            }
            segment(marker, length);
        }
    }

    private void segment(int marker, int length) throws IOException {
        if (marker == APP1) {
            var content = in.readNBytes(length);
            if (ExifOrientation.startsWithHeader(content)) {
                orientation = ExifOrientation.of(content);
            }
        } else if (isFrame(marker)) {
            frame(marker, length);
        } else {
            in.skipNBytes(length);
        }
        if (marker == SCAN) {
            passes++;
        }
    }

    private void frame(int marker, int length) throws IOException {
        if (marker != BASELINE && marker != EXTENDED && marker != PROGRESSIVE) {
            throw new IOException("A kind of JPEG that browsers do not show");
        }
        in.readUnsignedByte();
        mostPixels = Math.max(mostPixels, (long) in.readUnsignedShort() * in.readUnsignedShort());
        isProgressive = marker == PROGRESSIVE;
        in.skipNBytes(length - 5L);
    }

    /** The next marker, over all that is none: between scans are coefficients, in which no marker can be. */
    private int marker() throws IOException {
        var last = 0;
        while (true) {
            var next = in.readUnsignedByte();
            if (last == 0xFF && next != 0 && next != 0xFF) {
                return next;
            }
            last = next;
        }
    }

    private static boolean isAlone(int marker) {
        return (marker >= 0xD0 && marker <= 0xD7) || marker == 0x01;
    }

    /** C4, C8 and CC are tables in the midst of the frames. */
    private static boolean isFrame(int marker) {
        return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    }
}
