package stampede.faults;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The shop as a process that can be killed as {@code kill -9} does, and started again at the same address. */
final class ShopProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final List<String> settings;
    private final Path directory;
    private final int port;
    private @Nullable JavaProcess process;

    /** @param directory for its log and for its {@linkplain MortalShop silence} */
    ShopProcess(Path directory, List<String> settings) {
        this.directory = directory;
        this.port = freePort();
        this.settings = new ArrayList<>(settings);
        this.settings.addAll(List.of(
                "--server.port=" + port,
                "--STAMPEDE_PUBLIC_URL=" + address(),
                "--faults.directory=" + directory,
                "--spring.main.banner-mode=off"));
    }

    String address() {
        return "http://127.0.0.1:" + port;
    }

    /** Returns when it takes requests. This life may have settings of its own. */
    void start(String... more) {
        var arguments = new ArrayList<>(settings);
        arguments.addAll(List.of(more));
        var started = JavaProcess.start(
                MortalShop.class,
                List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx384m"),
                arguments,
                directory.resolve("log"));
        process = started;
        var client = new ShopClient(address());
        await("the shop's start").atMost(PATIENCE).until(() -> {
            started.assertRuns();
            return client.isOpen();
        });
    }

    /** Ends it in the middle of whatever it does; nothing of it runs any more when this returns. */
    void kill() {
        var ending = process;
        process = null;
        if (ending != null) {
            ending.kill();
        }
    }

    /** From now on notifications are dealt with but not answered. */
    void fallSilent() {
        try {
            Files.createFile(directory.resolve("silence"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    void speakAgain() {
        try {
            Files.deleteIfExists(directory.resolve("silence"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        kill();
    }

    /** Below those that the system lends out: it must still be free when the shop comes back. */
    private static int freePort() {
        return IntStream.generate(() -> ThreadLocalRandom.current().nextInt(10_000, 20_000))
                .filter(ShopProcess::isFree)
                .findFirst()
                .orElseThrow();
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
