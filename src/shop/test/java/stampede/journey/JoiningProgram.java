package stampede.journey;

import com.google.common.net.InetAddresses;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.protocol.HttpContext;
import stampede.api.ApiClient;
import stampede.catalog.OfferId;
import stampede.challenge.Puzzle;
import stampede.challenge.PuzzleSolver;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Takes tickets of a waiting room for many accounts, from a hundred addresses, as fast as it can; what is asked of it, it does. */
final class JoiningProgram implements Closeable {

    private static final int ADDRESSES = 100;
    private static final int AT_ONCE = 16;
    private static final JsonMapper JSON = new JsonMapper();

    /** More at once would solve no more puzzles, and keep people on the same machine from solving theirs. */
    private final Semaphore processors = new Semaphore(Runtime.getRuntime().availableProcessors(), true);

    private final int port;
    private final List<String> tokens;
    private final List<CloseableHttpClient> clients =
            IntStream.rangeClosed(1, ADDRESSES).mapToObj(JoiningProgram::at).toList();

    JoiningProgram(int port, List<String> tokens) {
        this.port = port;
        this.tokens = tokens;
    }

    /** The proof that answers what the JSON API asked. */
    static String solve(ApiClient.Answer asked) {
        return solve(asked.body());
    }

    /** Each account once, until all have a ticket or the time is over. */
    Result join(OfferId offer, Duration most) throws InterruptedException {
        var run = new Run(offer, System.nanoTime() + most.toNanos());
        var began = System.nanoTime();
        for (int thread = 0; thread < AT_ONCE; thread++) {
            new Thread(run, "program-" + thread).start();
        }
        run.ended.await();
        var seconds = (run.endedNanos - began) / 1e9;
        return new Result(run.joined.get(), run.asked.get(), run.letInWithout.get(), run.joined.get() / seconds);
    }

    private static String solve(JsonNode problem) {
        var puzzle = problem.path("challenge");
        return PuzzleSolver.solve(new Puzzle(
                puzzle.path("algorithm").asString(),
                puzzle.path("challenge").asString(),
                puzzle.path("maxnumber").asInt(),
                puzzle.path("salt").asString(),
                puzzle.path("signature").asString()));
    }

    private static CloseableHttpClient at(int number) {
        return HttpClients.custom()
                .setRoutePlanner(new DefaultRoutePlanner(null) {
                    @Override
                    protected InetAddress determineLocalAddress(HttpHost shop, HttpContext context) {
                        return InetAddresses.forString("127.0.2." + number);
                    }
                })
                .build();
    }

    @Override
    public void close() throws IOException {
        for (var client : clients) {
            client.close();
        }
    }

    /**
     * What came of it.
     *
     * @param joined accounts that have a ticket
     * @param asked how often a proof was asked for
     * @param letInWithout tickets for which nothing was asked
     */
    record Result(int joined, int asked, int letInWithout, double perSecond) {}

    /** One round over all accounts. */
    private final class Run implements Runnable {

        private final AtomicInteger next = new AtomicInteger();
        private final AtomicInteger joined = new AtomicInteger();
        private final AtomicInteger asked = new AtomicInteger();
        private final AtomicInteger letInWithout = new AtomicInteger();
        private final CountDownLatch ended = new CountDownLatch(AT_ONCE);
        private final URI queue;
        private final long until;
        private volatile long endedNanos;

        Run(OfferId offer, long until) {
            this.queue = URI.create("http://127.0.0.1:" + port + "/api/v1/offers/" + offer + "/queue");
            this.until = until;
        }

        @Override
        public void run() {
            try {
                for (int account = next.getAndIncrement();
                        account < tokens.size() && System.nanoTime() < until;
                        account = next.getAndIncrement()) {
                    join(account);
                }
            } finally {
                endedNanos = System.nanoTime();
                ended.countDown();
            }
        }

        private void join(int account) {
            var first = send(account, "");
            if (first.status() == 200) {
                letInWithout.incrementAndGet();
                joined.incrementAndGet();
            } else if (first.body().contains("\"CHALLENGE\"")) {
                asked.incrementAndGet();
                joined.addAndGet(send(account, solveInTurn(first.body())).status() == 200 ? 1 : 0);
            }
        }

        private String solveInTurn(String problem) {
            processors.acquireUninterruptibly();
            try {
                return solve(JSON.readTree(problem));
            } finally {
                processors.release();
            }
        }

        private Answer send(int account, String proof) {
            var request = new HttpPost(queue);
            request.setHeader("Authorization", "Bearer " + tokens.get(account));
            if (!proof.isEmpty()) {
                request.setHeader("Challenge-Proof", proof);
            }
            try {
                return clients.get(account % ADDRESSES)
                        .execute(
                                request,
                                answer -> new Answer(answer.getCode(), EntityUtils.toString(answer.getEntity())));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    private record Answer(int status, String body) {}
}
