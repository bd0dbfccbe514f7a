package stampede.faults;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.alipaysandbox.LocalAlipay;
import stampede.catalog.OfferId;
import stampede.journey.JourneyShopping;
import stampede.servers.NginxServer;
import stampede.servers.PageCrowd;
import stampede.testing.Apart;
import stampede.testing.Chromium;
import stampede.testing.Device;
import stampede.testing.Proof;

/** Shoppers come by nginx to two nodes, one of which goes: nobody but the log of nginx notices. */
@Apart
@Tag("faults")
@Tag(Proof.WHOLE)
class NodesBehindNginxTests {

    private static final long SEED =
            Long.getLong("faults.seed", ThreadLocalRandom.current().nextInt(1_000_000));
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int SHOPPERS_AT_ONCE = 8;
    /** For any machine; two fast cores bear 300 beside nodes that start again. */
    private static final int REQUESTS_PER_SECOND = Integer.getInteger("faults.pages-per-second", 100);

    private static final AccountId OPERATOR = new AccountId(420_000);
    private static final Pattern GUEST = Pattern.compile("guest\\d+");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

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
        // Each may be null after a start that failed; the others are closed all the same.
        var lastOfAll = servers;
        var nodes = fleet;
        var front = nginx;
        try (lastOfAll;
                nodes;
                front) {
            // The last is closed first.
        }
    }

    static Stream<Device> devices() {
        return Stream.of(Device.DESKTOP, Device.PHONE.withoutJavaScript());
    }

    /** From an offer's page to the order, each request at whichever node nginx chooses. */
    @ParameterizedTest
    @MethodSource("devices")
    void somebodyRegistersAndBuysByNginx(Device device) {
        var offer = OfferId.of(fleet.onSale(5, 1));
        try (var visitor = chromium.visitor(nginx.address(), device)) {
            visitor.open("/").inspect().open("/offers/" + offer).inspect();
            JourneyShopping.registers(visitor, offer);
            JourneyShopping.buys(visitor);
            JourneyShopping.goesToTheOrder(visitor);
            visitor.inspect();
            assertThat(visitor.page().url()).startsWith(nginx.address() + "/orders/");
            assertThat(visitor.page().locator(".status").count()).isPositive();
        }
    }

    /** One request of ten thousand may be lost with the node that had it. */
    @Test
    void nobodyNoticesANodeThatIsKilled() throws InterruptedException {
        var seen = during(() -> {
            var dead = fleet.node("web-2").process();
            dead.kill();
            Thread.sleep(4_000);
            dead.start();
        });
        var most = (int) Math.max(1, seen.requests() / 10_000);
        assertSoftly(softly -> {
            softly.assertThat(seen.failuresOfNginx())
                    .as("that failed by the log of nginx, of %d", seen.requests())
                    .hasSizeLessThanOrEqualTo(most);
            softly.assertThat(seen.failures())
                    .as("requests that failed, of %d", seen.requests())
                    .hasSizeLessThanOrEqualTo(most);
        });
    }

    /** As an upgrade does, under requests of all kinds. */
    @Test
    void nobodyNoticesNodesThatAreRestartedOneAfterTheOther() throws InterruptedException {
        var seen = during(() -> {
            for (var name : List.of("web-1", "web-2", "worker-beat-1")) {
                var node = fleet.node(name).process();
                node.stop();
                node.start();
                if (name.startsWith("web")) {
                    nginx.awaitRequestsTo(URI.create(node.address()).getPort());
                }
            }
        });
        assertThat(seen.failures()).isEmpty();
        assertThat(seen.failuresOfNginx()).as("that failed by the log of nginx").isEmpty();
        assertThat(seen.gaps())
                .as("streams that ended and came back")
                .isNotEmpty()
                .allSatisfy(gap -> assertThat(gap).isLessThan(Duration.ofSeconds(5)));
    }

    /** Shared pages are made once for all who ask in the same moment: each names its reader, or nobody. */
    @Test
    void nobodyIsShownSomebodyElsesPage() throws InterruptedException {
        var offer = "/offers/" + fleet.onSale(50, 1);
        var readers = LongStream.range(20_000, 20_050).mapToObj(AccountId::new).toList();
        fleet.open(readers, Role.SHOPPER);
        var cookies = readers.stream()
                .collect(toMap(reader -> "guest" + reader, reader -> fleet.cookie(reader, Role.SHOPPER)));
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
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

    private static Seen during(Trouble trouble) throws InterruptedException {
        var offers = List.of(fleet.onSale(5, 1), fleet.onSale(2_000, 2));
        fleet.open(List.of(OPERATOR), Role.OPERATOR);
        var requestsBefore = nginx.requests();
        var failuresBefore = nginx.failures().size();
        try (var crowd = new FaultCrowd(fleet, alipay, offers, SEED, SHOPPERS_AT_ONCE);
                var pages = new PageCrowd(
                        nginx.address(), offers.get(1), fleet.cookie(OPERATOR, Role.OPERATOR), REQUESTS_PER_SECOND)) {
            crowd.awaitMore(10, PATIENCE);
            trouble.happens();
            crowd.awaitMore(10, PATIENCE);
            pages.end();
            crowd.endIn(PATIENCE);
            var result = new FaultRunCheck(fleet, servers, alipay, offers, crowd.wishes(), false).settle(PATIENCE);
            assertThat(result.broken()).as("%s", result).isEmpty();
            assertThat(result.oversold() + result.lost()).as("%s", result).isZero();
            var all = nginx.failures();
            var seen = new Seen(
                    nginx.requests() - requestsBefore,
                    Stream.concat(crowd.failures().stream(), pages.failures().stream())
                            .toList(),
                    all.subList(failuresBefore, all.size()),
                    pages.gaps());
            System.out.printf(
                    "PROOF %d requests, %d of them for pages; %d failed, %d by nginx%n",
                    seen.requests(),
                    pages.requests(),
                    seen.failures().size(),
                    seen.failuresOfNginx().size());
            return seen;
        }
    }

    private interface Trouble {

        void happens() throws InterruptedException;
    }

    /**
     * What whoever came saw.
     *
     * @param failures answers of 500 and more but BUSY, and pages that did not come to their end
     * @param failuresOfNginx what its log has that no node answered, or with 500
     * @param gaps how long streams were away
     */
    private record Seen(long requests, List<String> failures, List<String> failuresOfNginx, List<Duration> gaps) {}
}
