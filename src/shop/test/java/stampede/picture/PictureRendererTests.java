package stampede.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static stampede.picture.PictureSamples.LEFT;
import static stampede.picture.PictureSamples.RIGHT;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.ClassPathResource;
import stampede.testing.JavaProcess;

/** What comes out of files as people, and people of ill will, upload them. */
class PictureRendererTests {

    private static final Color WHITE = Color.WHITE;

    private final PictureRenderer renderer = new PictureRenderer();

    private final Path folder;

    PictureRendererTests(@TempDir Path folder) {
        this.folder = folder;
    }

    static Stream<Arguments> good() throws IOException {
        return Stream.of(
                Arguments.of("JPEG", PictureSamples.jpeg(400, 300)),
                Arguments.of("progressive JPEG", PictureSamples.progressive(400, 300)),
                Arguments.of("PNG", PictureSamples.png(400, 300)),
                Arguments.of("PNG of 16 bits", PictureSamples.deepPng(400, 300)),
                Arguments.of("GIF", PictureSamples.gif(400, 300)),
                Arguments.of("first frame of a GIF", PictureSamples.animatedGif(400, 300)),
                Arguments.of("WebP with loss", resource("lossy.webp")),
                Arguments.of("WebP without loss", resource("lossless.webp")),
                Arguments.of("HTML behind it", PictureSamples.followedBy(PictureSamples.jpeg(400, 300), "<script>")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("good")
    void drawsWhatBrowsersShow(String what, byte[] file) throws IOException {
        var files = render(file, PictureShape.FIT);

        assertThat(files.stream().map(PictureFile::side)).containsExactly(160, 320);
        for (var drawn : files) {
            assertHalves(drawn);
            assertThat(text(drawn)).doesNotContain("script").doesNotContain("Exif");
        }
    }

    /** Colours of inks are not those of screens; that they are the right way round is what matters. */
    @Test
    void drawsWhatPrintersPrint() throws IOException {
        var image = image(largest(render(PictureSamples.cmykJpeg(400, 300), PictureShape.CUT)));

        var left = new Color(image.getRGB(20, 80));
        var right = new Color(image.getRGB(140, 80));
        assertThat(left.getRed()).isGreaterThan(left.getBlue() + 50);
        assertThat(right.getBlue()).isGreaterThan(right.getRed() + 50);
    }

    /** Turned to how the camera was held, a picture is red above or on the left, as the eight orientations have it. */
    @ParameterizedTest
    @CsvSource({"1,LEFT", "2,RIGHT", "3,RIGHT", "4,LEFT", "5,ABOVE", "6,ABOVE", "7,BELOW", "8,BELOW"})
    void turnsPhotographsAndForgetsWhereTheyWereTaken(int orientation, String red) throws IOException {
        var upload = PictureSamples.photograph(400, 300, orientation);
        assertThat(new String(upload, StandardCharsets.ISO_8859_1)).contains("Exif", "GPS");

        for (var drawn : render(upload, PictureShape.CUT)) {
            var image = image(drawn);
            assertThat(isNear(colourAt(image, red), LEFT)).isTrue();
            assertThat(isNear(colourAt(image, opposite(red)), RIGHT)).isTrue();
            assertThat(text(drawn)).doesNotContain("Exif").doesNotContain("GPS");
        }
    }

    @Test
    void fitsWithWhiteAndCutsTheMiddle() throws IOException {
        var fitted = image(largest(render(PictureSamples.jpeg(1_000, 250), PictureShape.FIT)));
        assertThat(fitted.getWidth()).isEqualTo(640).isEqualTo(fitted.getHeight());
        assertThat(isNear(fitted.getRGB(320, 40), WHITE)).isTrue();
        assertThat(isNear(fitted.getRGB(100, 320), LEFT)).isTrue();

        var cut = image(largest(render(PictureSamples.jpeg(1_000, 250), PictureShape.CUT)));
        assertThat(cut.getWidth()).isEqualTo(160);
        assertThat(isNear(cut.getRGB(80, 4), RIGHT) || isNear(cut.getRGB(60, 4), LEFT))
                .isTrue();
        assertThat(isNear(cut.getRGB(20, 150), LEFT)).isTrue();
    }

    @Test
    void drawsNothingLargerThanItWas() throws IOException {
        assertThat(sides(PictureSamples.jpeg(200, 200))).containsExactly(160);
        assertThat(sides(PictureSamples.jpeg(1_279, 640))).containsExactly(160, 320, 640);
        assertThat(sides(PictureSamples.jpeg(1_600, 1_300))).containsExactly(160, 320, 640, 1_280);
    }

    @Test
    void aSmallLogoStaysTransparentAndAPhotographBecomesWhite() throws IOException {
        var logo = largest(render(PictureSamples.clearPng(400, 400), PictureShape.FIT));
        assertThat(logo.type()).isEqualTo(PictureType.PNG);
        assertThat(image(logo).getRGB(300, 100) >>> 24).isZero();

        var photograph = largest(render(PictureSamples.clearPhotograph(), PictureShape.FIT));
        assertThat(photograph.type()).isEqualTo(PictureType.JPEG);
        assertThat(isNear(image(photograph).getRGB(130, 80), WHITE)).isTrue();
    }

    @Test
    void writesProgressiveJpegs() throws IOException {
        var drawn = text(largest(render(PictureSamples.jpeg(400, 400), PictureShape.FIT)));

        assertThat(drawn).contains("\u00ff\u00c2").doesNotContain("\u00ff\u00c0");
    }

    static Stream<Arguments> bad() throws IOException {
        var jpeg = PictureSamples.jpeg(400, 300);
        var png = PictureSamples.png(400, 300);
        var webp = resource("lossy.webp");
        return Stream.of(
                Arguments.of("nothing", new byte[0], PictureRefusal.PICTURE_EMPTY),
                Arguments.of("SVG", bytes("<svg xmlns='http://www.w3.org/2000/svg'/>"), PictureRefusal.NOT_A_PICTURE),
                Arguments.of("HTML", bytes("<!doctype html><script>"), PictureRefusal.NOT_A_PICTURE),
                Arguments.of("bomb", PictureSamples.bomb(), PictureRefusal.PICTURE_TOO_LARGE),
                Arguments.of("thin", PictureSamples.plainPng(12_001, 200), PictureRefusal.PICTURE_TOO_LARGE),
                Arguments.of("41 megapixels", PictureSamples.plainPng(6_450, 6_450), PictureRefusal.PICTURE_TOO_LARGE),
                Arguments.of("WebP of 40", resource("forty-megapixels.webp"), PictureRefusal.PICTURE_TOO_LARGE),
                Arguments.of("small", PictureSamples.jpeg(400, 199), PictureRefusal.PICTURE_TOO_SMALL),
                Arguments.of("half a JPEG", Arrays.copyOf(jpeg, jpeg.length / 2), PictureRefusal.PICTURE_DAMAGED),
                Arguments.of("a JPEG's first bytes", Arrays.copyOf(jpeg, 20), PictureRefusal.PICTURE_DAMAGED),
                Arguments.of("half a PNG", Arrays.copyOf(png, png.length / 2), PictureRefusal.PICTURE_DAMAGED),
                Arguments.of("half a WebP", Arrays.copyOf(webp, webp.length / 2), PictureRefusal.PICTURE_DAMAGED),
                Arguments.of("a GIF's first bytes", bytes("GIF89a"), PictureRefusal.PICTURE_DAMAGED),
                Arguments.of("many passes", PictureSamples.manyPasses(), PictureRefusal.PICTURE_TOO_SLOW));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bad")
    void refusesWithoutDecoding(String what, byte[] file, PictureRefusal reason) throws IOException {
        var path = written(file);

        assertThatExceptionOfType(PictureRefused.class)
                .isThrownBy(() -> PictureInspection.of(path))
                .satisfies(refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    /** Whatever is wrong in a file, it is refused by a name or drawn. */
    @ParameterizedTest
    @ValueSource(strings = {"jpg", "png", "gif", "lossy.webp", "lossless.webp"})
    void survivesBytesThatAreWrong(String kind) throws IOException {
        var file = switch (kind) {
            case "jpg" -> PictureSamples.photograph(300, 200, 6);
            case "png" -> PictureSamples.png(300, 200);
            case "gif" -> PictureSamples.gif(300, 200);
            default -> resource(kind);
        };
        var chance = new Random(42);
        for (int round = 0; round < 60; round++) {
            var spoiled = file.clone();
            for (int wrong = 0; wrong <= round % 4; wrong++) {
                spoiled[chance.nextInt(spoiled.length)] = (byte) chance.nextInt();
            }
            try {
                assertThat(render(spoiled, PictureShape.FIT)).isNotEmpty();
            } catch (PictureRefused refused) {
                assertThat(refused.reason().status().is4xxClientError()).isTrue();
            }
        }
    }

    @Test
    void givesUpWhatTakesTooLong() throws IOException {
        var path = written(PictureSamples.plainPng(5_000, 5_000));
        var hasty = new PictureDecoder(Duration.ZERO);

        assertThatExceptionOfType(PictureRefused.class)
                .isThrownBy(() -> hasty.decode(path, PictureFormat.PNG))
                .satisfies(refused -> assertThat(refused.reason()).isEqualTo(PictureRefusal.PICTURE_TOO_SLOW));
    }

    /**
     * The largest of each kind, two at a time, in a process that has 64 MB for them and 16 for everything else: one that needed more would
     * end for want of memory.
     */
    @Test
    void twoAtATimeNeedLittleMemory() throws IOException {
        var log = folder.resolve("log");
        var process = JavaProcess.start(
                RenderingProgram.class,
                List.of("-Xmx80m", "-XX:+UseSerialGC", "-Djava.awt.headless=true"),
                largestOfEachKind(),
                log);

        Awaitility.await()
                .atMost(Duration.ofMinutes(3))
                .until(() -> process.exitValue().isPresent());

        assertThat(Files.readString(log)).contains("DRAWN ALL").doesNotContain("OutOfMemory");
        assertThat(process.exitValue()).hasValue(0);
    }

    /** Made here: it takes more memory than drawing them. */
    private List<String> largestOfEachKind() throws IOException {
        return List.of(
                sample("png-of-40-megapixels", PictureSamples.plainPng(8_000, 5_000)),
                sample("png-of-16-bits", PictureSamples.deepPng(1_900, 1_900)),
                sample("png-with-a-long-remark", PictureSamples.pngWithLongRemark()),
                sample("jpeg", PictureSamples.jpeg(3_900, 3_900)),
                sample("progressive-jpeg", PictureSamples.progressive(3_900, 3_900)),
                sample("cmyk-jpeg", PictureSamples.cmykJpeg(1_990, 1_990)),
                sample("gif", PictureSamples.gif(3_000, 3_000)),
                sample("webp", resource("two-megapixels.webp")));
    }

    private String sample(String name, byte[] file) throws IOException {
        return Files.write(folder.resolve(name), file).toString();
    }

    private static int colourAt(BufferedImage image, String place) {
        var side = image.getWidth();
        return switch (place) {
            case "LEFT" -> image.getRGB(side / 8, side / 2);
            case "RIGHT" -> image.getRGB(side * 7 / 8, side / 2);
            case "ABOVE" -> image.getRGB(side / 2, side / 8);
            default -> image.getRGB(side / 2, side * 7 / 8);
        };
    }

    private static String opposite(String place) {
        return switch (place) {
            case "LEFT" -> "RIGHT";
            case "RIGHT" -> "LEFT";
            case "ABOVE" -> "BELOW";
            default -> "ABOVE";
        };
    }

    private static void assertHalves(PictureFile drawn) throws IOException {
        var image = image(drawn);
        var side = drawn.side();
        assertThat(image.getWidth()).isEqualTo(side);
        assertThat(image.getHeight()).isEqualTo(side);
        assertThat(isNear(image.getRGB(side / 8, side / 2), LEFT)).isTrue();
        assertThat(isNear(image.getRGB(side * 7 / 8, side / 2), RIGHT)).isTrue();
        assertThat(isNear(image.getRGB(side / 2, 2), WHITE)).isTrue();
    }

    private static boolean isNear(int colour, Color expected) {
        var seen = new Color(colour);
        return Math.abs(seen.getRed() - expected.getRed()) < 40
                && Math.abs(seen.getGreen() - expected.getGreen()) < 40
                && Math.abs(seen.getBlue() - expected.getBlue()) < 40;
    }

    private List<Integer> sides(byte[] file) throws IOException {
        return render(file, PictureShape.FIT).stream().map(PictureFile::side).toList();
    }

    private List<PictureFile> render(byte[] file, PictureShape shape) throws IOException {
        return List.copyOf(renderer.render(written(file), shape));
    }

    private Path written(byte[] file) throws IOException {
        return Files.write(folder.resolve("upload"), file);
    }

    private static PictureFile largest(List<PictureFile> files) {
        return files.get(files.size() - 1);
    }

    private static BufferedImage image(PictureFile file) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(file.bytes()));
    }

    private static String text(PictureFile file) {
        return new String(file.bytes(), StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] resource(String name) throws IOException {
        try (var in = new ClassPathResource(name, PictureRendererTests.class).getInputStream()) {
            return in.readAllBytes();
        }
    }
}
