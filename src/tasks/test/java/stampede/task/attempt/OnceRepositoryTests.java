package stampede.task.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.task.TaskContext;
import stampede.task.TaskId;
import stampede.task.engine.TaskEngineTest;
import stampede.task.message.Envelope;
import stampede.task.outbox.OutboxRepository;

@TaskEngineTest
class OnceRepositoryTests {

    @Autowired
    private OnceRepository once;

    @Autowired
    private OutboxRepository outbox;

    @Autowired
    private JdbcTemplate jdbc;

    private final AtomicInteger runs = new AtomicInteger();
    private final TaskContext task = new TaskContext(TaskId.random(), "coin.pay", 1);

    @Test
    void runsOnceAndAnswersTheSameAgain() throws Exception {
        Callable<Optional<Object>> pay = () -> Optional.of(new Receipt("paid", runs.incrementAndGet()));

        assertThat(once.run(task, pay)).contains(new Receipt("paid", 1));
        assertThat(once.run(task, pay)).hasToString("Optional[{\"text\":\"paid\",\"number\":1}]");
        assertThat(once.run(new TaskContext(task.id(), "coin.pay", 2), pay))
                .hasToString("Optional[{\"text\":\"paid\",\"number\":1}]");
        assertThat(once.run(new TaskContext(TaskId.random(), "coin.pay", 1), pay))
                .contains(new Receipt("paid", 2));
    }

    @Test
    void runsOnceWhatReturnsNothing() throws Exception {
        Callable<Optional<Object>> pay = () -> {
            runs.incrementAndGet();
            return Optional.empty();
        };

        assertThat(once.run(task, pay)).isEmpty();
        assertThat(once.run(task, pay)).isEmpty();
        assertThat(runs).hasValue(1);
    }

    @Test
    void commitsNothingOfWhatFailed() throws Exception {
        var queue = "nowhere-" + UUID.randomUUID();
        assertThatThrownBy(() -> once.run(task, () -> {
                    outbox.add(queue, new Envelope(Map.of(), new byte[0]), Instant.now());
                    throw new IOException("no change");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("no change");
        assertThat(waitingIn(queue)).isZero();

        assertThat(once.run(task, () -> Optional.of(runs.incrementAndGet()))).contains(1);
    }

    @Test
    void letsOneOfTwoDeliveriesAtTheSameMomentRun() throws Exception {
        var inside = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var first = CompletableFuture.supplyAsync(() -> runUnchecked(() -> {
            inside.countDown();
            goOn.await();
            return runs.incrementAndGet();
        }));
        inside.await();
        var second = CompletableFuture.supplyAsync(() -> runUnchecked(runs::incrementAndGet));
        goOn.countDown();

        assertThat(first.get()).hasToString("1");
        assertThat(second.get()).hasToString("1");
        assertThat(runs).hasValue(1);
    }

    private Object runUnchecked(Callable<Object> run) {
        try {
            return once.run(task, () -> Optional.of(run.call())).orElseThrow();
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private long waitingIn(String queue) {
        var rows = jdbc.queryForObject("select count(*) from task_outbox where queue = ?", Long.class, queue);
        return rows == null ? 0 : rows;
    }

    record Receipt(String text, int number) {}
}
