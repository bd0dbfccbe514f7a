package stampede.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A TCP line to a server on this machine on which everything can go wrong: it can be cut, held still, made slow, deaf, or break
 * in the middle of an answer. Whatever was wrong, {@link #mend()} makes it good again.
 */
public final class FaultyLine implements AutoCloseable {

    private static final long NEVER = Long.MAX_VALUE;

    private final int port;
    private volatile int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong answersLeft = new AtomicLong(NEVER);
    private volatile ServerSocket entrance;
    private volatile CountDownLatch flows = new CountDownLatch(0);
    private volatile Duration delay = Duration.ZERO;
    private volatile boolean deaf;
    private volatile @Nullable Thread acceptor;

    private FaultyLine(int target) throws IOException {
        this.target = target;
        this.entrance = listen(0);
        this.port = entrance.getLocalPort();
    }

    /** Leads to the port; open at first. The server need not be there yet. */
    public static FaultyLine to(int port) {
        try {
            var line = new FaultyLine(port);
            line.accept();
            return line;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public int port() {
        return port;
    }

    /** Breaks every connection and refuses new ones, as a server that is not there does. */
    public void cut() {
        closed(entrance);
        awaitEnd(acceptor);
        breakConnections();
    }

    /** Keeps connections and takes new ones, but lets nothing through until it is mended: a partition. Nothing is lost by it. */
    public void hold() {
        flows = new CountDownLatch(1);
    }

    /** Leads who connects from now on to another port, as an address does that was moved; connections that are open stay where they are. */
    public void leadTo(int other) {
        target = other;
    }

    /** Takes connections and whatever is sent, and never answers: the half-open line to a machine that has gone. */
    public void goDeaf() {
        deaf = true;
    }

    /** Every piece of what is sent takes so long, in both directions. */
    public void slowDown(Duration each) {
        delay = each;
    }

    /** Lets so many bytes of answers through and then breaks every connection, once; new ones are good. */
    public void breakAfter(long bytesOfAnswers) {
        answersLeft.set(bytesOfAnswers);
    }

    /** Ends whatever is wrong. What a hold kept arrives now; what was sent to deaf ears is lost, with its connection. */
    public void mend() {
        delay = Duration.ZERO;
        answersLeft.set(NEVER);
        if (deaf) {
            deaf = false;
            breakConnections();
        }
        flows.countDown();
        if (entrance.isClosed()) {
            try {
                entrance = listen(port);
                accept();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    @Override
    public void close() {
        flows.countDown();
        cut();
    }

    /** Those that are open now; whoever hears of it and comes again is let be. */
    private void breakConnections() {
        var now = List.copyOf(open);
        now.forEach(open::remove);
        now.forEach(FaultyLine::closed);
    }

    private static ServerSocket listen(int port) throws IOException {
        var socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return socket;
    }

    private void accept() {
        var door = entrance;
        acceptor = run(() -> {
            while (!door.isClosed()) {
                connect(door.accept());
            }
        });
    }

    /** A server that refuses ends this connection only. */
    private void connect(Socket near) {
        try {
            var far = new Socket(InetAddress.getLoopbackAddress(), target);
            open.add(near);
            open.add(far);
            run(() -> pump(near, far, false));
            run(() -> pump(far, near, true));
        } catch (IOException nobodyThere) {
            closed(near);
        }
    }

    private void pump(Socket from, Socket to, boolean answers) throws IOException, InterruptedException {
        try (from;
                to) {
            var buffer = new byte[16_384];
            for (int length = from.getInputStream().read(buffer);
                    length >= 0;
                    length = from.getInputStream().read(buffer)) {
                Thread.sleep(delay.toMillis());
                flows.await();
                if (!deaf) {
                    pass(buffer, length, to, answers);
                }
            }
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private void pass(byte[] buffer, int length, Socket to, boolean answers) throws IOException {
        var left = answers ? answersLeft.getAndUpdate(before -> before == NEVER ? NEVER : before - length) : NEVER;
        to.getOutputStream().write(buffer, 0, (int) Math.max(0, Math.min(left, length)));
        if (left < length) {
            answersLeft.set(NEVER);
            breakConnections();
        }
    }

    private static Thread run(Loop loop) {
        var thread = new Thread(() -> {
            try {
                loop.run();
            } catch (IOException | InterruptedException cut) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** The system takes connections until the thread that waits for them has noticed that nobody shall. */
    private static void awaitEnd(@Nullable Thread thread) {
        try {
            if (thread != null) {
                thread.join();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void closed(AutoCloseable end) {
        try {
            end.close();
        } catch (Exception already) {
            throw new IllegalStateException(already);
        }
    }

    private interface Loop {

        void run() throws IOException, InterruptedException;
    }
}
