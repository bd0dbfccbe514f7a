package stampede.task;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** A TCP line to a server on this machine that can be cut, mended, and held still. */
final class BreakableLine implements AutoCloseable {

    private final int target;
    private final int port;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile ServerSocket entrance;
    private volatile CountDownLatch flows = new CountDownLatch(0);

    private BreakableLine(int target) throws IOException {
        this.target = target;
        this.entrance = listen(0);
        this.port = entrance.getLocalPort();
    }

    /** Leads to the port; open at first. */
    static BreakableLine to(int port) {
        try {
            var line = new BreakableLine(port);
            line.accept();
            return line;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    int port() {
        return port;
    }

    /** Breaks every connection and takes no new ones. */
    void cut() {
        closed(entrance);
        open.forEach(BreakableLine::closed);
        open.clear();
    }

    void mend() {
        try {
            entrance = listen(port);
            accept();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Keeps connections but lets nothing through. */
    void hold() {
        flows = new CountDownLatch(1);
    }

    void release() {
        flows.countDown();
    }

    @Override
    public void close() {
        release();
        cut();
    }

    private static ServerSocket listen(int port) throws IOException {
        var socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return socket;
    }

    private void accept() {
        var door = entrance;
        run(() -> {
            while (!door.isClosed()) {
                connect(door.accept());
            }
        });
    }

    private void connect(Socket near) throws IOException {
        var far = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(near);
        open.add(far);
        run(() -> pump(near, far));
        run(() -> pump(far, near));
    }

    private void pump(Socket from, Socket to) throws IOException, InterruptedException {
        try (from;
                to) {
            var buffer = new byte[16_384];
            for (int length = from.getInputStream().read(buffer);
                    length >= 0;
                    length = from.getInputStream().read(buffer)) {
                flows.await();
                to.getOutputStream().write(buffer, 0, length);
            }
        }
    }

    private static void run(Loop loop) {
        var thread = new Thread(() -> {
            try {
                loop.run();
            } catch (IOException | InterruptedException cut) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
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
