package stampede.picture;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Transparency;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.Raster;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** What people upload, made by code: good ones, odd ones, and those that are meant to harm. */
final class PictureSamples {

    static final Color LEFT = new Color(0xE02020);
    static final Color RIGHT = new Color(0x2020E0);

    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final int RGB = 2;
    private static final int PALETTE = 3;

    private PictureSamples() {}

    /** Red on the left, blue on the right. */
    static BufferedImage halves(int width, int height) {
        return halves(width, height, BufferedImage.TYPE_INT_RGB);
    }

    static byte[] jpeg(int width, int height) {
        return written(halves(width, height), "jpg", false);
    }

    static byte[] progressive(int width, int height) {
        return written(halves(width, height), "jpg", true);
    }

    static byte[] png(int width, int height) {
        return written(halves(width, height), "png", false);
    }

    /** Its right half is transparent. */
    static byte[] clearPng(int width, int height) {
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        var pen = image.createGraphics();
        pen.setColor(LEFT);
        pen.fillRect(0, 0, width / 2, height);
        pen.dispose();
        return written(image, "png", false);
    }

    /** The same, but so full of detail that it is a photograph. */
    static byte[] clearPhotograph() {
        var image = new BufferedImage(300, 300, BufferedImage.TYPE_INT_ARGB);
        var chance = new Random(1);
        for (int at = 0; at < 300 * 150; at++) {
            image.setRGB(at % 150, at / 150, 0xFF000000 | chance.nextInt());
        }
        return written(image, "png", false);
    }

    static byte[] deepPng(int width, int height) {
        var colours = ColorSpace.getInstance(ColorSpace.CS_sRGB);
        var model = new ComponentColorModel(colours, false, false, Transparency.OPAQUE, DataBuffer.TYPE_USHORT);
        var image = new BufferedImage(model, model.createCompatibleWritableRaster(width, height), false, null);
        paint(image, width, height);
        return written(image, "png", false);
    }

    static byte[] gif(int width, int height) {
        return written(halves(width, height), "gif", false);
    }

    /** Two frames, the second all green. */
    static byte[] animatedGif(int width, int height) {
        var bytes = new ByteArrayOutputStream();
        var writer = ImageIO.getImageWritersByFormatName("gif").next();
        try (var out = new MemoryCacheImageOutputStream(bytes)) {
            writer.setOutput(out);
            writer.prepareWriteSequence(null);
            writer.writeToSequence(new IIOImage(halves(width, height), null, null), null);
            var green = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
            fill(green, Color.GREEN, 0, width, height);
            writer.writeToSequence(new IIOImage(green, null, null), null);
            writer.endWriteSequence();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    /** Four channels as Adobe writes them: inverted, and said to be so. */
    static byte[] cmykJpeg(int width, int height) {
        var raster = Raster.createInterleavedRaster(DataBuffer.TYPE_BYTE, width, height, 4, null);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                raster.setPixel(x, y, x < width / 2 ? new int[] {255, 0, 0, 255} : new int[] {0, 0, 255, 255});
            }
        }
        var bytes = new ByteArrayOutputStream();
        var writer = ImageIO.getImageWritersByFormatName("jpg").next();
        try (var out = new MemoryCacheImageOutputStream(bytes)) {
            writer.setOutput(out);
            writer.write(null, new IIOImage(raster, null, null), null);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        } finally {
            writer.dispose();
        }
        var adobe = new byte[] {'A', 'd', 'o', 'b', 'e', 0, 100, 0, 0, 0, 0, 0};
        return withSegment(bytes.toByteArray(), 0xEE, adobe);
    }

    /** With the place where it was taken, and how the camera was held. */
    static byte[] photograph(int width, int height, int orientation) {
        return withSegment(jpeg(width, height), 0xE1, exif(orientation));
    }

