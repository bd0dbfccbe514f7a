package stampede.task.worker;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.Tasks;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.engine.Chores;
import stampede.task.engine.Chores.Unlucky;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.Errands.Parcel;
import stampede.task.engine.RefusingConclusion;
import stampede.task.engine.StepRecorder;
import stampede.task.engine.TaskEngineTest;

/** An end that somebody refuses to write down: its task is not run again for that, and its neighbours do not notice. */
// The shared engine is the one that was used least lately when this begins, and may be closed for another's at that
// moment.
@TestPropertySource(properties = "refused-end.engine=its own")
@TaskEngineTest
class RefusedEndTests {

    private static final int TASKS = 40;

    @Autowired
    private Tasks tasks;

    @Autowired
    private Errands errands;

    @Autowired
    private Chores chores;

    @Autowired
    private RefusingConclusion refusingConclusion;

    @Autowired
    private StepRecorder steps;

    @Autowired
    private DeadTasks dead;

    private final String key = UUID.randomUUID().toString();

    /** Each retry waits in the outbox, whose rows were written before the others were asked, and once more for each alone. */
    @Test
    void doesNotDoubleTheRetriesOfItsNeighbours() {
        var ran = new CountDownLatch(1);
        var calls = new AtomicInteger();
        refusingConclusion.when(key, ends -> ends.get(0).state() == TaskState.RETRY && refusesTwice(calls, ran));
        for (int number = 0; number < TASKS; number++) {
            assertThat(tasks.publish(new Unlucky(key, number))).succeedsWithin(ofSeconds(60));
        }

        await().atMost(ofSeconds(60)).until(() -> times(1) == TASKS);
        ran.countDown();

        await().atMost(ofSeconds(60)).until(() -> times(2) >= TASKS);
        await().during(ofMillis(1_500)).atMost(ofSeconds(60)).until(() -> times(2) == TASKS);
        assertThat(calls).as("groups that were refused").hasValueGreaterThan(2);
    }

    /** The first group is refused when all have run, and so is the second, which then holds most of them. */
    private static boolean refusesTwice(AtomicInteger calls, CountDownLatch ran) {
        try {
            return calls.incrementAndGet() <= 2 && ran.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private int times(int attempt) {
        return Collections.frequency(chores.attempts(key), attempt);
    }

    @Test
    void isToldAgainUntilItIsTaken() {
        var calls = new AtomicInteger();
        refusingConclusion.when(key, ends -> calls.incrementAndGet() <= 3);

        var id = tasks.send(new Errand(key, 1));

        await().atMost(ofSeconds(60)).until(() -> steps.of(id).contains(TaskState.SUCCESS));
        assertThat(errands.runs(key)).as("runs").hasSize(1);
        assertThat(steps.of(id)).containsOnlyOnce(TaskState.SUCCESS).doesNotContain(TaskState.FAILURE);
        assertThat(calls).hasValue(4);
    }

    @Test
    void takesItsTaskToTheDeadIfItIsRefusedToTheLast() {
        var calls = new AtomicInteger();
        refusingConclusion.when(key, ends -> ends.get(0).state() == TaskState.SUCCESS && calls.incrementAndGet() > 0);

        var id = tasks.send(new Errand(key, 1));

        var death = awaitDeath(id);
        assertThat(death.error()).contains("It ended (done)").contains("Refused, because the test wants it so");
        assertThat(errands.runs(key)).as("runs").hasSize(1);
        assertThat(calls.get()).as("tries").isBetween(2, 10);
        await().atMost(ofSeconds(60)).until(() -> steps.of(id).contains(TaskState.FAILURE));
    }

    @Test
    void isVisibleAlsoIfItsDeathIsRefusedToo() {
        var calls = new AtomicInteger();
        refusingConclusion.when(key, ends -> calls.incrementAndGet() > 0);

        var id = tasks.send(new Errand(key, 1));

        var death = awaitDeath(id);
        assertThat(death.error()).startsWith("Stored without telling").contains("It ended (done)");
        assertThat(dead.payload(death, Errand.class)).contains(new Errand(key, 1));
        assertThat(errands.runs(key)).as("runs").hasSize(1);
        assertThat(calls.get()).as("tries").isBetween(2, 20);
    }

    @Test
    void doesNotHoldUpTheOthersOfItsBatch() {
        refusingConclusion.when(
                key, ends -> ends.stream().anyMatch(end -> RefusingConclusion.has(end, "\"number\":7")));
        var batch = twentyParcels();

        batch.forEach((id, parcel) ->
                assertThat(tasks.publish(parcel, SendOption.id(id))).succeedsWithin(ofSeconds(60)));

        var refused = idOf(7, batch);
        awaitDeath(refused);
        assertThat(errands.runs(key)).extracting(Errands.Run::number).containsExactlyInAnyOrderElementsOf(numbers());
        assertThat(batch.keySet())
                .filteredOn(id -> !id.equals(refused))
                .allSatisfy(id -> assertThat(steps.of(id)).contains(TaskState.SUCCESS));
    }

    @Test
    void doesNotHoldUpTheOthersOfItsBundle() {
        refusingConclusion.when(
                key, ends -> ends.stream().anyMatch(end -> RefusingConclusion.has(end, "\"number\":7")));
        var batch = twentyParcels();

        assertThat(tasks.publishTogether(batch)).succeedsWithin(ofSeconds(60));

        var refused = idOf(7, batch);
        awaitDeath(refused);
        assertThat(errands.runs(key)).extracting(Errands.Run::number).containsExactlyInAnyOrderElementsOf(numbers());
        assertThat(batch.keySet())
                .filteredOn(id -> !id.equals(refused))
                .allSatisfy(id -> assertThat(steps.of(id)).contains(TaskState.SUCCESS));
    }

    private Map<TaskId, Parcel> twentyParcels() {
        return IntStream.range(0, 20).boxed().collect(toMap(any -> TaskId.random(), number -> new Parcel(key, number)));
    }

    private static List<Integer> numbers() {
        return IntStream.range(0, 20).boxed().toList();
    }

    private static TaskId idOf(int number, Map<TaskId, Parcel> batch) {
        return batch.entrySet().stream()
                .filter(entry -> entry.getValue().number() == number)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    private DeadTask awaitDeath(TaskId id) {
        return await().atMost(ofSeconds(60))
                .until(() -> dead.of(id), deaths -> !deaths.isEmpty())
                .get(0);
    }
}
