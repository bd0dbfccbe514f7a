package stampede.rehearsal;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import stampede.purchase.BotPasses;

/**
 * Bots as shoppers' programs are: each press is a request of its own over HTTP, over connections that are kept. Nothing that a bot holds
 * opens anything else than the buy button of the shadow, and that for some minutes.
 */
final class BotCrowd {

    /** A client that waits for longer has gone. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** While bots press, so many look at the page, each one page after the other. */
    private static final int LOOKERS = 2;

    private static final long LOOK_EVERY_MILLIS = 50;
    private static final Pattern PURCHASE = Pattern.compile(".*/purchases/([1-9][0-9]{0,18})-.*");
    private static final String WANTED = "{\"units\": 1, \"address\": \"A rehearsal\"}";
    private static final ThreadFactory THREADS = new CustomizableThreadFactory("rehearsal-");

    private final URI shop;
    private final BotPasses passes;
    private final Rehearsal rehearsal;
    private final Instant until;
    private final int connections;
    private final PressCounts counts = new PressCounts();

    /**
     * @param shop its address, without a slash at its end
     * @param until when the bots' passes end
     * @param connections how many requests are under way at once
     */
    BotCrowd(URI shop, BotPasses passes, Rehearsal rehearsal, Instant until, int connections) {
        this.shop = shop;
        this.passes = passes;
        this.rehearsal = rehearsal;
        this.until = until;
        this.connections = connections;
    }

    PressCounts counts() {
        return counts;
    }

    /**
     * Connects by looking at the page, then presses, and answers when the last press is answered or {@code stopped} says so.
     *
     * @param stopped asked before each press
     * @param onPress told when all are connected and the first press begins
     */
    void play(BooleanSupplier stopped, Runnable onPress) throws InterruptedException {
        var client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .build();
        var pressers = Math.min(connections, rehearsal.plan().allPresses());
        connect(client, pressers, stopped);
        if (!stopped.getAsBoolean()) {
            onPress.run();
            press(client, pressers, stopped);
        }
    }

    private void connect(HttpClient client, int pressers, BooleanSupplier stopped) throws InterruptedException {
        together(pressers, number -> {
            if (!stopped.getAsBoolean()) {
                var unused = look(client);
            }
        });
    }

    private void press(HttpClient client, int pressers, BooleanSupplier stopped) throws InterruptedException {
        var next = new AtomicInteger();
        var pressing = new CountDownLatch(pressers);
        var began = System.nanoTime();
        together(pressers + LOOKERS, number -> {
            if (number < pressers) {
                try {
                    pressAll(client, next, began, stopped);
                } finally {
                    pressing.countDown();
                }
            } else {
                do {
                    counts.countLook(look(client));
                } while (!pressing.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS) && !stopped.getAsBoolean());
            }
        });
    }

    private void pressAll(HttpClient client, AtomicInteger next, long began, BooleanSupplier stopped)
            throws InterruptedException {
        var all = rehearsal.plan().allPresses();
        var spread = rehearsal.plan().curve().length().toNanos();
        for (var press = next.getAndIncrement(); press < all; press = next.getAndIncrement()) {
            waitUntil(began + spread / all * press, stopped);
            if (stopped.getAsBoolean()) {
                return;
            }
            press(client, press % rehearsal.plan().shoppers(), press);
        }
    }

    private static void waitUntil(long nanos, BooleanSupplier stopped) throws InterruptedException {
        for (var left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            if (stopped.getAsBoolean()) {
                return;
            }
            TimeUnit.NANOSECONDS.sleep(Math.min(left, TimeUnit.MILLISECONDS.toNanos(200)));
        }
    }

    private void press(HttpClient client, int bot, int press) throws InterruptedException {
        var request = HttpRequest.newBuilder(uri("/api/v1/offers/" + rehearsal.shadow() + "/purchases"))
                .timeout(PATIENCE)
                .header("Authorization", passes.header(rehearsal.shadow(), bot, until))
                .header("Idempotency-Key", "press-" + press)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(WANTED))
                .build();
        var began = System.nanoTime();
        try {
            var answer = client.send(request, HttpResponse.BodyHandlers.discarding());
            count(answer, press < rehearsal.plan().shoppers(), began, System.nanoTime());
        } catch (IOException noAnswer) {
            counts.countFailed(began, System.nanoTime());
        }
    }

    /**
     * A bot that is not let in is a fault as well: a shopper would be. For its first press no bot presses too often, so that is said by
     * something before the shop which counts all bots as one.
     */
    private void count(HttpResponse<?> answer, boolean first, long began, long ended) {
        switch (answer.statusCode()) {
            case 202 -> counts.countAccepted(reservation(answer), began, ended);
            case 409, 422 -> counts.countRefused(began, ended);
            case 429 -> {
                if (first) {
                    counts.countFailed(began, ended);
                } else {
                    counts.countRefused(began, ended);
                }
            }
            default -> counts.countFailed(began, ended);
        }
    }

    private static long reservation(HttpResponse<?> answer) {
        var named = PURCHASE.matcher(answer.headers().firstValue("Location").orElse(""));
        if (!named.matches()) {
            throw new IllegalStateException("A purchase that was accepted has no number");
        }
        return Long.parseLong(named.group(1));
    }

    /** As a stranger does; answers how long it took, in nanoseconds. */
    private long look(HttpClient client) throws InterruptedException {
        var request = HttpRequest.newBuilder(uri("/offers/" + rehearsal.plan().offer()))
                .timeout(PATIENCE)
                .GET()
                .build();
        var began = System.nanoTime();
        try {
            if (client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() >= 500) {
                counts.countFailedLook();
            }
        } catch (IOException noAnswer) {
            counts.countFailedLook();
        }
        return System.nanoTime() - began;
    }

    private URI uri(String path) {
        return URI.create(shop + path);
    }

    /** Runs it on so many threads and waits for all; the first fault of one of them is thrown. */
    private static void together(int threads, Part part) throws InterruptedException {
        var pool = Executors.newFixedThreadPool(threads, THREADS);
        try {
            var parts = IntStream.range(0, threads)
                    .mapToObj(number -> pool.submit(() -> {
                        part.run(number);
                        return true;
                    }))
                    .toList();
            for (var one : parts) {
                one.get();
            }
        } catch (ExecutionException fault) {
            throw new IllegalStateException("A bot could not go on", fault.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    /** What one thread does. */
    private interface Part {

        void run(int number) throws InterruptedException;
    }
}
