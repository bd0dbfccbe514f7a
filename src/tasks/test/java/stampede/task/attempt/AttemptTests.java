package stampede.task.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.task.Outcomes;
import stampede.task.TaskContext;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.BriefErrand;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.Errands.Parcel;
import stampede.task.engine.StepRecorder;
import stampede.task.engine.TaskEngineTest;

@TaskEngineTest
class AttemptTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private Errands errands;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private StepRecorder steps;

    private final String key = UUID.randomUUID().toString();

    @Test
    void triesAgainUntilItSucceeds() {
        errands.when(key, (number, attempt) -> {
            if (attempt < 3) {
                throw new IllegalStateException("not yet");
            }
        });

        tasks.send(new Errand(key, 1));

        await().untilAsserted(() -> assertThat(errands.runs(key))
                .extracting(run -> run.context().attempt())
                .containsExactly(1, 2, 3));
    }

    @Test
    void givesUpAtOnceWhatIsHopeless() {
        errands.when(key, (number, attempt) -> {
            throw new IllegalArgumentException("never");
        });

        var id = tasks.send(new Errand(key, 1));

        assertThat(awaitDeath(id).error()).contains("IllegalArgumentException: never");
        assertThat(awaitDeath(id).attempts()).isEqualTo(1);
        assertThat(errands.runs(key)).hasSize(1);
    }

    @Test
    void givesUpAfterAllRetriesAndTwoLastTriesAndCanBeReplayed() {
        errands.when(key, (number, attempt) -> {
            throw new IllegalStateException("broken");
        });

        var id = tasks.send(new Errand(key, 1));
        var death = awaitDeath(id);

        assertThat(errands.runs(key)).extracting(run -> run.context().attempt()).containsExactly(1, 2, 3, 4, 5);
        assertThat(death.attempts()).isEqualTo(5);
        assertThat(death.body()).contains(key);

        assertThat(steps.nextAttempts(id))
                .as("when the next comes, for last tries too, and none after the last")
                .extracting(Optional::isPresent)
                .containsExactly(true, true, true, true, false);

        errands.when(key, (number, attempt) -> {});
        assertThat(dead.replay(death.id())).isTrue();
        assertThat(dead.replay(death.id())).as("second replay").isFalse();
        assertThat(dead.discard(death.id())).as("discard after replay").isFalse();

        await().untilAsserted(() -> assertThat(errands.runs(key)).hasSize(6));
        assertThat(errands.runs(key).get(5).context()).isEqualTo(new TaskContext(id, "errand.run", 1));
    }

    @Test
    void interruptsWhatTakesTooLong() {
        errands.when(key, (number, attempt) -> {
            new CountDownLatch(1).await();
        });

        var id = tasks.send(new BriefErrand(key));

        assertThat(awaitDeath(id).error()).contains("TimeLimitExceeded");
    }

    @Test
    void doesTheRestOfABatchWhenOneItemIsBad() {
        errands.whenBatch(key, batch -> {
            if (batch.stream().anyMatch(job -> job.payload().number() == 13)) {
                throw new IllegalStateException("thirteen");
            }
            return Outcomes.allDone();
        });

        var ids = IntStream.range(0, 40)
                .mapToObj(number -> tasks.publish(new Parcel(key, number)))
                .toList();

        assertThat(ids).allSatisfy(answer -> assertThat(answer).succeedsWithin(Duration.ofSeconds(5)));
        await().untilAsserted(() -> assertThat(errands.runs(key)).hasSize(39));
        assertThat(errands.runs(key)).noneMatch(run -> run.number() == 13);
        assertThat(errands.runs(key)).as("some ran together").anyMatch(run -> run.together() > 1);
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 100))
                        .filteredOn(task -> task.body().contains(key))
                        .singleElement()
                        .satisfies(task -> assertThat(task.body()).contains("\"number\":13")));
    }

    @Test
    void endsEachItemOfABatchAsItsHandlerSays() {
        errands.whenBatch(key, batch -> {
            var outcomes = Outcomes.allDone();
            batch.forEach(job -> {
                if (job.payload().number() == 1 && job.context().attempt() == 1) {
                    outcomes.retry(job, "later");
                } else if (job.payload().number() == 2) {
                    outcomes.reject(job, "never");
                }
            });
            return outcomes;
        });

        IntStream.range(0, 4).forEach(number -> tasks.send(new Parcel(key, number)));

        await().untilAsserted(() ->
                assertThat(errands.runs(key)).extracting(Errands.Run::number).containsExactlyInAnyOrder(0, 1, 1, 2, 3));
        await().untilAsserted(() -> assertThat(dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 100))
                .filteredOn(task -> task.body().contains(key))
                .singleElement()
                .satisfies(task -> assertThat(task.error()).isEqualTo("never")));
    }

    private DeadTask awaitDeath(TaskId id) {
        return await().atMost(Duration.ofSeconds(10))
                .until(
                        () -> dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 1000).stream()
                                .filter(task -> task.taskId().equals(id))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }
}
