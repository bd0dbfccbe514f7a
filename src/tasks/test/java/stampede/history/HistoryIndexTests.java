package stampede.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.spi.ThisNode;

/** However many tasks there were, a page of them costs the same. With {@code -Dproof=full}: a million rows, and timings. */
@HistoryEngineTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HistoryIndexTests {

    private static final boolean FULL = "full".equals(System.getProperty("proof"));
    private static final int ROWS = FULL ? 1_000_000 : 24_000;
    private static final int AT_A_TIME = 2_000;
    private static final List<String> NAMES = List.of("often", "sometimes", "seldom");

    private final Instant start = Instant.now().minus(Duration.ofDays(6));

    @Autowired
    private TaskHistoryRepository history;

    @Autowired
    private TaskStatistics statistics;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private NamedParameterJdbcTemplate named;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private ThisNode node;

    @Test
    void everySearchFollowsAnIndexWithoutSorting() {
        for (var search : searches()) {
            var plan = named.queryForList("explain " + TaskHistoryRepository.query(search), history.values(search))
                    .get(0);

            assertThat(plan.get("type")).as("of %s", search).isIn("ref", "range");
            assertThat(String.valueOf(plan.get("Extra"))).as("of %s", search).doesNotContain("filesort");
            time(search.toString(), () -> assertThat(history.search(search)).hasSizeLessThanOrEqualTo(50));
        }
        time("names", () -> assertThat(history.names()).containsAll(NAMES));
        time("family", () -> assertThat(history.family(new TaskId("nobody"))).isEmpty());
    }

    /** What no index knows is looked for in so many rows and no more, however long the history is. */
    @Test
    void looksNoFurtherThanItSays() {
        var word = Optional.of("nobody has this");
        for (var name : List.of(Optional.<String>empty(), Optional.of("often"))) {
            var search = new RunSearch(
                    name,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    word,
                    Set.of(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    50);
            time("text, " + name, () -> assertThat(history.search(search)).isEmpty());
            assertThat(rowsRead(() -> history.search(search)))
                    .isBetween(20_000L, 2 * TaskHistory.MOST_LOOKED_AT + 200L);
            time(
                    "count by text, " + name,
                    () -> assertThat(history.count(search)).isZero());
            assertThat(history.reach(search)).isPresent();
        }
        time("count of all", () -> assertThat(history.count(searches().get(0))).isEqualTo(TaskHistory.MOST_COUNTED));
        time("figures", () -> assertThat(statistics.since(start, "often").p50()).isPresent());
    }

    private long rowsRead(Supplier<?> question) {
        var read = transaction.execute(status -> {
            var before = handled();
            var unused = question.get();
            return handled() - before;
        });
        return read == null ? Long.MAX_VALUE : read;
    }

    private long handled() {
        return jdbc
                .query(
                        "show session status where variable_name like 'Handler_read%'",
                        (row, number) -> row.getLong("Value"))
                .stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private List<RunSearch> searches() {
        var searches = new ArrayList<RunSearch>();
        var middle = start.plusSeconds(Duration.ofDays(3).toSeconds());
        for (var name : List.of(Optional.<String>empty(), Optional.of("often"), Optional.of("seldom"))) {
            for (var state : List.of(
                    Optional.<TaskState>empty(), Optional.of(TaskState.SUCCESS), Optional.of(TaskState.FAILURE))) {
                searches.add(new RunSearch(name, state, Optional.empty(), Optional.empty(), Optional.empty(), 50));
                searches.add(new RunSearch(
                        name, state, Optional.of(middle), Optional.of(middle.plusSeconds(3600)), Optional.empty(), 50));
                searches.add(new RunSearch(
                        name, state, Optional.empty(), Optional.empty(), Optional.of(RunChange.numberAt(middle)), 50));
            }
        }
        return searches;
    }

    private static void time(String what, Runnable question) {
        var start = System.nanoTime();
        question.run();
        var millis = (System.nanoTime() - start) / 1_000_000;
        if (FULL) {
            System.out.printf("%d ms: %s%n", millis, what);
        }
    }

    @BeforeAll
    void fill() {
        var random = new Random(7);
        var step = Duration.ofDays(6).toMillis() / ROWS;
        for (int first = 0; first < ROWS; first += AT_A_TIME) {
            var rows = new ArrayList<Object[]>();
            for (int row = first; row < first + AT_A_TIME; row++) {
                var sent = start.plusMillis(step * row);
                var chance = random.nextInt(1_000);
                rows.add(new Object[] {
                    RunChange.numberAt(sent) + chance,
                    node.engine(),
                    UUID.randomUUID().toString(),
                    NAMES.get(chance == 0 ? 2 : chance < 100 ? 1 : 0),
                    chance % 500 == 1 ? "FAILURE" : "SUCCESS",
                    UUID.randomUUID().toString(),
                    sent.toEpochMilli(),
                    sent.toEpochMilli()
                });
            }
            jdbc.batchUpdate("""
                    insert into task_run (number, prefix, task_id, name, queue, state, progress, attempts, root_id, payload,
                                          runtime_ms, sent_ms, changed_ms)
                    values (?, ?, ?, ?, 'deeds', ?, 1, 1, ?, '{"number":1}', 7, ?, ?)
                    """, rows);
        }
        jdbc.execute("analyze table task_run");
    }
}
