package stampede.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.spi.AttemptEnd;
import stampede.task.spi.TaskMessage;
import stampede.task.spi.TaskStep;
import stampede.task.spi.ThisNode;
import stampede.testing.Proof;

/** The rows behind the history: in whatever order news arrive, however many, and until they are old. */
@HistoryEngineTest
class HistoryRowsTests {

    private static final int ENDS = 800;
    private static final byte[] BODY = "[[],{},null]".getBytes(StandardCharsets.US_ASCII);

    @Autowired
    private HistoryWriter writer;

    @Autowired
    private TaskHistory history;

    @Autowired
    private HistoryRetention retention;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private NamedParameterJdbcTemplate jdbcs;

    @Autowired
    private HistoryProperties properties;

    @Autowired
    private TaskHourKeeper hours;

    @Autowired
    private ThisNode node;

    private final TaskId id = TaskId.random();
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    @Test
    void newsFromBeforeChangeNoState() {
        write(step(TaskState.RETRY, 1, 0, now.plusMillis(20)), step(TaskState.SUCCESS, 2, 0, now.plusMillis(40)));

        write(step(TaskState.STARTED, 2, 0, now.plusMillis(30)));
        write(step(TaskState.PENDING, 1, 0, now));

        assertThat(history.find(id)).get().satisfies(run -> {
            assertThat(run.state()).isEqualTo(TaskState.SUCCESS);
            assertThat(run.attempts()).isEqualTo(2);
            assertThat(run.sentAt()).isEqualTo(now);
            assertThat(run.endedAt()).contains(now.plusMillis(40));
        });
        assertThat(history.attempts(id)).hasSize(2);
    }

    @Test
    void aReplayLeadsOutOfAnEnd() {
        write(step(TaskState.FAILURE, 2, 0, now));
        write(step(TaskState.STARTED, 1, 0, now.plusMillis(10)));
        assertThat(history.find(id).map(TaskRun::state)).contains(TaskState.FAILURE);

        write(step(TaskState.STARTED, 1, 1, now.plusMillis(20)));

        assertThat(history.find(id)).get().satisfies(run -> {
            assertThat(run.state()).isEqualTo(TaskState.STARTED);
            assertThat(run.endedAt()).isEmpty();
        });
    }

    @Test
    void mergesInMemoryAsItDoesInTheTable() {
        var steps = List.of(
                step(TaskState.PENDING, 1, 0, now),
                step(TaskState.STARTED, 1, 0, now.plusMillis(1)),
                step(TaskState.RETRY, 1, 0, now.plusMillis(2)),
                step(TaskState.STARTED, 2, 0, now.plusMillis(3)),
                step(TaskState.SUCCESS, 2, 0, now.plusMillis(4)));
        var backwards = IntStream.range(0, steps.size())
                .mapToObj(index -> change(steps.get(steps.size() - 1 - index)))
                .reduce(RunChange::and)
                .orElseThrow();

        var merged = steps.stream().map(this::change).reduce(RunChange::and).orElseThrow();

        for (var change : List.of(merged, backwards)) {
            assertThat(change.state()).isEqualTo(TaskState.SUCCESS);
            assertThat(change.attempts()).isEqualTo(2);
            assertThat(change.firstSeen()).isEqualTo(now);
            assertThat(change.failed()).hasSize(1);
        }
    }

    @Test
    void manyEndsShareACommit() {
        var before = commits();
        var start = System.nanoTime();

        var threads = Executors.newFixedThreadPool(16);
        var written = IntStream.range(0, ENDS)
                .mapToObj(number -> CompletableFuture.runAsync(
                        () -> writer.write(List.of(change(step(TaskId.random(), TaskState.SUCCESS, 1, 0, now)))),
                        threads))
                .toList();
        written.forEach(CompletableFuture::join);
        threads.shutdown();

        var millis = (System.nanoTime() - start) / 1_000_000;
        var commits = commits() - before;
        System.out.printf("%d ends told by 16 threads: %d ms, %d commits%n", ENDS, millis, commits);
        assertThat(commits).isLessThan(ENDS / 2);
        assertThat(jdbc.queryForObject(
                        "select count(*) from task_run where prefix = ? and name = 'row.test'",
                        Integer.class,
                        node.engine()))
                .isGreaterThanOrEqualTo(ENDS);
    }

