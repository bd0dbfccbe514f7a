package stampede.picture;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.event.IIOReadProgressListener;
import javax.imageio.stream.FileImageInputStream;

/** Decodes so much of a file as is drawn: of a large picture every second pixel, or every third, and of an animated one the first frame. */
final class PictureDecoder {

    private static final int MOST_PIXELS = 4_000_000;

    /** Pictures of 16 bits a channel take twice as much of it for each pixel. */
    private static final long MOST_BYTES = 16L << 20;

    private final Duration patience;

    /** @param patience how long decoding may take */
    PictureDecoder(Duration patience) {
        this.patience = patience;
    }

    /**
     * The picture as it lies in the file, not turned.
     *
     * @throws PictureRefused if it cannot be decoded, or not in time
     */
    BufferedImage decode(Path file, PictureFormat format) {
        var reader = format.reader();
        var clock = new Deadline(System.nanoTime() + patience.toNanos());
        try (var in = new FileImageInputStream(file.toFile())) {
            reader.setInput(in, false, true);
            reader.addIIOReadProgressListener(clock);
            var image = reader.read(0, param(reader));
            if (clock.isLate()) {
                throw new PictureRefused(PictureRefusal.PICTURE_TOO_SLOW);
            }
            return image;
        } catch (PictureRefused refused) {
            throw refused;
        } catch (IOException | RuntimeException broken) {
            throw new PictureRefused(PictureRefusal.PICTURE_DAMAGED);
        } finally {
            reader.dispose();
        }
    }

    private static ImageReadParam param(ImageReader reader) throws IOException {
        var param = reader.getDefaultReadParam();
        var step = step(reader);
        param.setSourceSubsampling(step, step, 0, 0);
        return param;
    }

    private static int step(ImageReader reader) throws IOException {
        var bytes = Math.max(1, bytesPerPixel(reader));
        var most = Math.min(MOST_PIXELS, MOST_BYTES / bytes);
        var step = 1;
        while (pixels(reader.getWidth(0), step) * pixels(reader.getHeight(0), step) > most) {
            step++;
        }
        return step;
    }

    private static int bytesPerPixel(ImageReader reader) throws IOException {
        return reader.getImageTypes(0).next().getColorModel().getPixelSize() / Byte.SIZE;
    }

    private static long pixels(int side, int step) {
        return (side + step - 1L) / step;
    }

    /** Looks at the time whenever the decoder has got on a little; a task that is interrupted ends as well. */
    private static final class Deadline implements IIOReadProgressListener {

        private final long endNanos;
        private boolean late;

        Deadline(long endNanos) {
            this.endNanos = endNanos;
        }

        boolean isLate() {
            return late;
        }

        private void look(ImageReader reader) {
            if (System.nanoTime() - endNanos > 0 || Thread.currentThread().isInterrupted()) {
                late = true;
                reader.abort();
            }
        }

        @Override
        public void imageProgress(ImageReader reader, float percentage) {
            look(reader);
        }

        @Override
        public void imageStarted(ImageReader reader, int index) {
            look(reader);
        }

        @Override
        public void imageComplete(ImageReader reader) {
            look(reader);
        }

        @Override
        public void sequenceStarted(ImageReader reader, int index) {}

        @Override
        public void sequenceComplete(ImageReader reader) {}

        @Override
        public void thumbnailStarted(ImageReader reader, int image, int thumbnail) {}

        @Override
        public void thumbnailProgress(ImageReader reader, float percentage) {}

        @Override
        public void thumbnailComplete(ImageReader reader) {}

        @Override
        public void readAborted(ImageReader reader) {
            late = true;
        }
    }
}
