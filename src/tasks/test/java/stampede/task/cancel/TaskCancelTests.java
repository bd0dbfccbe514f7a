package stampede.task.cancel;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.in;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.Tasks;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.TaskEngine;
import stampede.task.engine.TaskEngineTest;

@TaskEngineTest
class TaskCancelTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private Errands errands;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private TransactionTemplate transaction;

    private final String key = UUID.randomUUID().toString();

    @Test
    void whatIsCancelledBeforeItBeginsNeverBegins() {
        var cancelled = tasks.send(new Errand(key, 1), in(TaskEngine.LANE));

        assertThat(tasks.cancel(cancelled)).isTrue();
        assertThat(tasks.cancel(cancelled)).as("a second time").isFalse();

        tasks.send(new Errand(key, 2), in(TaskEngine.LANE.plusMillis(400)));
        await().untilAsserted(() ->
                assertThat(errands.runs(key)).extracting(Errands.Run::number).containsExactly(2));
    }

    @Test
    void whatRunsIsInterruptedAndNotTriedAgain() throws InterruptedException {
        var begun = new CountDownLatch(1);
        var told = new ConcurrentLinkedQueue<Boolean>();
        errands.when(key, (number, attempt) -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                told.add(errands.runs(key).get(0).context().isCancelled());
            }
        });
        var id = tasks.send(new Errand(key, 1));
        begun.await();

        tasks.cancel(id);

        await().untilAsserted(() -> assertThat(told).containsExactly(true));
        var next = UUID.randomUUID().toString();
        tasks.send(new Errand(next, 1), in(ofMillis(600)));
        await().untilAsserted(() -> assertThat(errands.runs(next)).hasSize(1));
        assertThat(errands.runs(key)).as("attempts").hasSize(1);
        assertThat(dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 1000))
                .noneMatch(task -> task.taskId().equals(id));
    }

    @Test
    void cancellingIsPartOfTheTransaction() {
        var id = tasks.send(new Errand(key, 1), in(TaskEngine.LANE));

        transaction.executeWithoutResult(status -> {
            tasks.cancel(id);
            status.setRollbackOnly();
        });

        await().untilAsserted(() -> assertThat(errands.runs(key)).hasSize(1));
    }

    @Test
    void whatWasCancelledWhenItWasDeadRunsWhenItIsReplayed() {
        errands.when(key, (number, attempt) -> {
            throw new IllegalArgumentException("never");
        });
        var id = tasks.send(new Errand(key, 1));
        var death = await().atMost(ofSeconds(10))
                .until(
                        () -> dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 1000).stream()
                                .filter(task -> task.taskId().equals(id))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
        tasks.cancel(id);

        dead.replay(death.id());

        await().untilAsserted(() -> assertThat(errands.runs(key)).hasSize(2));
    }
}
