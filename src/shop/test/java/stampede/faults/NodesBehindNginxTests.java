package stampede.faults;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.alipaysandbox.LocalAlipay;
import stampede.edge.RawClient;
import stampede.servers.NginxServer;
import stampede.testing.Apart;
import stampede.testing.Proof;

/** Shoppers come by nginx to two nodes, one of which goes: nobody but the log of nginx notices. */
@Apart
@Tag("faults")
class NodesBehindNginxTests {

    private static final long SEED =
            Long.getLong("faults.seed", ThreadLocalRandom.current().nextInt(1_000_000));
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int SHOPPERS_AT_ONCE = 8;
    private static final int REQUESTS_PER_SECOND = 500;
    private static final int NETWORKS = 10;
    private static final AccountId OPERATOR = new AccountId(420_000);
    private static final Pattern GUEST = Pattern.compile("guest\\d+");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static LocalAlipay alipay;
    private static OwnServers servers;
    private static Fleet fleet;
    private static NginxServer nginx;

    @BeforeAll
    static void start(@TempDir Path directory) {
        alipay = LocalAlipay.own();
        System.out.println("Shoppers do as -Dfaults.seed=" + SEED + " says");
        servers = OwnServers.empty("stampede_nginx", 13);
        var port = NginxServer.freePort();
        fleet = new Fleet(
                servers,
                alipay,
                directory,
                "--stampede.order.payment-time=3s",
                ShopProcess.PUBLIC_URL + "http://127.0.0.1:" + port,
                "--server.forward-headers-strategy=native",
                "--server.tomcat.remoteip.internal-proxies=127\\.0\\.0\\.1");
        var webs = List.of(fleet.add("web-1"), fleet.add("web-2"));
        fleet.add("worker-beat-1");
        fleet.start();
        nginx = NginxServer.before(
                directory.resolve("nginx"),
                port,
                webs.stream().map(web -> URI.create(web.address()).getPort()).toList());
        fleet.comeBy(nginx.address());
    }

    @AfterAll
    static void stop() {
        nginx.close();
        fleet.close();
        servers.close();
    }

    @Test
    void nobodyNoticesANodeThatIsKilled() throws InterruptedException {
        during(() -> {
            var dead = fleet.node("web-2").process();
            dead.kill();
            Thread.sleep(4_000);
            dead.start();
        });
    }

    /** As an upgrade does; the suite restarts one of them. */
    @Test
    void nobodyNoticesNodesThatAreRestartedOneAfterTheOther() throws InterruptedException {
        during(() -> {
            for (var name : Proof.isFull() ? List.of("web-1", "web-2", "worker-beat-1") : List.of("web-1")) {
                var node = fleet.node(name).process();
                node.stop();
                node.start();
            }
        });
    }

