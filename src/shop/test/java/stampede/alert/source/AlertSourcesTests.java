package stampede.alert.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.alert.AlertFinding;
import stampede.alert.AlertProperties;
import stampede.alert.AlertRule;
import stampede.alert.AlertSource;
import stampede.alert.AlertSources;
import stampede.alert.AlertThresholdProperties;
import stampede.alert.NodeClockRepository;
import stampede.books.BooksCheck;
import stampede.books.BooksReport;
import stampede.books.BooksResultRepository;
import stampede.payment.PaidOrders;
import stampede.task.admin.DeadTasks;
import stampede.task.admin.TaskNodes;
import stampede.task.admin.TaskQueue;
import stampede.task.admin.TaskQueues;
import stampede.task.spi.QueueNames;
import stampede.task.spi.ThisNode;

/** What rules find when something is really broken, on the real servers; other tests break things beside it. */
@StampedeTest
class AlertSourcesTests {

    private final Map<MeterRegistry, AlertCountJob> jobs = new HashMap<>();

    @Autowired
    private List<AlertSources> all;

    @Autowired
    private AlertCountRepository counts;

    @Autowired
    private NodeClockRepository clocks;

    @Autowired
    private AlertProperties properties;

    @Autowired
    private AlertThresholdProperties thresholds;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private TaskNodes nodes;

    @Autowired
    private PaidOrders orders;

    @Autowired
    private BooksCheck check;

    @Autowired
    private BooksResultRepository results;

    @Autowired
    private ThisNode self;

    @Autowired
    private JdbcClient sql;

    @Autowired
    private Clock clock;

    @BeforeEach
    @AfterEach
    void countFromZero() {
        sql.sql("delete from alert_count").update();
    }

    @Test
    void elevenDeadLettersAreTooManyAndTenAreNot() {
        assertThat(deadLetters(Optional.of(10L))).contains(List.of());
        assertThat(deadLetters(Optional.of(11L)).orElseThrow())
                .extracting(AlertFinding::value)
                .containsExactly(11.0);
        assertThat(deadLetters(Optional.empty())).as("nobody knows").isEmpty();
    }

    @Test
    void nodesOfRabbitThatTakeOthersForGoneAreCounted() {
        assertThat(parted(Optional.of(new TreeMap<>(Map.of("b", List.of("a", "c"), "c", List.of("b")))))
                        .orElseThrow())
                .extracting(AlertFinding::value)
                .containsExactly(2.0);
        assertThat(parted(Optional.of(new TreeMap<>()))).contains(List.of());
        assertThat(parted(Optional.empty())).as("nobody knows").isEmpty();
    }

    @Test
    void countsOfAllNodesAreAddedUp() {
        var one = new SimpleMeterRegistry();
        var two = new SimpleMeterRegistry();
        end(one, "placed", 500);
        end(two, "placed", 499);
        add(one, two);
        assertThat(read(AlertRule.PURCHASE_SUCCESS)).isEmpty();

        end(two, "abandoned", 1);
        add(one, two);
        assertThat(read(AlertRule.PURCHASE_SUCCESS)).as("999 of 1,000").isEmpty();
        end(one, "abandoned", 1);
        end(one, "rejected", 1);
        add(one, two);
        assertThat(read(AlertRule.PURCHASE_SUCCESS)).hasSize(1);

        one.timer("stampede.purchase.commits").record(400, TimeUnit.MILLISECONDS);
        two.timer("stampede.purchase.commits").record(600, TimeUnit.MILLISECONDS);
        add(one, two);
        assertThat(read(AlertRule.COMMIT_DELAY)).as("500 ms on average").isEmpty();
        two.timer("stampede.purchase.commits").record(503, TimeUnit.MILLISECONDS);
        add(one, two);
        assertThat(read(AlertRule.COMMIT_DELAY)).extracting(AlertFinding::value).containsExactly(501.0);

        one.timer("stampede.tasks", "outcome", "done", "task", "a").record(Duration.ZERO);
        one.counter("stampede.task.deaths", "task", "a").increment(2);
        add(one, two);
        assertThat(read(AlertRule.FINAL_FAILURES)).as("too few to say").isEmpty();
        for (int i = 0; i < 1_500; i++) {
            two.timer("stampede.tasks", "outcome", "done", "task", "b").record(Duration.ZERO);
        }
        add(one, two);
        assertThat(read(AlertRule.FINAL_FAILURES)).hasSize(1);
    }

