package stampede.faults;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import stampede.Stampede;
import stampede.testing.JavaProcess;

/** The shop as a process that can be killed as {@code kill -9} does, and started again at the same address. */
final class ShopProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(4);

    /** Where Alipay's notifications go to: to itself, unless all have one address. */
    static final String PUBLIC_URL = "--STAMPEDE_PUBLIC_URL=";

    private final List<String> settings;
    private final Path directory;
    private final int port;
    private final ShopClient client;
    private volatile @Nullable JavaProcess process;
    /** Of another release; empty for this one. */
    private volatile String classPath = "";

    /** @param directory for its log and for its {@linkplain MortalShop silence} */
    ShopProcess(Path directory, List<String> settings) {
        this.directory = directory;
        this.port = freePort();
        this.client = new ShopClient(address());
        this.settings = new ArrayList<>(settings);
        this.settings.addAll(
                List.of("--server.port=" + port, "--faults.directory=" + directory, "--spring.main.banner-mode=off"));
        if (settings.stream().noneMatch(setting -> setting.startsWith(PUBLIC_URL))) {
            this.settings.add(PUBLIC_URL + address());
        }
    }

    String address() {
        return "http://127.0.0.1:" + port;
    }

    /** Returns when it takes requests. This life may have settings of its own. */
    void start(String... more) {
        begin(more);
        awaitOpen();
    }

    /**
     * Is of another release from its next start on.
     *
     * @param released the class path of that; empty for the one that the tests are of
     */
    void becomes(String released) {
        classPath = released;
    }

    /** Starts it without waiting; several begin together and are then awaited. */
    void begin(String... more) {
        var arguments = new ArrayList<>(settings);
        arguments.addAll(List.of(more));
        var options = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx384m");
        var log = directory.resolve("log");
        if (classPath.isEmpty()) {
            process = JavaProcess.start(MortalShop.class, options, arguments, log);
        } else {
            arguments.add("--spring.profiles.active=development");
            process = JavaProcess.start(Stampede.class, classPath, options, arguments, log);
        }
    }

    /** Waits until it takes requests. */
    void awaitOpen() {
        var started = Objects.requireNonNull(process);
        await("the shop's start")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(300))
                .until(() -> {
                    started.assertRuns();
                    return client.isOpen();
                });
    }

    boolean isAlive() {
        var now = process;
        return now != null && now.isAlive();
    }

    /** Lets it die at the next such point that it comes to; see {@link #awaitDeath}. */
    void dieAt(DeathPoint point) {
        point.arm(directory);
    }

    /** It need not die there any more, if it has not yet. */
    void spare(DeathPoint point) {
        point.disarm(directory);
    }

    /** Whether it takes requests. */
    boolean isOpen() throws InterruptedException {
        return client.isOpen();
    }

    /** Whether it came to that point in time; if not, it need not die any more. */
    boolean awaitDeath(DeathPoint point, Duration patience) {
        var dying = Objects.requireNonNull(process);
        var died = dying.awaitEnd(patience) || !point.disarm(directory);
        if (died) {
            kill();
        }
        return died;
    }

    /** Stops it in the middle of whatever it does: its connections stay, its clock goes on, and it does nothing. */
    void freeze() {
        Objects.requireNonNull(process).signal("STOP");
    }

    /** Lets it go on as if nothing had been. */
    void thaw() {
        Objects.requireNonNull(process).signal("CONT");
    }

    /** Ends it in the middle of whatever it does; nothing of it runs any more when this returns. */
    void kill() {
        var ending = process;
        process = null;
        if (ending != null) {
            ending.kill();
        }
    }

    /** Asks it to end, as a supervisor does; returns when it has ended what it had in hand. */
    void stop() {
        var ending = Objects.requireNonNull(process);
        ending.signal("TERM");
        if (!ending.awaitEnd(PATIENCE)) {
            throw new IllegalStateException("It does not end");
        }
        kill();
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

    /** Tells it to rebuild the offer's counter at once; see {@link MortalShop}. */
    void rebuild(String offer) {
        try {
            Files.createFile(directory.resolve("rebuild-" + offer));
        } catch (FileAlreadyExistsException told) {
            // It has not come to it yet.
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