    /** Pages, lists and figures from ten networks, streams that are opened again when they end, and shoppers who buy. */
    @Test
    @Tag(Proof.WHOLE)
    void nobodyNoticesARollingRestartUnderFiveHundredRequestsASecond() throws InterruptedException {
        fleet.open(List.of(OPERATOR), Role.OPERATOR);
        var offer = fleet.onSale(20_000, 1);
        var paths = List.of("/", "/offers/" + offer, "/api/v1/offers/" + offer, "/api/v1/slots", "/sign-in");
        var over = new AtomicBoolean();
        var requests = new AtomicInteger();
        var failures = new ConcurrentLinkedQueue<String>();
        var gaps = new ConcurrentLinkedQueue<Duration>();
        var threads = Executors.newCachedThreadPool();
        for (int network = 1; network <= NETWORKS; network++) {
            var from = "127.0.2." + network;
            threads.execute(() -> ask(paths, from, over, requests, failures));
            threads.execute(() -> listen(offer, from, over, gaps, failures));
        }
        var begun = System.nanoTime();
        during(() -> {
            for (var node : fleet.nodes()) {
                node.process().stop();
                node.process().start();
                if (node.toString().startsWith("web")) {
                    nginx.awaitRequestsTo(URI.create(node.address()).getPort());
                }
            }
        });
        var perSecond = requests.get() * 1e9 / (System.nanoTime() - begun);
        over.set(true);
        threads.shutdown();
        assertThat(threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        System.out.printf(
                "PROOF %.0f requests a second besides those of the shoppers; streams came back %d times, within %s at most%n",
                perSecond, gaps.size(), gaps.stream().max(Duration::compareTo).orElse(Duration.ZERO));
        assertThat(failures).isEmpty();
        assertThat(gaps)
                .as("streams that ended and came back")
                .isNotEmpty()
                .allSatisfy(gap -> assertThat(gap).isLessThan(Duration.ofSeconds(5)));
    }

    private static void ask(
            List<String> paths, String from, AtomicBoolean over, AtomicInteger requests, Queue<String> failures) {
        var next = System.nanoTime();
        for (int turn = 0; !over.get(); turn++) {
            next += TimeUnit.SECONDS.toNanos(NETWORKS) / REQUESTS_PER_SECOND;
            LockSupport.parkNanos(next - System.nanoTime());
            var path = paths.get(turn % paths.size());
            try (var client = new RawClient(nginx.address(), from)) {
                client.head("GET " + path + " HTTP/1.1", "Connection: close", "Accept: text/html,application/json");
                var status = client.status();
                requests.incrementAndGet();
                if (status == 0
                        || status == 429
                        || (status >= 500 && !client.rest().contains("BUSY"))) {
                    failures.add(status + " for " + path);
                }
            } catch (IOException failure) {
                failures.add(path + ": " + failure);
            }
        }
    }

    /** As a browser does, which opens a stream again that has ended. */
    private static void listen(
            String offer, String from, AtomicBoolean over, Queue<Duration> gaps, Queue<String> failures) {
        var ended = Optional.<Long>empty();
        while (!over.get()) {
            try (var client = new RawClient(nginx.address(), from)) {
                client.head(
                        "GET /console/live/" + offer + "/events HTTP/1.1",
                        "Accept: text/event-stream",
                        "Cookie: " + fleet.cookie(OPERATOR, Role.OPERATOR));
                var status = client.status();
                if (status == 200 && client.awaitLine("data:").isPresent()) {
                    ended.ifPresent(at -> gaps.add(Duration.ofNanos(System.nanoTime() - at)));
                    ended = Optional.empty();
                    while (!over.get() && client.awaitLine("data:").isPresent()) {
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

    /** Shared pages are made once for all who ask in the same moment: each names its reader, or nobody. */
    @Test
    void nobodyIsShownSomebodyElsesPage() throws InterruptedException {
        var offer = "/offers/" + fleet.onSale(50, 1);
        var readers = LongStream.range(20_000, 20_050).mapToObj(AccountId::new).toList();
        fleet.open(readers, Role.SHOPPER);
        var cookies = readers.stream()
                .collect(toMap(reader -> "guest" + reader, reader -> fleet.cookie(reader, Role.SHOPPER)));
        var end =
                System.nanoTime() + Duration.ofSeconds(Proof.isFull() ? 60 : 10).toNanos();
        var wrong = new ConcurrentLinkedQueue<String>();
        var named = ConcurrentHashMap.<String>newKeySet();
        var threads = Executors.newFixedThreadPool(SHOPPERS_AT_ONCE);
        for (int thread = 0; thread < SHOPPERS_AT_ONCE; thread++) {
            threads.execute(() -> {
                while (System.nanoTime() < end) {
                    var chance = ThreadLocalRandom.current();
                    var reader = chance.nextBoolean() ? "" : "guest" + readers.get(chance.nextInt(readers.size()));
                    var path = List.of("/", offer, "/orders", "/account").get(chance.nextInt(4));
                    var names = names(path, Optional.ofNullable(cookies.get(reader)));
                    names.stream()
                            .filter(name -> !name.equals(reader))
                            .forEach(name -> wrong.add(path + " for " + reader + " names " + name));
                    named.addAll(names);
                }
            });
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(wrong).isEmpty();
        assertThat(named).as("readers who saw their own name").hasSizeGreaterThan(readers.size() / 2);
    }

    private static Set<String> names(String path, Optional<String> cookie) {
        var request = HttpRequest.newBuilder(URI.create(nginx.address() + path)).timeout(PATIENCE);
        cookie.ifPresent(value -> request.header("Cookie", value));
        try {
            var page = HTTP.send(request.build(), BodyHandlers.ofString()).body();
            return GUEST.matcher(page).results().map(MatchResult::group).collect(toSet());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private static void during(Trouble trouble) throws InterruptedException {
        var offers = List.of(fleet.onSale(5, 1), fleet.onSale(2_000, 2));
        try (var crowd = new FaultCrowd(fleet, alipay, offers, SEED, SHOPPERS_AT_ONCE)) {
            crowd.awaitMore(10, PATIENCE);
            trouble.happens();
            crowd.awaitMore(10, PATIENCE);
            crowd.endIn(PATIENCE);
            var result = new FaultRunCheck(fleet, servers, alipay, offers, crowd.wishes(), false).settle(PATIENCE);
            assertThat(result.broken()).as("%s", result).isEmpty();
            assertThat(result.oversold() + result.lost()).as("%s", result).isZero();
            assertThat(nginx.failures()).as("told by nginx to come again").isEmpty();
        }
    }

    private interface Trouble {

        void happens() throws InterruptedException;
    }
}
