package stampede.task.examples;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import stampede.task.BatchTask;
import stampede.task.Job;
import stampede.task.NoRetry;
import stampede.task.Outcomes;
import stampede.task.TaskHandlers;
import stampede.task.Tasks;

/** A batch in one transaction of the engine's: the bad item is found, and all others are committed together. */
@TaskExample
class BatchInTransactionTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private ScoreTasks scores;

    @Test
    void commitsAllButTheBadItem() {
        var deliveries = IntStream.range(0, 50)
                .mapToObj(number -> tasks.publish(new AddScore(number)))
                .toList();

        assertThat(deliveries).allSatisfy(delivery -> assertThat(delivery).succeedsWithin(ofSeconds(5)));
        await().untilAsserted(() -> assertThat(scores.committed).hasSize(49).doesNotContain(13));
    }

    record AddScore(int number) {}

    @TaskHandlers
    static class ScoreTasks {

        final List<Integer> committed = new CopyOnWriteArrayList<>();

        @BatchTask(name = "score.add", queue = "scores", transaction = true)
        @NoRetry(IllegalArgumentException.class)
        Outcomes add(List<Job<AddScore>> batch) {
            batch.forEach(job -> write(job.payload().number()));
            return Outcomes.allDone();
        }

        /** Stands for an insert: it counts if and only if the transaction commits. */
        private void write(int number) {
            if (number == 13) {
                throw new IllegalArgumentException("thirteen is bad luck");
            }
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    committed.add(number);
                }
            });
        }
    }
}