    static byte[] followedBy(byte[] file, String more) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(file);
        bytes.writeBytes(more.getBytes(StandardCharsets.UTF_8));
        return bytes.toByteArray();
    }

    /** Two and a half thousand million pixels of one colour, packed in 200 kB. */
    static byte[] bomb() {
        var packed = new byte[200_000];
        return assembled(50_000, 50_000, RGB, "IDAT", packed, 0);
    }

    /** A small one with a remark that is 200 MB long when unpacked. */
    static byte[] pngWithLongRemark() {
        return assembled(300, 300, PALETTE, "zTXt", new byte[] {'k', 0, 0}, 200 << 20);
    }

    /** One of so many pixels whose pieces are right. */
    static byte[] plainPng(int width, int height) {
        return assembled(width, height, RGB, "tIME", new byte[7], 0);
    }

    /** A JPEG that goes over the whole picture again and again. */
    static byte[] manyPasses() {
        var jpeg = progressive(400, 400);
        var scan = jpeg.length - 2;
        while (jpeg[scan] != (byte) 0xFF || jpeg[scan + 1] != (byte) 0xDA) {
            scan--;
        }
        var bytes = new ByteArrayOutputStream();
        bytes.write(jpeg, 0, jpeg.length - 2);
        for (int pass = 0; pass < 1_000; pass++) {
            bytes.write(jpeg, scan, jpeg.length - 2 - scan);
        }
        bytes.write(jpeg, jpeg.length - 2, 2);
        return bytes.toByteArray();
    }

    private static BufferedImage halves(int width, int height, int type) {
        var image = new BufferedImage(width, height, type);
        paint(image, width, height);
        return image;
    }

    private static void paint(BufferedImage image, int width, int height) {
        fill(image, LEFT, 0, width / 2, height);
        fill(image, RIGHT, width / 2, width - width / 2, height);
    }

    private static void fill(BufferedImage image, Color colour, int left, int width, int height) {
        Graphics2D pen = image.createGraphics();
        pen.setColor(colour);
        pen.fillRect(left, 0, width, height);
        pen.dispose();
    }

    private static byte[] written(BufferedImage image, String format, boolean isProgressive) {
        var bytes = new ByteArrayOutputStream();
        var writer = ImageIO.getImageWritersByFormatName(format).next();
        try (var out = new MemoryCacheImageOutputStream(bytes)) {
            writer.setOutput(out);
            var param = writer.getDefaultWriteParam();
            if (isProgressive) {
                param.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
            }
            writer.write(null, new IIOImage(image, null, null), param);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    /** Right behind the JPEG's first marker, where cameras have theirs. */
    private static byte[] withSegment(byte[] jpeg, int marker, byte[] content) {
        var out = ByteBuffer.allocate(jpeg.length + content.length + 4);
        out.put(jpeg, 0, 2);
        out.put((byte) 0xFF).put((byte) marker).putShort((short) (content.length + 2));
        out.put(content).put(jpeg, 2, jpeg.length - 2);
        return out.array();
    }

    private static byte[] exif(int orientation) {
        var out = ByteBuffer.allocate(120);
        out.put("Exif\0\0MM\0*".getBytes(StandardCharsets.ISO_8859_1)).putInt(8);
        out.putShort((short) 2);
        out.putShort((short) 0x0112)
                .putShort((short) 3)
                .putInt(1)
                .putShort((short) orientation)
                .putShort((short) 0);
        out.putShort((short) 0x8825).putShort((short) 4).putInt(1).putInt(38);
        out.putInt(0);
        out.putShort((short) 1)
                .putShort((short) 1)
                .putShort((short) 2)
                .putInt(2)
                .put(new byte[] {'N', 0, 0, 0});
        out.putInt(0).put("GPS 31.2304 N 121.4737 E".getBytes(StandardCharsets.US_ASCII));
        return out.array();
    }

    private static byte[] assembled(
            int width, int height, int colours, String extra, byte[] content, int unpackedBehind) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.write(PNG);
            chunk(
                    out,
                    "IHDR",
                    ByteBuffer.allocate(13)
                            .putInt(width)
                            .putInt(height)
                            .put((byte) 8)
                            .put((byte) colours)
                            .array());
            if (colours == PALETTE) {
                chunk(out, "PLTE", new byte[] {1, 2, 3, 4, 5, 6});
            }
            var body = new ByteArrayOutputStream();
            body.write(content);
            if (unpackedBehind > 0) {
                body.write(zeros(unpackedBehind));
            }
            chunk(out, extra, body.toByteArray());
            if (!extra.equals("IDAT")) {
                chunk(out, "IDAT", zeros((width * (colours == PALETTE ? 1L : 3L) + 1) * height));
            }
            chunk(out, "IEND", new byte[0]);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static byte[] zeros(long count) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var out = new DeflaterOutputStream(packed)) {
            var some = new byte[1 << 16];
            for (long left = count; left > 0; left -= some.length) {
                out.write(some, 0, (int) Math.min(left, some.length));
            }
        }
        return packed.toByteArray();
    }

    private static void chunk(DataOutputStream out, String name, byte[] content) throws IOException {
        var letters = name.getBytes(StandardCharsets.US_ASCII);
        var sum = new CRC32();
        sum.update(letters);
        sum.update(content);
        out.writeInt(content.length);
        out.write(letters);
        out.write(content);
        out.writeInt((int) sum.getValue());
    }
}
