package stampede.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.api.ShopFixture;
import stampede.catalog.SaleWindow;
import stampede.task.admin.TaskNodes;

/** The page of figures, as Prometheus gets it. */
@StampedeTest
class MetricsTests {

    private static final int MOST_BYTES = 300_000;

    /** Each has few values, whatever is sold and whoever comes. */
    private static final Set<String> LABELS = Set.of(
            "channel",
            "commit",
            "direction",
            "end",
            "event",
            "from",
            "kind",
            "le",
            "outcome",
            "queue",
            "role",
            "rule",
            "script",
            "server",
            "severity",
            "state",
            "step",
            "task",
            "verdict",
            "version");

    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");

    @LocalServerPort
    private int port;

    @Autowired
    private TaskNodes nodes;

    @Autowired
    private ShopFixture fixture;

    @Test
    void promtoolFindsNothingWrongWithTheShopsOwn() throws Exception {
        var found = WatchTool.feed(scrape(), "promtool", "check", "metrics");

        assertThat(found.said().lines().filter(line -> line.startsWith("stampede_")))
                .isEmpty();
    }

    @Test
    void allOfTheShopsOwnSayWhatTheyAre() throws Exception {
        var page = scrape();
        var described = page.lines()
                .filter(line -> line.matches("# HELP stampede_\\w+ .+"))
                .map(line -> line.split(" ", -1)[2])
                .collect(Collectors.toSet());

        assertThat(page.lines()
                        .filter(line -> line.startsWith("# TYPE stampede_"))
                        .map(line -> line.split(" ", -1)[2]))
                .hasSizeGreaterThan(35)
                .allSatisfy(name -> assertThat(described).contains(name));
    }

    @Test
    void noLabelNamesAnOfferAShopperOrATasksId() throws Exception {
        var labels = scrape().lines()
                .filter(line -> line.startsWith("stampede_"))
                .map(line -> line.substring(0, line.lastIndexOf(' ')))
                .flatMap(line -> LABEL.matcher(line).results())
                .map(found -> found.group(1))
                .collect(Collectors.toSet());

        assertThat(labels).contains("outcome", "task", "queue").isSubsetOf(LABELS);
    }

    @Test
    void countersAreThereBeforeTheFirstOfAKind() throws Exception {
        assertThat(scrape())
                .contains(
                        "stampede_task_deaths_total{task=\"order.place\"}",
                        "stampede_task_deaths_total{task=\"unknown\"}",
                        "stampede_refunds_total{outcome=\"done\"}",
                        "stampede_refunds_total{outcome=\"stuck\"}",
                        "stampede_purchase_ends_total{end=\"abandoned\"}",
                        "stampede_orders_total{step=\"refunded\"}",
                        "stampede_money_fen_total{direction=\"back\"}",
                        "stampede_security_events_total{event=\"RECOVERY_CODE_USED\"}",
                        "stampede_build_info{")
                .doesNotContain("quantile=");
    }

    @Test
    void tellsHowManyNodesThereAre() throws Exception {
        assertThat(nodes.list()).isNotEmpty();

        // On a busy machine a node may be silent for so long that it counts as gone, and comes back.
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            assertThat(value("stampede_nodes{role=\"worker\"}")).isPositive();
            assertThat(value("stampede_nodes{role=\"web\"}")).isPositive();
        });
    }

    /** With all that the suite has sold by now, but without a line for each address that it has asked: no shop has all of those. */
    @Test
    void thePageIsSmallAndQuicklyMade() throws Exception {
        var page = scrape();
        var asked = page.lines()
                .filter(line -> line.startsWith("http_server_requests"))
                .mapToInt(line -> line.length() + 1)
                .sum();
        assertThat(page.getBytes(StandardCharsets.UTF_8).length - asked).isLessThan(MOST_BYTES);

        var times = Stream.generate(this::time).limit(10).sorted().toList();
        System.out.printf(
                "A scrape: %d bytes, %d lines, in the middle %d ms, at most %d ms%n",
                page.length(),
                page.lines().count(),
                times.get(5).toMillis(),
                times.get(9).toMillis());
        assertThat(times.get(5)).isLessThan(Duration.ofMillis(500));
    }

    /** No figure is of an offer. */
    @Tag("whole-proof")
    @Test
    void aThousandOffersOnSaleMakeThePageNoLarger() throws Exception {
        var before = scrape().length();
        var window = new SaleWindow(Instant.now().minusSeconds(1), Instant.now().plusSeconds(3_600));
        for (int offer = 0; offer < 1_000; offer++) {
            fixture.inWindow(window);
        }

        assertThat(scrape().length()).isCloseTo(before, within(30_000));
        thePageIsSmallAndQuicklyMade();
    }

    private Duration time() {
        try {
            var began = System.nanoTime();
            scrape();
            return Duration.ofNanos(System.nanoTime() - began);
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private double value(String series) throws IOException, InterruptedException {
        return scrape().lines()
                .filter(line -> line.startsWith(series))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElse(0);
    }

    private String scrape() throws IOException, InterruptedException {
        var answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator/prometheus"))
                                .header("Authorization", "Bearer " + WatchTool.TOKEN)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }
}
