package stampede.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.PageCookies;
import stampede.account.Role;
import stampede.history.RunSearch;
import stampede.history.TaskHistory;
import stampede.history.TaskRun;
import stampede.task.TaskId;
import stampede.task.TaskState;

/**
 * The history stays quick when it is long. Rows are counted rather than seconds: a page reads about as many as it shows, however
 * many there are. {@code -Dproof=full} measures the pages with a million tasks.
 */
@StampedeTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LongHistoryTests {

    private static final boolean FULL = "full".equals(System.getProperty("proof"));
    private static final int RUNS = FULL ? 1_000_000 : 10_000;

    /** Of the engine's rows, as it is if no setting says otherwise. */
    private static final String PREFIX = "stampede";

    private static final int SHOWN = 50;
    private static final int REQUESTS = 400;
    private static final List<TaskState> STATES = List.of(TaskState.values());

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private TaskHistory history;

    @Autowired
    private JdbcTemplate sql;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private Clock clock;

    private SeededHistory seeded;
    private Instant now;

    @BeforeAll
    void seed() {
        now = clock.instant();
        seeded = new SeededHistory(sql, PREFIX);
        seeded.remove();
        seeded.add(RUNS, now.toEpochMilli());
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

    @Test
    @Tag("whole-proof")
    void showsPagesOfAMillionTasksAndTellsHowLongTheyTake() {
        var operator = new ConsoleBrowser(
                port, cookies, accounts.ensure("long-history", "a long enough password", Role.OPERATOR));
        var random = new Random(11);
        operator.read("/console/tasks");
        var millis = new ArrayList<Long>();
        for (int request = 0; request < REQUESTS; request++) {
            var page = page(request % 10, random);
            var begin = System.nanoTime();
            assertThat(operator.open(page).statusCode()).as(page).isLessThan(400);
            millis.add((System.nanoTime() - begin) / 1_000_000);
        }
        millis.sort(Long::compare);
        System.out.printf(
                "%,d tasks in the history, %d pages: median %d ms, p95 %d ms, p99 %d ms, longest %d ms%n",
                RUNS,
                REQUESTS,
                millis.get(REQUESTS / 2),
                millis.get(REQUESTS * 95 / 100),
                millis.get(REQUESTS * 99 / 100),
                millis.get(REQUESTS - 1));
    }

    private String page(int kind, Random random) {
        var name = "seed.task-" + random.nextInt(20);
        var state = STATES.get(random.nextInt(STATES.size()));
        var before = now.minusSeconds(random.nextInt(500_000)).toEpochMilli() << 20;
        return switch (kind) {
            case 0 -> "/console/tasks";
            case 1 -> "/console/tasks?name=" + name;
            case 2 -> "/console/tasks?state=" + state;
            case 3 -> "/console/tasks?name=" + name + "&state=" + state;
            case 4 -> "/console/tasks?before=" + before;
            case 5 -> "/console/tasks?name=" + name + "&state=" + state + "&before=" + before;
            case 6, 7 -> "/console/tasks/" + SeededHistory.id(random.nextInt(RUNS));
            case 8 -> "/console/tasks/dead";
            default ->
                List.of("/console/tasks/queues", "/console/tasks/schedules", "/console/tasks/workers")
                        .get(random.nextInt(3));
        };
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
