package stampede.picture;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.concurrent.Semaphore;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.springframework.stereotype.Component;

/** Draws the files of a picture from what was uploaded. Nothing else of the upload gets into them: no EXIF, no profile, no comment. */
@Component
class PictureRenderer {

    /** Shorter than the task's, so that who waits is told why. */
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private static final float QUALITY = 0.82f;

    /** Up to here a PNG that is transparent stays one: a logo, and no photograph. */
    private static final long LARGEST_CLEAR_FILE = 64 * 1024;

    /** Pictures that are drawn at the same moment on a node: each takes up to 30 MB. */
    private static final int AT_A_TIME = 2;

    private final PictureDecoder decoder = new PictureDecoder(PATIENCE);
    private final Semaphore places = new Semaphore(AT_A_TIME, true);

    /**
     * The files in all sizes, smallest first; none is larger than the picture was.
     *
     * @throws PictureRefused if it cannot be drawn
     * @throws IOException if the file cannot be read
     */
    Collection<PictureFile> render(Path file, PictureShape shape) throws IOException {
        var inspection = PictureInspection.of(file);
        var taken = inspection.format().isDecodedAlone() ? AT_A_TIME : 1;
        try {
            places.acquire(taken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Stopped while it waited to be drawn");
        }
        try {
            return draw(file, inspection, shape);
        } finally {
            places.release(taken);
        }
    }

    private Collection<PictureFile> draw(Path file, PictureInspection inspection, PictureShape shape)
            throws IOException {
        var image = decoder.decode(file, inspection.format());
        var type = staysClear(file, inspection, image) ? PictureType.PNG : PictureType.JPEG;
        var square = PictureCanvas.square(
                image,
                inspection.structure().orientation(),
                shape,
                largest(inspection, shape),
                type == PictureType.PNG);
        return files(square, type);
    }

    private static boolean staysClear(Path file, PictureInspection inspection, BufferedImage image) throws IOException {
        return inspection.format() == PictureFormat.PNG
                && image.getColorModel().hasAlpha()
                && Files.size(file) <= LARGEST_CLEAR_FILE;
    }

    private static int largest(PictureInspection inspection, PictureShape shape) {
        var side = shape == PictureShape.FIT
                ? Math.max(inspection.width(), inspection.height())
                : Math.min(inspection.width(), inspection.height());
        return Picture.Drawn.SIDES.stream()
                .filter(drawn -> drawn <= side)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private static Collection<PictureFile> files(BufferedImage largest, PictureType type) {
        var files = new ArrayDeque<PictureFile>();
        var square = largest;
        for (var side :
                Picture.Drawn.SIDES.stream().sorted(Comparator.reverseOrder()).toList()) {
            if (side <= largest.getWidth()) {
                square = PictureCanvas.scaled(square, side);
                files.addFirst(new PictureFile(side, type, bytes(square, type)));
            }
        }
        return files;
    }

    private static byte[] bytes(BufferedImage square, PictureType type) {
        var writer = ImageIO.getImageWritersByFormatName(type.ending()).next();
        var bytes = new ByteArrayOutputStream();
        try (var out = new MemoryCacheImageOutputStream(bytes)) {
            writer.setOutput(out);
            writer.write(null, new IIOImage(square, null, null), param(writer, type));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    private static ImageWriteParam param(ImageWriter writer, PictureType type) {
        var param = writer.getDefaultWriteParam();
        if (type == PictureType.JPEG) {
            param.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
            param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            param.setCompressionQuality(QUALITY);
        }
        return param;
    }
}
