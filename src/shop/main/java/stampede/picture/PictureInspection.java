package stampede.picture;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.stream.FileImageInputStream;

/**
 * What is known of a file before any of it is decoded.
 *
 * @param format by its content
 * @param structure what its pieces say
 * @param width of what is seen, upright, in pixels
 * @param height of what is seen, upright, in pixels
 */
record PictureInspection(PictureFormat format, PictureStructure structure, int width, int height) {

    private static final int SMALLEST_SIDE = 200;
    private static final int LARGEST_SIDE = 12_000;

    /** Of one that decoders keep whole, two bytes for each coefficient. */
    private static final int MOST_PIXELS_KEPT = 16_000_000;

    /** Ten are usual. */
    private static final int MOST_PASSES = 50;

    /**
     * Looks at a file.
     *
     * @throws PictureRefused if it will not be decoded
     * @throws IOException if it cannot be read
     */
    static PictureInspection of(Path file) throws IOException {
        if (Files.size(file) == 0) {
            throw new PictureRefused(PictureRefusal.PICTURE_EMPTY);
        }
        var format = format(file);
        var size = size(file, format);
        var structure = structure(file, format);
        refuseTooLarge(format, structure, size);
        return structure.liesOnItsSide()
                ? new PictureInspection(format, structure, size.height(), size.width())
                : new PictureInspection(format, structure, size.width(), size.height());
    }

    private static PictureFormat format(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return PictureFormat.of(in.readNBytes(PictureFormat.SIGNATURE))
                    .orElseThrow(() -> new PictureRefused(PictureRefusal.NOT_A_PICTURE));
        }
    }

    /** From the header alone. */
    private static Size size(Path file, PictureFormat format) throws IOException {
        var reader = format.reader();
        try (var in = new FileImageInputStream(file.toFile())) {
            reader.setInput(in, false, true);
            return new Size(reader.getWidth(0), reader.getHeight(0));
        } catch (IOException | RuntimeException broken) {
            throw new PictureRefused(PictureRefusal.PICTURE_DAMAGED);
        } finally {
            reader.dispose();
        }
    }

    private static PictureStructure structure(Path file, PictureFormat format) throws IOException {
        try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            return switch (format) {
                case JPEG -> JpegStructure.read(in);
                case PNG -> ChunkStructure.ofPng(in);
                case WEBP -> ChunkStructure.ofWebp(in);
                case GIF -> PictureStructure.PLAIN;
            };
        } catch (IOException broken) {
            throw new PictureRefused(PictureRefusal.PICTURE_DAMAGED);
        }
    }

    private static void refuseTooLarge(PictureFormat format, PictureStructure structure, Size size) {
        if (Math.min(size.width(), size.height()) < SMALLEST_SIDE) {
            throw new PictureRefused(PictureRefusal.PICTURE_TOO_SMALL);
        }
        var pixels = Math.max((long) size.width() * size.height(), structure.mostPixels());
        if (Math.max(size.width(), size.height()) > LARGEST_SIDE
                || pixels > format.mostPixels()
                || (structure.keepsAll() && pixels > MOST_PIXELS_KEPT)) {
            throw new PictureRefused(PictureRefusal.PICTURE_TOO_LARGE);
        }
        if (structure.passes() > MOST_PASSES) {
            throw new PictureRefused(PictureRefusal.PICTURE_TOO_SLOW);
        }
    }

    private record Size(int width, int height) {}
}
