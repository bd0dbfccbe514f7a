package stampede.servers;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stampede.support.WrongSetup;

/**
 * Holds the start of a node until a server is there, however long that takes, and says so now and then. A server that says no
 * ends the start.
 */
final class ServerWait {

    private static final Logger log = LoggerFactory.getLogger(ServerWait.class);

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

    /** A server that has just started may not know its accounts yet. */
    private static final Duration REFUSED_FOR = Duration.ofSeconds(3);

    private final Server server;
    private final String address;
    private final Probe probe;
    private final long begun = System.nanoTime();
    private @Nullable Long refusedSince;
    private long lastLine = begun - BETWEEN_LINES.toNanos();

    /** @param address for people, without a password */
    ServerWait(Server server, String address, Probe probe) {
        this.server = server;
        this.address = address;
        this.probe = probe;
    }

    /**
     * Returns when the server answered.
     *
     * @throws WrongSetup if it says no, for some seconds
     */
    void await() {
        var waiting = Thread.currentThread();
        var interruption = new Thread(waiting::interrupt, "stop-waiting");
        // A context that is being started cannot be closed before: without this a signal to end would wait for the
        // server, too.
        Runtime.getRuntime().addShutdownHook(interruption);
        try {
            for (var failure = tryOnce(); failure.isPresent(); failure = tryOnce()) {
                judge(failure.get());
                Thread.sleep(PAUSE.toMillis());
            }
        } catch (InterruptedException stopped) {
            waiting.interrupt();
            throw new WrongSetup(
                    "The start was ended while it waited for " + server + " at " + address + ".", "Start it again.");
        } finally {
            forget(interruption);
        }
        if (lastLine >= begun) {
            log.info(
                    "{} is there, after {} s", capitalized(server), since(begun).toSeconds());
        }
    }

    private Optional<Exception> tryOnce() throws InterruptedException {
        try {
            probe.knock();
            return Optional.empty();
        } catch (InterruptedException stopped) {
            throw stopped;
        } catch (Exception failure) {
            return Optional.of(failure);
        }
    }

    private void judge(Exception failure) {
        var refusal = ServerFailures.of(server, address, failure);
        if (refusal.isEmpty()) {
            refusedSince = null;
        } else if (refusedSince == null) {
            refusedSince = System.nanoTime();
        } else if (since(refusedSince).compareTo(REFUSED_FOR) >= 0) {
            throw refusal.get();
        }
        if (since(lastLine).compareTo(BETWEEN_LINES) >= 0) {
            lastLine = System.nanoTime();
            log.warn(
                    "Waiting for {} at {} ({}), for {} s now: {}",
                    server,
                    address,
                    server.variable(),
                    since(begun).toSeconds(),
                    ServerFailures.reason(failure));
        }
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    private static String capitalized(Server server) {
        var title = server.toString();
        return Character.toUpperCase(title.charAt(0)) + title.substring(1);
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException endsAlready) {
            log.debug("The program ends");
        }
    }

    /** One try to be let in and to be answered; throws whatever it is told. */
    interface Probe {

        void knock() throws Exception;
    }
}
