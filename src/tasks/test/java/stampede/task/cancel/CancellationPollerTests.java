package stampede.task.cancel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.support.OutageRetry;
import stampede.task.TaskId;
import stampede.task.engine.TaskEngineTest;
import stampede.task.spi.QueueNames;
import stampede.testing.Proof;

/** How a node knows of what was called off, however much that is. */
@TaskEngineTest
class CancellationPollerTests {

    private static final int MANY = Proof.size(20_000, 300_000);

    @Autowired
    private CancellationRepository table;

    @Autowired
    private OutageRetry outageRetry;

    @Autowired
    private Clock clock;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private QueueNames names;

    private final String key = UUID.randomUUID().toString().substring(0, 8);

    @AfterEach
    void tidyUp() {
        jdbc.update("delete from task_cancel where prefix = ? and task_id like ?", names.prefix(), key + "%");
    }

    @Test
    void knowsOfAllThatWasCalledOffLongAgoInLittleSpace() throws IOException {
        callOff(MANY);
        var cancellations = new Cancellations(table, outageRetry);
        var watch = new CancellationPoller(table, cancellations, clock);

        var first = millis(watch::turn);
        var next = millis(watch::turn);

        IntStream.of(0, MANY / 2, MANY - 1)
                .forEach(number ->
                        assertThat(cancellations.isCancelled(id(number), 0)).isTrue());
        assertThat(cancellations.isCancelled(TaskId.random(), 0)).isFalse();
        var memory = new ByteArrayOutputStream();
        Cancellations.filter(2 * table.count()).writeTo(memory);
        Proof.print(
                "%d cancellations: read in %d ms, a turn after that %d ms, %d kB of memory",
                table.count(), first, next, memory.size() / 1024);
        assertThat(memory.size()).isLessThan(5 * MANY + 100_000);
    }

    @Test
    void hearsOfWhatIsCalledOffMeanwhile() {
        var cancellations = new Cancellations(table, outageRetry);
        var watch = new CancellationPoller(table, cancellations, clock);
        watch.turn();
        assertThat(cancellations.isCancelled(id(1), 0)).isFalse();

        table.ask(List.of(id(1)), 7, false);
        watch.turn();

        assertThat(cancellations.isCancelled(id(1), 0)).isTrue();
        assertThat(cancellations.isCancelled(id(1), 7)).isTrue();
        assertThat(cancellations.isCancelled(id(1), 8))
                .as("sent later under the same id")
                .isFalse();
    }

    private void callOff(int tasks) {
        var longAgo = clock.instant().minus(Duration.ofDays(3)).toEpochMilli();
        jdbc.batchUpdate(
                "insert into task_cancel (prefix, task_id, asked_ms) values (?, ?, ?)",
                IntStream.range(0, tasks)
                        .mapToObj(number ->
                                new Object[] {names.prefix(), id(number).value(), longAgo})
                        .toList());
    }

    private TaskId id(int number) {
        return new TaskId(key + "-0000-4000-8000-" + "%012d".formatted(number));
    }

    private static long millis(Runnable run) {
        var start = System.nanoTime();
        run.run();
        return (System.nanoTime() - start) / 1_000_000;
    }
}
