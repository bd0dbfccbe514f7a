package stampede.servers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stampede.testing.Proof;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The image that Maven makes without an engine, on an empty base: what is in it. That it starts is shown nowhere. */
@Tag(Proof.WHOLE)
class ImageTests {

    private static final Path REPOSITORY = Path.of("").toAbsolutePath();
    private static final JsonMapper JSON = new JsonMapper();

    private Path directory;

    @BeforeEach
    void take(@TempDir Path empty) {
        directory = empty;
    }

    @Test
    void isTheSameEachTimeAndKeepsWhatTheShopIsBuiltOnInALayerOfItsOwn() throws IOException, InterruptedException {
        run(
                REPOSITORY,
                "bash",
                "-c",
                "git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t '" + directory + "'");
        var first = build("first");
        assertThat(build("second")).hasSameBinaryContentAs(first);

        var place = unpack(first);
        var layers = layers(place);
        var settings = JSON.readTree(
                        place.resolve(manifest(place).path("Config").asString()).toFile())
                .path("config");
        assertThat(settings.path("User").asString()).isEqualTo("1000");
        assertThat(settings.path("Entrypoint").valueStream().map(JsonNode::asString))
                .startsWith("java", "@/app/jvm.options");
        var libraries = layers.stream()
                .filter(layer -> files(place, layer).contains("/libs/lettuce-core-"))
                .findFirst()
                .orElseThrow();
        assertThat(files(place, libraries)).doesNotContain(".class");
        assertThat(layers.stream().filter(layer -> files(place, layer).contains("app/jvm.options")))
                .hasSize(1);

        Files.writeString(
                directory.resolve("src/shop/main/java/stampede/One.java"),
                "package stampede;\n\n/** More. */\nfinal class One {\n\n    private One() {}\n}\n");
        var later = layers(unpack(build("later")));
        assertThat(later).contains(libraries).hasSameSizeAs(layers).isNotEqualTo(layers);
    }

    private Path build(String name) throws IOException, InterruptedException {
        run(
                directory,
                "mvn",
                "-B",
                "-ntp",
                "-Pimage",
                "-Dimage.base=scratch",
                "-Dmaven.test.skip",
                "-pl",
                ":stampede",
                "-am",
                "clean",
                "package");
        return Files.copy(directory.resolve("src/shop/target/jib-image.tar"), directory.resolve(name + ".tar"));
    }

    private static Path unpack(Path image) throws IOException, InterruptedException {
        var place = Files.createDirectories(Path.of(image.toString().replace(".tar", "")));
        run(place, "tar", "-xf", image.toString());
        return place;
    }

    private static JsonNode manifest(Path place) {
        return JSON.readTree(place.resolve("manifest.json").toFile()).get(0);
    }

    /** Their names, which are made of what is in them. */
    private static List<String> layers(Path place) {
        return manifest(place)
                .path("Layers")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
    }

    private static String files(Path place, String layer) {
        try {
            return run(place, "tar", "-tf", layer);
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static String run(Path place, String... command) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command)
                .directory(place.toFile())
                .redirectErrorStream(true)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
