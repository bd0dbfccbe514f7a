package stampede.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.alipaysandbox.LocalAlipay;
import stampede.edge.RawClient;
import stampede.security.PageVisitor;
import stampede.testing.Apart;
import stampede.testing.Proof;

/**
 * What strangers can hold open or ask for, and what honest shoppers feel of it: with {@code -Dproof=full} 200 slow connections,
 * 2,000 event streams of one account, 100 clients with wrong passwords from 100 addresses, and bodies of a gigabyte, at once.
 */
@Apart
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HostileClientsTests {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int SLOW = Proof.size(40, 200);
    private static final int STREAMS = Proof.size(100, 2_000);
    private static final int GUESSERS = Proof.size(10, 100);
    private static final int BODIES = Proof.size(2, 8);
    private static final int HONEST = Proof.size(3, 10);
    private static final Duration SIEGE = Duration.ofSeconds(Proof.size(5, 40));
    private static final Duration P99 = Duration.ofMillis(500);
    private static final int ONE_GIGABYTE = 1 << 30;

    /** More than sockets, the shop and this machine hold in flight. */
    private static final int MOST_READ = 16 << 20;

    private static final LocalAlipay alipay = LocalAlipay.own();

    private static OwnServers servers;
    private static Fleet fleet;
    private static ShopNode shop;
    private static String offer;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<RawClient> open = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean over = new AtomicBoolean();

    @BeforeAll
    static void start(@TempDir Path directory) {
        servers = OwnServers.empty("stampede_strangers", 11);
        fleet = new Fleet(
                servers,
                alipay,
                directory,
                "--stampede.connections.headers-within=" + Proof.size(2, 10) + "s",
                "--stampede.management.token=the-strangers-tests-token",
                "--stampede.order.payment-time=5m");
        shop = fleet.add("web-worker-beat-1");
        fleet.start();
        offer = fleet.onSale(100_000, 100);
    }

    @AfterAll
    static void stop() {
        fleet.close();
        servers.close();
    }

    @AfterEach
    void letGo() throws IOException {
        over.set(true);
        threads.shutdownNow();
        for (var client : open) {
            client.close();
        }
    }

    @Test
    @Order(1)
    void guessingRefreshTokensIsLimitedByAddress() throws IOException {
        var told = new TreeMap<Integer, Integer>();
        for (int guess = 0; guess < 200; guess++) {
            var client = connect("127.0.0.99");
            var body = "{\"refreshToken\":\"" + "A".repeat(60) + "\"}";
            client.head(
                    "POST /api/v1/tokens/refresh HTTP/1.1",
                    "Content-Type: application/json",
                    "Content-Length: " + body.length());
            client.write(body);
            told.merge(client.answer(), 1, Integer::sum);
            client.close();
        }

        assertThat(told).as("%s", told).containsOnlyKeys(401, 429);
        assertThat(told.get(429)).isGreaterThan(told.get(401));
    }

    @Test
    @Order(2)
    void oneAccountHasFourStreamsHoweverManyItAsksFor() throws Exception {
        var pageVisitor = PageVisitor.registered(shop.address());
        var purchase = inTheQueue(pageVisitor);
        var told = new ConcurrentSkipListMap<Integer, Integer>();

        for (int stream = 0; stream < STREAMS; stream++) {
            told.merge(stream(pageVisitor, purchase, "127.0.1." + (stream % 250 + 1)), 1, Integer::sum);
        }

        Proof.print("%,d event streams of one account: %s", STREAMS, told);
        assertThat(told).as("%s", told).containsOnlyKeys(200, 503);
        assertThat(told.get(200)).isEqualTo(4);
    }

    @Test
    @Order(3)
    void honestShoppersFeelLittleOfManyWhoHoldAndAskForTooMuch() throws Exception {
        var pageVisitor = PageVisitor.registered(shop.address());
        var purchase = inTheQueue(pageVisitor);
        shop.lines().broker().mend();
        var shoppers = IntStream.range(0, HONEST)
                .mapToObj(number -> fleet.token(new AccountId(800_000L + number), Role.SHOPPER))
                .toList();
        honest(shoppers, Duration.ofSeconds(Proof.size(1, 10)));

        var slow = IntStream.range(0, SLOW).mapToObj(i -> connect("127.0.2.1")).toList();
        for (var client : slow) {
            client.write("GET / HTTP/1.1\r\nX-Slow: ");
        }
        var guesses = new ConcurrentSkipListMap<Integer, Integer>();
        var streams = new ConcurrentSkipListMap<Integer, Integer>();
        var most = new AtomicInteger();
        run(() -> drip(slow));
        IntStream.rangeClosed(1, GUESSERS).forEach(client -> run(() -> guess("127.0.3." + client, guesses)));
        IntStream.rangeClosed(1, BODIES).forEach(client -> run(() -> most.accumulateAndGet(body(client), Math::max)));
        run(() -> {
            for (int stream = 0; stream < STREAMS && !over.get(); stream++) {
                streams.merge(stream(pageVisitor, purchase, "127.0.4." + (stream % 250 + 1)), 1, Integer::sum);
            }
        });
        var times = honest(shoppers, SIEGE);
        over.set(true);

        var heap = heapMegabytes();
        Proof.print(
                "under siege %,d honest requests: median %d ms, p99 %d ms, worst %d ms; streams %s, passwords %s, most read of a gigabyte %,d bytes, heap %d MB of 384",
                times.size(),
                Proof.percentile(times, 0.5),
                Proof.percentile(times, 0.99),
                Proof.percentile(times, 1),
                streams,
                guesses,
                most.get(),
                heap);
        await("the slow ones to be let go")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(slow).allMatch(RawClient::isEnded));
        assertThat(guesses).as("%s", guesses).doesNotContainKeys(200, 500).isNotEmpty();
        assertThat(most.get()).isLessThan(MOST_READ);
        assertThat(heap).isLessThan(384);
        if (Proof.isFull()) {
            assertThat(Proof.percentile(times, 0.99)).isLessThan(P99.toMillis());
        }
    }

    /** Looks, buys and asks, as fast as one shopper may; every answer is one that an honest shopper may get. */
    private Collection<Long> honest(List<String> tokens, Duration howLong) throws Exception {
        var times = new ConcurrentLinkedQueue<Long>();
        var until = System.nanoTime() + howLong.toNanos();
        var shoppers = tokens.stream()
                .map(token -> threads.submit(() -> {
                    var http = HttpClient.newBuilder()
                            .version(HttpClient.Version.HTTP_1_1)
                            .build();
                    var own = new ShopClient(shop.address()).with(token);
                    for (int turn = 0; System.nanoTime() < until; turn++) {
                        var key = "honest-" + Long.toString(System.nanoTime(), 36) + "-" + turn;
                        timed(times, 200, () -> get(http, "/"));
                        timed(times, 200, () -> get(http, "/offers/" + offer));
                        timed(times, 202, () -> own.tryToBuy(offer, key).status());
                        Thread.sleep(600);
                    }
                    return null;
                }))
                .toList();
        for (var one : shoppers) {
            one.get();
        }
        return List.copyOf(times);
    }

    private static void timed(Collection<Long> times, int expected, Ask ask) throws Exception {
        var began = System.nanoTime();
        var status = ask.status();
        times.add((System.nanoTime() - began) / 1_000_000);
        assertThat(status).isEqualTo(expected);
    }

    private static int get(HttpClient http, String path) throws IOException, InterruptedException {
        return http.send(
                        HttpRequest.newBuilder(URI.create(shop.address() + path))
                                .timeout(Duration.ofSeconds(20))
                                .build(),
                        BodyHandlers.ofString())
                .statusCode();
    }

    /** A purchase that stays in the queue, because the broker says nothing. */
    private String inTheQueue(PageVisitor pageVisitor) {
        shop.lines().broker().hold();
        var page = pageVisitor.open("/offers/" + offer);
        var place = pageVisitor.submit(page, "/purchases", Map.of("address", "West Lake 1"));
        assertThat(place.path()).startsWith("/purchases/");
        return place.path();
    }

    @AfterEach
    void letTheBrokerSpeak() {
        shop.lines().broker().mend();
    }

    private int stream(PageVisitor pageVisitor, String purchase, String from) throws IOException {
        var client = connect(from);
        client.head(
                "GET " + purchase + "/events HTTP/1.1",
                "Cookie: " + pageVisitor.cookies(),
                "Accept: text/event-stream");
        return client.status();
    }

    /** Sends each a letter, again and again. */
    private void drip(List<RawClient> slow) throws InterruptedException {
        while (!over.get()) {
            slow.forEach(client -> {
                try {
                    client.write("a");
                } catch (IOException ended) {
                    // That is what should happen to it.
                }
            });
            Thread.sleep(500);
        }
    }

    private void guess(String from, Map<Integer, Integer> told) throws IOException {
        var body = "{\"username\":\"guest-" + from + "\",\"password\":\"a wrong password\"}";
        while (!over.get()) {
            try (var client = new RawClient(shop.address(), from)) {
                client.head(
                        "POST /api/v1/tokens HTTP/1.1",
                        "Content-Type: application/json",
                        "Content-Length: " + body.length());
                client.write(body);
                told.merge(client.answer(), 1, Integer::sum);
            }
        }
    }

    /** How much of a gigabyte could be sent before the shop ended the connection. */
    private int body(int number) throws IOException {
        var most = 0;
        var piece = new byte[64 << 10];
        while (!over.get()) {
            var sent = 0;
            try (var client = new RawClient(shop.address(), "127.0.5." + number)) {
                client.head(
                        List.of("PUT", "POST", "PATCH", "DELETE").get(number % 4) + " /sign-in HTTP/1.1",
                        "Content-Type: application/x-www-form-urlencoded",
                        number % 2 == 0 ? "Content-Length: " + ONE_GIGABYTE : "Transfer-Encoding: chunked");
                while (sent < ONE_GIGABYTE && !over.get()) {
                    if (number % 2 != 0) {
                        client.write("10000\r\n");
                    }
                    client.write(piece);
                    if (number % 2 != 0) {
                        client.write("\r\n");
                    }
                    sent += piece.length;
                }
            } catch (IOException ended) {
                // That is what should happen to it.
            }
            most = Math.max(most, sent);
        }
        return most;
    }

    private RawClient connect(String from) {
        try {
            var client = new RawClient(shop.address(), from);
            open.add(client);
            return client;
        } catch (IOException refused) {
            throw new AssertionError(refused);
        }
    }

    private void run(Attack attack) {
        threads.execute(() -> {
            try {
                attack.run();
            } catch (IOException | InterruptedException ended) {
                // It was shut out, or the siege is over.
            }
        });
    }

    private static long heapMegabytes() throws IOException, InterruptedException {
        var figures = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(shop.address() + "/actuator/prometheus"))
                                .header("Authorization", "Bearer the-strangers-tests-token")
                                .build(),
                        BodyHandlers.ofString())
                .body();
        return figures.lines()
                        .filter(line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\""))
                        .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                        .collect(Collectors.summingLong(bytes -> (long) Double.parseDouble(bytes)))
                >> 20;
    }

    private interface Ask {

        int status() throws IOException, InterruptedException;
    }

    private interface Attack {

        void run() throws IOException, InterruptedException;
    }
}
