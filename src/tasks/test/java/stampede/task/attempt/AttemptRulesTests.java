package stampede.task.attempt;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.engine.Chores;
import stampede.task.engine.Chores.Charge;
import stampede.task.engine.Chores.Explosive;
import stampede.task.engine.Chores.Paced;
import stampede.task.engine.Chores.Picky;
import stampede.task.engine.Chores.Save;
import stampede.task.engine.Chores.SharedPace;
import stampede.task.engine.Chores.Sort;
import stampede.task.engine.Chores.Stow;
import stampede.task.engine.Chores.Stubborn;
import stampede.task.engine.Chores.Tidy;
import stampede.task.engine.TaskEngineTest;

/** Limits of time and rate, retries by exception, and batches in one transaction. */
@TaskEngineTest
class AttemptRulesTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private Chores chores;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private LostThreads lost;

    @Autowired
    private JdbcTemplate jdbc;

    private final String key = UUID.randomUUID().toString();

    @BeforeEach
    void table() {
        jdbc.execute("create table if not exists chore (chore_key varchar(64) not null, number int not null)");
    }

    @Test
    void retriesEachExceptionByItsOwnRule() {
        var io = tasks.send(new Picky(key + "io", "io"));
        var state = tasks.send(new Picky(key + "state", "state"));
        var other = tasks.send(new Picky(key + "other", "other"));

        assertThat(awaitDeath(io).attempts()).as("one retry, two last tries").isEqualTo(4);
        assertThat(awaitDeath(state).attempts())
                .as("three retries, two last tries")
                .isEqualTo(6);
        assertThat(awaitDeath(other).attempts()).as("two last tries").isEqualTo(3);
        assertThat(chores.attempts(key + "state")).containsExactly(1, 2, 3, 4, 5, 6);
    }

    @Test
    void runsOnceInAnAttemptWhateverTheDatabaseSays() {
        var id = tasks.send(new Charge(key));

        assertThat(awaitDeath(id).attempts()).isEqualTo(1);
        assertThat(chores.attempts(key)).containsExactly(1);
    }

    @Test
    void repeatsWithinAnAttemptOnlyWhatRunsInATransactionOfTheEngine() {
        tasks.send(new Save(key));

        await().atMost(ofSeconds(60))
                .untilAsserted(() -> assertThat(chores.attempts(key)).containsExactly(1, 1, 1));
    }

    @Test
    void isTriedAgainWhenTheHandlerSaysSo() {
        tasks.send(new Picky(key, "in"));

        await().atMost(ofSeconds(10))
                .untilAsserted(() -> assertThat(chores.attempts(key)).containsExactly(1, 2));
    }

    @Test
    void givesUpWhatListensToNoInterrupt() {
        var id = tasks.send(new Stubborn(key));
        try {
            assertThat(awaitDeath(id).error()).contains("TimeLimitExceeded: Given up");
            assertThat(lost.count()).isPositive();
            assertThat(new LostThreadsHealth(lost).health().getDetails()).containsKey("lost");
        } finally {
            chores.release();
        }
        await().atMost(ofSeconds(10)).until(() -> lost.count() == 0);
    }

    @Test
    void interruptsAtTheSoftLimitAndRetriesByIt() {
        var id = tasks.send(new Tidy(key));

        assertThat(awaitDeath(id).error()).contains("SoftTimeLimitExceeded").contains("InterruptedException");
        assertThat(chores.attempts(key)).containsExactly(1, 2, 3);
    }

    @Test
    void commitsAllButTheBadItemOfABatchInOneTransaction() {
        var answers = IntStream.range(0, 200)
                .mapToObj(number -> tasks.publish(new Stow(key, number)))
                .toList();
        assertThat(answers).allSatisfy(answer -> assertThat(answer).succeedsWithin(ofSeconds(10)));

        await().atMost(ofSeconds(20))
                .untilAsserted(() -> assertThat(chores.stowed(key)).containsExactly(Chores.allBut(13, 200)));

        await().untilAsserted(() -> assertThat(chores.commits(key))
                .as("known after the rows are seen")
                .containsExactly(199));
    }

    @Test
    void keepsToItsRateWithinAnySecond() {
        IntStream.range(0, 60).forEach(number -> tasks.send(new Paced(key, number)));

        await().atMost(ofSeconds(20))
                .untilAsserted(() -> assertThat(chores.begins(key)).hasSize(60));

        var begins = chores.begins(key).stream().sorted().toList();
        // A thread may begin late what it was let do in time; twice the rate would take 500 ms.
        for (int first = 0; first + 43 < begins.size(); first++) {
            assertThat(begins.get(first + 43) - begins.get(first))
                    .as("44 in a row")
                    .isGreaterThanOrEqualTo(750);
        }
    }

    @Test
    void putsOffWhatIsTooFastWithoutHoldingUpItsNeighbours() {
        IntStream.range(0, 8).forEach(number -> tasks.send(new SharedPace(key, number)));
        tasks.send(new Picky(key + "neighbour", "in"));

        await().atMost(ofSeconds(10))
                .untilAsserted(
                        () -> assertThat(chores.attempts(key + "neighbour")).hasSize(2));
        await().atMost(ofSeconds(10))
                .untilAsserted(() -> assertThat(chores.begins(key)).hasSize(8));

        var begins = chores.begins(key).stream().sorted().toList();
        assertThat(begins.get(7) - begins.get(0)).as("eight at five a second").isGreaterThanOrEqualTo(1_000);
    }

    @Test
    void findsWhatHoldsUpItsBatch() {
        IntStream.range(0, 8).forEach(number -> tasks.send(new Sort(key, number)));

        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 1000))
                        .filteredOn(task -> task.body().contains(key))
                        .singleElement()
                        .satisfies(task -> {
                            assertThat(task.body()).contains("\"number\":3");
                            assertThat(task.error()).contains("TimeLimitExceeded");
                        }));
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(chores.attempts(key)).containsExactlyInAnyOrder(0, 1, 2, 4, 5, 6, 7));
    }

    @Test
    void failsWhatThrowsAnErrorBeforeItRuns() {
        var task = new Explosive(key);
        Explosive.EXPLODES.set(true);
        try {
            assertThat(awaitDeath(tasks.send(task)).error()).contains("NoClassDefFoundError: Fuse");
        } finally {
            Explosive.EXPLODES.set(false);
        }
    }

    private DeadTask awaitDeath(TaskId id) {
        return await().atMost(ofSeconds(15))
                .until(
                        () -> dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 1000).stream()
                                .filter(task -> task.taskId().equals(id))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }
}
