package stampede.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.history.HistoryEngine.Deed;
import stampede.history.HistoryEngine.Deeds;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.Tasks;
import stampede.task.spi.AttemptEnd;
import stampede.task.spi.TaskMessage;
import stampede.task.spi.TaskStep;
import stampede.task.spi.ThisNode;

/** How tasks ended, hour by hour. */
@HistoryEngineTest
class TaskHourTests {

    /** Half past some hour, long ago but not so long that it is forgotten meanwhile. */
    private final Instant noon = Instant.now()
            .truncatedTo(ChronoUnit.HOURS)
            .minus(100, ChronoUnit.DAYS)
            .plusSeconds(1_800);

    @Autowired
    private Tasks tasks;

    @Autowired
    private Deeds deeds;

    @Autowired
    private TaskHourKeeper hours;

    @Autowired
    private TaskHourRepository rows;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private HistoryProperties properties;

    @Autowired
    private NamedParameterJdbcTemplate jdbcs;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private ThisNode node;

    private final String name = "hour." + UUID.randomUUID();

    @Test
    void countsWhatFailedWhatSucceededAfterwardsAndWhatDied() {
        hours.write();
        var before = deeds();
        var late = UUID.randomUUID().toString();
        deeds.when(late, context -> {
            if (context.attempt() == 1) {
                throw new IllegalStateException("not yet");
            }
            return "at last";
        });
        var never = UUID.randomUUID().toString();
        deeds.when(never, context -> {
            throw new IllegalArgumentException("never");
        });

        tasks.send(new Deed(late));
        tasks.send(new Deed(never));

        // At least: what other tests of the same context left may end meanwhile.
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            hours.write();
            var now = deeds();
            assertThat(more(before, now, "SUCCESS 2")).isGreaterThanOrEqualTo(1);
            assertThat(more(before, now, "RETRY 1")).isGreaterThanOrEqualTo(2);
            assertThat(now.entrySet().stream()
                            .filter(each -> each.getKey().startsWith("FAILURE"))
                            .mapToLong(each -> each.getValue() - before.getOrDefault(each.getKey(), 0L))
                            .sum())
                    .isGreaterThanOrEqualTo(1);
        });
    }

    @Test
    void addsToTheHourWhatAnyNodeSaw() {
        var one = keeper(rows);
        var other = keeper(rows);
        one.observe(step(TaskState.SUCCESS, 1));
        one.observe(step(TaskState.SUCCESS, 1));
        one.observe(step(TaskState.STARTED, 1));
        other.observe(step(TaskState.SUCCESS, 1));
        other.observe(step(TaskState.RETRY, 99));

        one.write();
        other.write();
        one.write();

        assertThat(mine(noon.minusSeconds(1_800), noon))
                .containsExactlyInAnyOrder(
                        new TaskHour(name, TaskState.SUCCESS, 1, 3, Duration.ofMillis(60)),
                        new TaskHour(name, TaskState.RETRY, TaskHours.MOST_TRIES, 1, Duration.ofMillis(20)));
        assertThat(mine(noon, noon.plusSeconds(7_200))).isEmpty();
    }

    @Test
    void keepsWhatCannotBeWrittenUntilItCan() throws InterruptedException {
        var away = new boolean[] {true};
        var keeper = keeper(new TaskHourRepository(jdbcs, node) {
            @Override
            void add(Collection<Row> added) {
                if (away[0]) {
                    throw new DataAccessResourceFailureException("away");
                }
                super.add(added);
            }
        });
        keeper.observe(step(TaskState.SUCCESS, 1));
        assertThatThrownBy(keeper::write).hasMessageContaining("away");
        keeper.observe(step(TaskState.SUCCESS, 1));

        away[0] = false;
        keeper.destroy();

        assertThat(mine(noon.minusSeconds(1_800), noon))
                .singleElement()
                .satisfies(hour -> assertThat(hour.count()).isEqualTo(2));
    }

    @Test
    void forgetsWhatIsOlderThanItIsToBeKept() {
        var old = Instant.now().minus(properties.keepHours()).minus(2, ChronoUnit.DAYS);
        var young = Instant.now().minus(properties.keepHours()).plus(2, ChronoUnit.DAYS);
        for (var at : List.of(old, young)) {
            jdbc.update(
                    "insert into task_hour values (?, ?, ?, 'SUCCESS', 1, 1, 1)",
                    node.engine(),
                    at.truncatedTo(ChronoUnit.HOURS).getEpochSecond(),
                    name);
        }

        hours.deleteOld();

        assertThat(mine(old.minus(1, ChronoUnit.DAYS), old.plus(1, ChronoUnit.DAYS)))
                .isEmpty();
        assertThat(mine(young.minus(1, ChronoUnit.DAYS), young.plus(1, ChronoUnit.DAYS)))
                .hasSize(1);
    }

    private List<TaskHour> mine(Instant from, Instant until) {
        return rows.between(from, until).stream()
                .filter(hour -> hour.task().equals(name))
                .toList();
    }

    private Map<String, Long> deeds() {
        return rows
                .between(Instant.now().minus(1, ChronoUnit.DAYS), Instant.now().plus(1, ChronoUnit.DAYS))
                .stream()
                .filter(hour -> hour.task().equals("deed.do"))
                .collect(Collectors.toMap(hour -> hour.outcome() + " " + hour.tries(), TaskHour::count));
    }

    private static long more(Map<String, Long> before, Map<String, Long> now, String key) {
        return now.getOrDefault(key, 0L) - before.getOrDefault(key, 0L);
    }

    private TaskHourKeeper keeper(TaskHourRepository into) {
        return new TaskHourKeeper(into, transaction, properties, Clock.systemUTC());
    }

    private TaskStep step(TaskState state, int attempt) {
        var message = new TaskMessage(
                TaskId.random(),
                name,
                "deeds",
                attempt,
                Optional.empty(),
                Map.of(),
                "[[],{},null]".getBytes(StandardCharsets.US_ASCII));
        var end = new AttemptEnd(
                Optional.empty(), Optional.empty(), Optional.empty(), Duration.ofMillis(20), Optional.empty(), false);
        return new TaskStep(state, message, noon, Optional.of(end));
    }
}
