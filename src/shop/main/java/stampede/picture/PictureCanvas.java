package stampede.picture;

import java.awt.Color;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;

/** Turns, fits and scales. What comes out is in sRGB and has nothing but pixels. */
final class PictureCanvas {

    private PictureCanvas() {}

    /**
     * A square with the picture in it, upright; its colours are converted on the way.
     *
     * @param image as it lies in the file
     * @param orientation how it is to be turned, 1 to 8 as EXIF has it
     * @param side of the square, in pixels
     * @param isClear whether what is transparent stays so; else it becomes white
     */
    static BufferedImage square(BufferedImage image, int orientation, PictureShape shape, int side, boolean isClear) {
        var type = isClear ? BufferedImage.TYPE_INT_ARGB : BufferedImage.TYPE_INT_RGB;
        var halved = halved(image, shape, side, type);
        var width = halved.getWidth();
        var height = halved.getHeight();
        var scale = scale(width, height, shape, side);
        var turn = turn(orientation, width, height);
        var upright = orientation >= 5 ? new double[] {height, width} : new double[] {width, height};
        var place =
                AffineTransform.getTranslateInstance((side - upright[0] * scale) / 2, (side - upright[1] * scale) / 2);
        place.scale(scale, scale);
        place.concatenate(turn);
        return drawn(halved, side, side, type, place);
    }

    /** The same square in another size, at most as large. */
    static BufferedImage scaled(BufferedImage square, int side) {
        var from = square.getWidth();
        var halved = halved(square, PictureShape.FIT, side, square.getType());
        var scale = side / (double) halved.getWidth();
        return from == side
                ? square
                : drawn(halved, side, side, square.getType(), AffineTransform.getScaleInstance(scale, scale));
    }

    /** Half as large until it is less than twice as large as it will be: further away, pixels between would be left out. */
    private static BufferedImage halved(BufferedImage image, PictureShape shape, int side, int type) {
        var smaller = image;
        while (scale(smaller.getWidth(), smaller.getHeight(), shape, side) <= 0.5) {
            var half = AffineTransform.getScaleInstance(0.5, 0.5);
            smaller = drawn(
                    smaller, Math.max(1, smaller.getWidth() / 2), Math.max(1, smaller.getHeight() / 2), type, half);
        }
        return smaller;
    }

    private static double scale(int width, int height, PictureShape shape, int side) {
        return side / (double) (shape == PictureShape.FIT ? Math.max(width, height) : Math.min(width, height));
    }

    private static BufferedImage drawn(BufferedImage image, int width, int height, int type, AffineTransform place) {
        var canvas = new BufferedImage(width, height, type);
        var pen = canvas.createGraphics();
        try {
            if (type == BufferedImage.TYPE_INT_RGB) {
                pen.setColor(Color.WHITE);
                pen.fillRect(0, 0, width, height);
            }
            pen.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
            pen.setRenderingHint(RenderingHints.KEY_RENDERING, RenderingHints.VALUE_RENDER_QUALITY);
            pen.drawImage(image, place, null);
        } finally {
            pen.dispose();
        }
        return canvas;
    }

    /** From where a pixel lies in the file to where it belongs. */
    private static AffineTransform turn(int orientation, int width, int height) {
        return switch (orientation) {
            case 2 -> new AffineTransform(-1, 0, 0, 1, width, 0);
            case 3 -> new AffineTransform(-1, 0, 0, -1, width, height);
            case 4 -> new AffineTransform(1, 0, 0, -1, 0, height);
            case 5 -> new AffineTransform(0, 1, 1, 0, 0, 0);
            case 6 -> new AffineTransform(0, 1, -1, 0, height, 0);
            case 7 -> new AffineTransform(0, -1, -1, 0, height, width);
            case 8 -> new AffineTransform(0, -1, 1, 0, 0, width);
            default -> new AffineTransform();
        };
    }
}
