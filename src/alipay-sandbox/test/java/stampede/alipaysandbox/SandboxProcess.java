package stampede.alipaysandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A local Alipay in a process of its own, which can be ended abruptly. */
final class SandboxProcess implements AutoCloseable {

    private static final Pattern STARTED = Pattern.compile("Tomcat started on port (\\d+)");

    private final Path log;
    private final Process process;

    /** Starts one that lives in this directory. */
    SandboxProcess(Path directory, String... settings) throws IOException {
        this.log = Files.createTempFile(directory, "sandbox", ".log");
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = List.of(
                java,
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                AlipaySandbox.class.getName(),
                "--server.port=0",
                "--stampede.alipaysandbox.directory=" + directory);
        this.process = new ProcessBuilder(
                        Stream.concat(command.stream(), Stream.of(settings)).toList())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    /** Its address, once it is up. */
    String address() {
        var port = Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(
                        () -> STARTED.matcher(log()).results().findFirst(),
                        found -> found.isPresent() || !process.isAlive())
                .orElseThrow(() -> new IllegalStateException(log()))
                .group(1);
        return "http://127.0.0.1:" + port;
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return "";
        }
    }

    boolean endsBySelf() throws InterruptedException {
        return process.waitFor(60, TimeUnit.SECONDS);
    }

    /** As {@code kill -9} does. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