    @Test
    void aClockThatIsAwayAndANodeThatIsGoneAreNamed() {
        counts.add("a-node", clock.instant(), ClusterCounts.NONE, 251);
        counts.add("b-node", clock.instant(), ClusterCounts.NONE, 250);
        assertThat(read(AlertRule.CLOCK)).extracting(AlertFinding::subject).containsExactly("node:a-node");

        var gone = "gone-" + UUID.randomUUID();
        sql.sql("""
                insert into task_node (prefix, name, roles, started_ms, seen_ms, stopping, running, queues)
                select prefix, :gone, roles, started_ms, :seen, 0, '[]', '{}' from task_node where name = :own
                """)
                .param("gone", gone)
                .param("seen", clock.millis() - 16_000)
                .param("own", nodes.own())
                .update();
        assertThat(read(AlertRule.NODE_GONE))
                .extracting(AlertFinding::subject)
                .contains("node:" + gone)
                .doesNotContain("node:" + nodes.own());
        sql.sql("delete from task_node where name = :gone").param("gone", gone).update();
        assertThat(read(AlertRule.NO_WORKER)).isEmpty();
        assertThat(read(AlertRule.NO_BEAT)).isEmpty();
    }

    @Test
    void anOfferWhoseCounterDiffersDrifts() {
        var offer = orders.open(3);
        results.save(check.check(offer));
        // As a check finds it once nothing has moved for 45 seconds, for which nobody waits here. A check of the shop's
        // own may come
        // in between.
        await().untilAsserted(() -> {
            sql.sql("""
                    update books_verdict
                       set verdict = :verdict, broken = 1, in_counter = 1, left_units = available - pending_units + 2
                     where offer_id = :offer
                    """)
                    .param("verdict", BooksReport.Verdict.BROKEN.name())
                    .param("offer", offer.value())
                    .update();
            assertThat(read(AlertRule.DRIFT)).contains(new AlertFinding("offer:" + offer, 2));
            assertThat(read(AlertRule.BOOKS)).extracting(AlertFinding::subject).contains("offer:" + offer);
        });
        sql.sql("delete from books_verdict where offer_id = :offer")
                .param("offer", offer.value())
                .update();
    }

    @Test
    void aTaskThatDiedIsNamed() {
        var name = "a.task-" + UUID.randomUUID();
        assertThat(read(AlertRule.ARCHIVED)).extracting(AlertFinding::subject).doesNotContain("task:" + name);
        dieOf(name);
        assertThat(read(AlertRule.ARCHIVED)).contains(new AlertFinding("task:" + name, 1));
        sql.sql("delete from task_dead where name = :name").param("name", name).update();
    }

    /** Written where the worker that stores dead letters writes it. */
    private void dieOf(String name) {
        sql.sql("""
                insert into task_dead (prefix, task_id, name, replays, queue, headers, body, error, attempts, status, died_ms, changed_ms)
                values (:prefix, :task, :name, 0, 'errands', '{}', '', 'It failed', 4, 'DEAD', :now, :now)
                """)
                .param("prefix", self.engine())
                .param("task", UUID.randomUUID().toString())
                .param("name", name)
                .param("now", clock.millis())
                .update();
    }

    private static Optional<List<AlertFinding>> parted(Optional<SortedMap<String, List<String>>> nodes) {
        return of(AlertRule.BROKER_PARTED, new ServerAlertSources(() -> nodes).sources())
                .read()
                .get();
    }

    private Optional<List<AlertFinding>> deadLetters(Optional<Long> ready) {
        var queue = new TaskQueue(
                "dead",
                TaskQueue.Kind.DEAD,
                Optional.empty(),
                ready,
                Optional.empty(),
                0,
                0,
                0,
                false,
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                0,
                Map.of());
        var queues = (TaskQueues) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {TaskQueues.class},
                (proxy, method, arguments) -> Optional.of(queue));
        return of(
                        AlertRule.DEAD_LETTERS,
                        new TaskAlertSources(queues, dead, nodes, counts, clocks, thresholds, clock).sources())
                .read()
                .get();
    }

    private List<AlertFinding> read(AlertRule rule) {
        return of(rule, all.stream().flatMap(some -> some.sources().stream()).toList())
                .read()
                .get()
                .orElseThrow();
    }

    private static AlertSource of(AlertRule rule, Collection<AlertSource> sources) {
        return sources.stream()
                .filter(source -> source.rule() == rule)
                .findFirst()
                .orElseThrow();
    }

    /** Each as a node of its own. */
    private void add(MeterRegistry... registries) {
        for (var registry : registries) {
            jobs.computeIfAbsent(
                            registry,
                            meters -> new AlertCountJob(
                                    meters, counts, properties, new ThisNode(new QueueNames(self.engine())), clock))
                    .add(clock.instant());
        }
    }

    private static void end(MeterRegistry node, String end, int times) {
        node.counter("stampede.purchase.ends", "end", end).increment(times);
    }
}
