package stampede.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs {@code promtool} and {@code amtool}, as people do. */
public final class WatchTool {

    static final Path PROMETHEUS = Path.of("src/deploy/prometheus");
    static final Path ALERTMANAGER = Path.of("src/deploy/alertmanager/alertmanager.yml");

    /** As the suite's settings have it. */
    public static final String TOKEN = "the-suites-management-token";

    private static final int PATIENCE_SECONDS = 120;

    private WatchTool() {}

    static Answer run(String... command) {
        return feed("", command);
    }

    /** @param input what it reads */
    static Answer feed(String input, String... command) {
        try {
            var file = Files.createTempFile("watch", ".in");
            var said = Files.createTempFile("watch", ".out");
            try {
                Files.writeString(file, input, UTF_8);
                var process = new ProcessBuilder(List.of(command))
                        .redirectInput(file.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
                if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    throw new IllegalStateException(String.join(" ", command) + " does not end");
                }
                return new Answer(process.exitValue(), Files.readString(said, UTF_8));
            } finally {
                Files.delete(file);
                Files.delete(said);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interruption);
        }
    }

    /**
     * Makes a place as Prometheus has it: the files of the release beside the token and the nodes.
     *
     * @param node host and port of the one that is watched
     */
    public static void prepare(Path place, String node) {
        try {
            for (var name : List.of(
                    "prometheus.yml",
                    "stampede-alerts.yml",
                    "stampede-alerts.test.yml",
                    "stampede-alerts-hours.test.yml")) {
                Files.copy(PROMETHEUS.resolve(name), place.resolve(name));
            }
            Files.writeString(place.resolve("management-token"), TOKEN);
            Files.writeString(place.resolve("nodes.yml"), "- targets: ['" + node + "']\n");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    record Answer(int status, String said) {}
}
