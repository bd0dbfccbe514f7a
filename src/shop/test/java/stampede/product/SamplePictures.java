package stampede.product;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ThreadLocalRandom;
import javax.imageio.ImageIO;

/** Pictures as cameras make them, each of another colour, so that no two are the same. */
public final class SamplePictures {

    private SamplePictures() {}

    /** 700 by 500 pixels. */
    public static byte[] jpeg() {
        var image = new BufferedImage(700, 500, BufferedImage.TYPE_INT_RGB);
        var pen = image.createGraphics();
        pen.setColor(new Color(ThreadLocalRandom.current().nextInt(0x1000000)));
        pen.fillRect(0, 0, 700, 500);
        pen.setColor(new Color(ThreadLocalRandom.current().nextInt(0x1000000)));
        pen.fillOval(150, 50, 400, 400);
        pen.dispose();
        try (var out = new ByteArrayOutputStream()) {
            ImageIO.write(image, "jpeg", out);
            return out.toByteArray();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
