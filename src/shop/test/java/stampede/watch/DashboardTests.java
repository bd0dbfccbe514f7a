package stampede.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.order.PlaceOrder;
import stampede.task.Tasks;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The dashboards without Grafana, which Debian does not have: how they are made, whether their queries can be read, and whether a real
 * Prometheus that watches the suite's shop has an answer to each.
 */
@StampedeTest
class DashboardTests {

    private static final Path FOLDER = Path.of("src/deploy/grafana");

    private static final int COLUMNS = 24;

    private static final Set<String> KINDS = Set.of("timeseries", "stat", "table");

    /** Figures that may be below nothing, and what is no curve. */
    private static final Set<String> BELOW_ZERO = Set.of("Clocks", "Releases");

    /** What a query has in it that need not have an answer here, and why. */
    private static final Map<String, String> SILENT = Map.ofEntries(
            Map.entry("redis_memory_used_bytes", "comes from redis_exporter"),
            Map.entry("rabbitmq_queue_messages", "comes from RabbitMQ's plugin"),
            Map.entry("mysql_slave_status", "comes from mysqld_exporter"),
            Map.entry("stampede_replica_age", "is there where there is a replica"),
            Map.entry("> 0", "shows only what is wrong"),
            Map.entry("outcome!~", "shows only what fails"),
            Map.entry("stampede_task_lateness", "is there once something has waited for its time"),
            Map.entry(
                    "jvm_memory_usage_after_gc", "is there once a collection has ended, and not with every collector"),
            Map.entry("jvm_gc_pause", "is there once there was a pause"),
            Map.entry("stampede_celery", "is there where Celery is called"),
            Map.entry("stampede_alert", "is there once an alert fires"),
            Map.entry("stampede_compensation", "is there once something was put right"),
            Map.entry("stampede_channel_dropped", "is there where people are told"),
            Map.entry("stampede_pulse", "is there once something was dropped"));

    /** Figures of the shop that no panel shows, and why. */
    private static final Map<String, String> NOT_SHOWN = Map.of(
            "stampede_clock_wall_ahead_seconds", "is stampede_clock_offset_seconds of the database by its old name");

    private static final JsonMapper JSON = new JsonMapper();

    @LocalServerPort
    private int port;

    @Autowired
    private Tasks tasks;

    @Test
    void eachPanelSaysWhatItShowsAndHasAPlaceOfItsOwn() {
        var dashboards = dashboards();
        assertThat(dashboards).hasSize(5);
        assertThat(dashboards.stream().map(dashboard -> dashboard.path("uid").asString()))
                .doesNotHaveDuplicates();
        for (var dashboard : dashboards) {
            assertThat(dashboard.path("title").asString()).isNotBlank();
            assertThat(dashboard.path("description").asString()).isNotBlank();
            assertThat(dashboard.path("schemaVersion").asInt()).isGreaterThanOrEqualTo(39);
            assertThat(dashboard.toString()).doesNotContain("http:").doesNotContain("https:");
            assertThat(dashboard.path("links").toString()).contains("/console/help", "\"dashboards\"");
            assertThat(dashboard.path("annotations").toString()).contains("stampede_build_info");
            var ids = new HashSet<Integer>();
            var taken = new HashSet<String>();
            for (var panel : panels(dashboard)) {
                var title = panel.path("title").asString();
                assertThat(ids.add(panel.path("id").asInt())).as(title).isTrue();
                assertThat(KINDS).contains(panel.path("type").asString());
                assertThat(title).isNotBlank();
                assertThat(panel.path("description").asString()).as(title).endsWith(".");
                var defaults = panel.path("fieldConfig").path("defaults");
                assertThat(defaults.path("unit").asString()).as(title).isNotBlank();
                assertThat(defaults.has("min") || BELOW_ZERO.contains(title))
                        .as(title)
                        .isTrue();
                assertThat(panel.path("datasource").path("uid").asString()).isEqualTo("${datasource}");
                assertThat(panel.path("targets")).isNotEmpty().allSatisfy(target -> {
                    assertThat(target.path("datasource").path("uid").asString()).isEqualTo("${datasource}");
                    assertThat(target.path("legendFormat").asString()).isNotBlank();
                });
                takePlace(title, panel.path("gridPos"), taken);
            }
        }
    }

    private static void takePlace(String title, JsonNode at, Set<String> taken) {
        assertThat(at.path("x").asInt() + at.path("w").asInt()).as(title).isLessThanOrEqualTo(COLUMNS);
        for (int x = 0; x < at.path("w").asInt(); x++) {
            for (int y = 0; y < at.path("h").asInt(); y++) {
                assertThat(taken.add(
                                (at.path("x").asInt() + x) + " " + (at.path("y").asInt() + y)))
                        .as(title + " lies over another panel")
                        .isTrue();
            }
        }
    }

    @Test
    void eachQueryCanBeRead(@TempDir Path place) throws IOException {
        var rules = new StringBuilder("groups:\n- name: dashboards\n  rules:\n");
        for (var query : queries()) {
            rules.append("  - record: a_query\n    labels: {number: '")
                    .append(rules.length())
                    .append("'}\n    expr: ")
                    .append(JSON.writeValueAsString(query))
                    .append('\n');
        }
        var file = Files.writeString(place.resolve("queries.yml"), rules);

        var checked = WatchTool.run("promtool", "check", "rules", file.toString());

        assertThat(checked.status()).as(checked.said()).isZero();
    }

    @Test
    void aPrometheusThatWatchesTheShopAnswersEachQueryAndEveryFigureIsShown(@TempDir Path place) throws Exception {
        WatchTool.prepare(place, "127.0.0.1:" + port);
        try (var prometheus = PrometheusServer.start(place)) {
            HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                                    .build(),
                            HttpResponse.BodyHandlers.discarding());
            var silent = new ArrayList<>(queries());
            silent.removeIf(query -> SILENT.keySet().stream().anyMatch(query::contains));
            assertThat(silent).hasSizeGreaterThan(60);

            await().atMost(Duration.ofSeconds(90))
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(() -> {
                        silent.removeIf(prometheus::answers);
                        assertThat(silent).isEmpty();
                    });

            // Those with an exception can be asked, at least.
            queries().forEach(prometheus::answers);
            assertThat(unused(prometheus.names())).isEmpty();

            // A message that cannot be an order is given up at once, and somebody has to be told.
            tasks.send(new PlaceOrder("none", "none", "none", 1, 1, 1, "", ""));
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(prometheus.firing()).contains("Watchdog", "TaskArchived"));
        }
    }

    private static Set<String> unused(List<String> names) {
        var shown = String.join("\n", queries());
        return names.stream()
                .filter(name -> name.startsWith("stampede_"))
                .map(name -> name.replaceAll("_seconds_(bucket|count|sum|max)$", "_seconds"))
                .filter(name -> !shown.contains(name) && !NOT_SHOWN.containsKey(name))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> queries() {
        return dashboards().stream()
                .flatMap(dashboard -> Stream.concat(
                        panels(dashboard).stream()
                                .flatMap(panel -> stream(panel.path("targets")))
                                .map(target -> target.path("expr").asString()),
                        stream(dashboard.path("annotations").path("list"))
                                .map(marks -> marks.path("expr").asString())))
                .map(query -> query.replace("$__rate_interval", "15s").replace("$__range", "1m"))
                .distinct()
                .toList();
    }

    private static List<JsonNode> dashboards() {
        try (var files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .map(file -> JSON.readTree(file))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<JsonNode> panels(JsonNode dashboard) {
        return stream(dashboard.path("panels")).toList();
    }

    private static Stream<JsonNode> stream(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }
}
