package stampede.servers;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import stampede.edge.RawClient;

/**
 * Visitors of ten networks who look at pages, lists and figures, each by a connection of its own, and an operator in each of them who
 * watches a stream and opens it again when it ends, as a browser does. Who asks for pages may be told nothing of 500 and more but BUSY. Of a
 * stream that is answered so only the gap is counted; {@link NginxServer#failures} has the answer.
 */
public final class PageCrowd implements AutoCloseable {

    private static final int NETWORKS = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Pattern LENGTH = Pattern.compile("\r\ncontent-length: *(\\d+)\r\n");

    private final String address;
    private final String offer;
    private final String operator;
    private final int perSecond;
    private final AtomicInteger requests = new AtomicInteger();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final Queue<Duration> gaps = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final long begun = System.nanoTime();
    private volatile boolean over;

    /**
     * They come at once.
     *
     * @param operator the cookie of one
     * @param perSecond how many requests a second, of all together
     */
    public PageCrowd(String address, String offer, String operator, int perSecond) {
        this.address = address;
        this.offer = offer;
        this.operator = operator;
        this.perSecond = perSecond;
        for (int network = 1; network <= NETWORKS; network++) {
            var from = "127.0.2." + network;
            threads.execute(() -> ask(from));
            threads.execute(() -> watch(from));
        }
    }

    /** Nobody asks for anything more; returns when all have their answers. */
    public void end() throws InterruptedException {
        over = true;
        threads.shutdown();
        if (!threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("Visitors wait for something that has no time-out");
        }
        System.out.printf(
                "PROOF %d requests for pages, %.0f a second; streams came back %d times, within %s at most%n",
                requests.get(),
                requests.get() * 1e9 / (System.nanoTime() - begun),
                gaps.size(),
                gaps.stream().max(Duration::compareTo).orElse(Duration.ZERO));
    }

    /** How many pages, lists and figures were asked for. */
    public int requests() {
        return requests.get();
    }

    /** Requests that were not answered as they should, or not to the end. */
    public List<String> failures() {
        return List.copyOf(failures);
    }

    /** How long it took until each stream that ended had come back. */
    public List<Duration> gaps() {
        return List.copyOf(gaps);
    }

    private void ask(String from) {
        var paths = List.of("/", "/offers/" + offer, "/api/v1/offers/" + offer, "/api/v1/slots", "/sign-in");
        var next = System.nanoTime();
        for (int turn = 0; !over; turn++) {
            next += TimeUnit.SECONDS.toNanos(NETWORKS) / perSecond;
            LockSupport.parkNanos(next - System.nanoTime());
            ask(from, paths.get(turn % paths.size()));
        }
    }

    private void ask(String from, String path) {
        requests.incrementAndGet();
        try (var client = new RawClient(address, from)) {
            client.head("GET " + path + " HTTP/1.1", "Connection: close", "Accept: text/html,application/json");
            var status = client.status();
            var rest = client.rest();
            if (status == 429 || (status >= 500 && !rest.contains("BUSY"))) {
                failures.add(status + " for " + path);
            } else if (status == 0 || !isWhole(rest)) {
                failures.add("a part of " + path);
            }
        } catch (IOException failure) {
            failures.add(path + ": " + failure);
        }
    }

    /** Whether an answer is as long as its headers say, or has its last chunk. */
    private static boolean isWhole(String answer) {
        var end = answer.indexOf("\r\n\r\n");
        if (end < 0) {
            return false;
        }
        var headers = ("\r\n" + answer.substring(0, end + 2)).toLowerCase(Locale.ROOT);
        var length = LENGTH.matcher(headers);
        return length.find()
                ? answer.length() - end - 4 == Integer.parseInt(length.group(1))
                : !headers.contains("\r\ntransfer-encoding: chunked") || answer.endsWith("0\r\n\r\n");
    }

    private void watch(String from) {
        var ended = Optional.<Long>empty();
        while (!over) {
            try (var client = new RawClient(address, from)) {
                client.head(
                        "GET /console/live/" + offer + "/events HTTP/1.1",
                        "Accept: text/event-stream",
                        "Cookie: " + operator);
                var status = client.status();
                if (status == 200 && client.awaitLine("data:").isPresent()) {
                    ended.ifPresent(at -> gaps.add(Duration.ofNanos(System.nanoTime() - at)));
                    ended = Optional.empty();
                    while (!over && client.awaitLine("data:").isPresent()) {
                        // It goes on.
                    }
                } else if (status != 200 && status < 500) {
                    failures.add(status + " for a stream");
                    return;
                }
            } catch (IOException failure) {
                // As good as its end.
            }
            ended = ended.or(() -> Optional.of(System.nanoTime()));
            LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
        }
    }

    @Override
    public void close() {
        over = true;
        threads.shutdownNow();
    }
}