    @Test
    void deletesWhatIsOldButNothingThatWaits() throws InterruptedException {
        var old = now.minus(Duration.ofDays(8));
        var waiting = TaskId.random();
        var fresh = TaskId.random();
        write(step(TaskState.RETRY, 1, 0, old), step(TaskState.SUCCESS, 2, 0, old));
        write(step(waiting, TaskState.SCHEDULED, 1, 0, old, Optional.of(now.plus(Duration.ofDays(1)))));
        write(step(fresh, TaskState.SUCCESS, 1, 0, now));

        retention.turn();

        assertThat(history.find(id)).isEmpty();
        assertThat(history.attempts(id)).isEmpty();
        assertThat(history.find(waiting)).isPresent();
        assertThat(history.find(fresh)).isPresent();
    }

    @Test
    void looksNotEachTimeAtWhatWaitsForAFarDay() throws InterruptedException {
        var far = Proof.size(5_000, 300_000);
        var old = RunChange.numberAt(now.minus(Duration.ofDays(9)));
        jdbc.batchUpdate(
                """
                insert into task_run (number, prefix, task_id, name, queue, state, progress, attempts, root_id, payload, sent_ms,
                                      due_ms, changed_ms)
                values (?, ?, ?, 'far.test', 'deeds', 'SCHEDULED', 0, 0, 'x', '', 0, ?, 0)
                """,
                IntStream.range(0, far)
                        .mapToObj(row -> new Object[] {
                            old + row,
                            node.engine(),
                            id.value() + row,
                            now.plus(Duration.ofDays(90)).toEpochMilli()
                        })
                        .toList());
        var fresh = new HistoryRetention(new OldRunRepository(jdbcs, node), hours, properties, Clock.systemUTC());

        var first = rowsRead(fresh);
        var next = rowsRead(fresh);

        Proof.print("%d tasks that wait for a far day: %d rows read in a turn, %d in the next", far, first, next);
        assertThat(first).isGreaterThan(far);
        assertThat(next).isLessThan(far / 2);
        jdbc.update("delete from task_run where prefix = ? and name = 'far.test'", node.engine());
    }

    private long rowsRead(HistoryRetention turned) throws InterruptedException {
        var before = read();
        turned.turn();
        return read() - before;
    }

    private long read() {
        return jdbc.query("show global status like 'Handler_read_next'", (row, number) -> row.getLong(2))
                .get(0);
    }

    private long commits() {
        return jdbc.query("show global status like 'Com_commit'", (row, number) -> row.getLong(2))
                .get(0);
    }

    private void write(TaskStep... steps) {
        writer.write(Stream.of(steps).map(this::change).toList());
    }

    private RunChange change(TaskStep step) {
        return RunChange.of(step, node.name());
    }

    private TaskStep step(TaskState state, int attempt, int replays, Instant at) {
        return step(id, state, attempt, replays, at);
    }

    private static TaskStep step(TaskId id, TaskState state, int attempt, int replays, Instant at) {
        return step(id, state, attempt, replays, at, Optional.empty());
    }

    private static TaskStep step(
            TaskId id, TaskState state, int attempt, int replays, Instant at, Optional<Instant> due) {
        var headers = new HashMap<String, @Nullable Object>();
        headers.put("x-task-replays", replays);
        var message = new TaskMessage(id, "row.test", "deeds", attempt, due, headers, BODY);
        var hasEnded = state == TaskState.RETRY || state.isFinal();
        return new TaskStep(
                state,
                message,
                at,
                hasEnded
                        ? Optional.of(new AttemptEnd(
                                Optional.empty(),
                                state == TaskState.SUCCESS ? Optional.empty() : Optional.of("it failed"),
                                Optional.empty(),
                                Duration.ofMillis(1),
                                Optional.empty(),
                                false))
                        : Optional.empty());
    }
}
