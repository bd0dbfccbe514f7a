package stampede.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.history.RunSearch;
import stampede.history.TaskHistory;
import stampede.history.TaskRun;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.spi.QueueNames;
import stampede.testing.ErrandTasks.Errand;
import stampede.testing.ErrandTasks.What;
import stampede.testing.Proof;
import stampede.workflow.Workflow;
import stampede.workflow.Workflows;

/**
 * The history stays quick when it is long. Rows are counted rather than seconds: a page reads about as many as it shows, however
 * many there are. {@code -Dproof=full} measures the pages with a million tasks.
 */
@MonitorTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LongHistoryTests {

    private static final int RUNS = Proof.size(10_000, 1_000_000);
    private static final int DEAD = Proof.size(0, 10_000);
    private static final String TASKS = MonitorTest.PATH;

    private static final int SHOWN = 50;
    private static final int WARM_UP = 40;
    private static final int REQUESTS = 200;
    private static final List<TaskState> STATES = List.of(TaskState.values());

    @LocalServerPort
    private int port;

    @Autowired
    private TaskHistory history;

    @Autowired
    private Workflows workflows;

    @Autowired
    private JdbcTemplate sql;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private QueueNames names;

    @Autowired
    private Clock clock;

    private SeededHistory seeded;
    private Instant now;
    private List<Long> dead = List.of();

    @BeforeAll
    void seed() {
        now = clock.instant();
        seeded = new SeededHistory(sql, names.prefix());
        seeded.remove();
        seeded.add(RUNS, now.toEpochMilli());
        dead = seeded.addDead(DEAD, now.toEpochMilli());
        sql.execute("analyze table task_run");
    }

    @AfterAll
    void tidyUp() {
        seeded.remove();
    }

    @Test
    void everySearchReadsAboutAsManyRowsAsItShows() {
        var name = Optional.of("seed.task-3");
        var rare = Optional.of(TaskState.EXPIRED);
        var from = Optional.of(now.minus(Duration.ofDays(3)));
        var to = Optional.of(now.minus(Duration.ofDays(2)));
        var none = Optional.<Instant>empty();
        var before =
                history
                        .search(new RunSearch(Optional.empty(), Optional.empty(), none, to, Optional.empty(), 1))
                        .stream()
                        .map(TaskRun::number)
                        .findFirst();

        for (var names : List.of(Optional.<String>empty(), name)) {
            for (var states : List.of(Optional.<TaskState>empty(), rare)) {
                assertThat(rowsRead(() ->
                                history.search(new RunSearch(names, states, none, none, Optional.empty(), SHOWN))))
                        .as("%s %s", names, states)
                        .isLessThan(3 * SHOWN);
                assertThat(rowsRead(
                                () -> history.search(new RunSearch(names, states, from, to, Optional.empty(), SHOWN))))
                        .as("%s %s in a day", names, states)
                        .isLessThan(3 * SHOWN);
                assertThat(rowsRead(() -> history.search(new RunSearch(names, states, none, none, before, SHOWN))))
                        .as("%s %s on a later page", names, states)
                        .isLessThan(3 * SHOWN);
            }
        }
    }

    @Test
    void whatIsShownOfOneTaskIsFoundByItsNumber() {
        var id = new TaskId(SeededHistory.id(4_001));

        assertThat(rowsRead(() -> history.find(id))).isLessThan(10);
        assertThat(rowsRead(() -> history.attempts(id))).isLessThan(20);
        assertThat(rowsRead(() -> history.family(new TaskId(SeededHistory.id(4_000)))))
                .isLessThan(10);
    }

    @Test
    void theNamesAreReadWithoutReadingEveryTask() {
        assertThat(rowsRead(history::names)).isLessThan(500);
    }

    /** Of each kind of page, so that no quick one hides a slow one. */
    @Test
    @Tag(Proof.WHOLE)
    void showsPagesOfAMillionTasksAndTellsHowLongTheyTake() {
        var operator = MonitorBrowser.as("operator", port);
        var random = new Random(11);
        var millis = new LinkedHashMap<String, List<Long>>();
        var pages = pages(chain(), random);
        // The compilers have seen nothing of them before.
        pages.values().forEach(page -> times(operator, page, WARM_UP));
        pages.forEach((kind, page) -> millis.put(kind, times(operator, page, REQUESTS)));
        millis.put(
                "of all kinds", millis.values().stream().flatMap(List::stream).toList());
        millis.forEach((kind, times) -> Proof.print(
                "%,d tasks in the history, %,d dead, %d times %s: median %d ms, p95 %d ms, p99 %d ms, longest %d ms",
                RUNS,
                DEAD,
                times.size(),
                kind,
                Proof.percentile(times, 0.5),
                Proof.percentile(times, 0.95),
                Proof.percentile(times, 0.99),
                Proof.percentile(times, 1)));
    }

    private static List<Long> times(MonitorBrowser operator, Supplier<String> page, int requests) {
        var times = new ArrayList<Long>();
        for (int request = 0; request < requests; request++) {
            var address = page.get();
            var begin = System.nanoTime();
            assertThat(operator.open(address).statusCode()).as(address).isLessThan(400);
            times.add((System.nanoTime() - begin) / 1_000_000);
        }
        return times;
    }

    private Map<String, Supplier<String>> pages(TaskId workflow, Random random) {
        Supplier<String> name = () -> "name=" + SeededHistory.NAMES + "task-" + random.nextInt(20);
        Supplier<String> state = () -> "state=" + STATES.get(random.nextInt(STATES.size()));
        Supplier<String> before =
                () -> "before=" + (now.minusSeconds(random.nextInt(500_000)).toEpochMilli() << 20);
        var pages = new LinkedHashMap<String, Supplier<String>>();
        pages.put("tasks", () -> TASKS);
        pages.put("tasks of a name", () -> TASKS + "?" + name.get());
        pages.put("tasks in a state", () -> TASKS + "?" + state.get());
        pages.put("tasks of a name in a state", () -> TASKS + "?" + name.get() + "&" + state.get());
        pages.put("tasks, a later page", () -> TASKS + "?" + before.get());
        pages.put("tasks of all these", () -> TASKS + "?" + name.get() + "&" + state.get() + "&" + before.get());
        pages.put("one task", () -> TASKS + "/" + SeededHistory.id(random.nextInt(RUNS)));
        pages.put("dead tasks", () -> TASKS + "/dead");
        pages.put("dead tasks of a name", () -> TASKS + "/dead?" + name.get());
        pages.put("one dead task", () -> TASKS + "/dead/" + dead.get(random.nextInt(dead.size())));
        pages.put("a workflow of 1,000 steps", () -> TASKS + "/workflow?id=" + workflow);
        for (var page : List.of("queues", "schedules", "workers")) {
            pages.put(page, () -> TASKS + "/" + page);
        }
        return pages;
    }

    private TaskId chain() {
        return workflows.start(Workflow.chain(IntStream.range(0, 1_000)
                .mapToObj(step -> new Errand(What.RUN, "step " + step))
                .toArray(Record[]::new)));
    }

    /** How many rows the server read for it, on the connection that asked. */
    private long rowsRead(Supplier<?> question) {
        var read = transaction.execute(status -> {
            var before = handled();
            var unused = question.get();
            return handled() - before;
        });
        return read == null ? Long.MAX_VALUE : read;
    }

    private long handled() {
        return sql
                .query(
                        "show session status where variable_name like 'Handler_read%'",
                        (row, number) -> row.getLong("Value"))
                .stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}
