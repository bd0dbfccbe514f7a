package stampede.history;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.id;
import static stampede.task.SendOption.in;
import static stampede.task.SendOption.unique;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.history.HistoryEngine.Answer;
import stampede.history.HistoryEngine.Deed;
import stampede.history.HistoryEngine.Deeds;
import stampede.history.HistoryEngine.QuietDeed;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.Tasks;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;

/** Ids that are used again: each task of an id is a life of its own. And what is called off, whether it waits, runs or has ended. */
@HistoryEngineTest
class SecondTaskTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private Deeds deeds;

    @Autowired
    private TaskResults results;

    @Autowired
    private TaskHistory history;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private MeterRegistry meters;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private JdbcTemplate jdbc;

    private final String key = UUID.randomUUID().toString();
    private final TaskId same = new TaskId("customer:" + key);

    @Test
    void whatDiesUnderTheIdOfADeadOneHasARowAndAnAlarmOfItsOwn() {
        deeds.when(key, context -> {
            throw new IllegalArgumentException("never");
        });
        tasks.send(new Deed(key, "first"), id(same));
        var first = awaitDeath();
        dead.discard(first.id());
        var deaths = deaths();

        tasks.send(new Deed(key, "second"), id(same), unique(key, ofMinutes(5)));
        var second = awaitDeath();

        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(second.body()).contains("second");
        assertThat(dead.of(same)).hasSize(2);
        assertThat(deaths()).isEqualTo(deaths + 1);
        assertThat(results.state(same)).isEqualTo(TaskState.FAILURE);
        assertThat(jdbc.queryForObject("select count(*) from task_unique where unique_key = ?", Integer.class, key))
                .as("its unique key")
                .isZero();
        assertThat(jdbc.queryForObject("select count(*) from task_run where task_id = ?", Integer.class, same.value()))
                .as("rows of the history")
                .isEqualTo(2);
    }

    @Test
    void theSameTaskMayDieTwiceUnderOneId() {
        deeds.when(key, context -> {
            throw new IllegalArgumentException("never");
        });
        tasks.send(new Deed(key), id(same));
        dead.discard(awaitDeath().id());

        tasks.send(new Deed(key), id(same));

        awaitDeath();
        assertThat(dead.of(same))
                .extracting(DeadTask::status)
                .containsExactly(DeadTask.Status.DEAD, DeadTask.Status.DISCARDED);
    }

    @Test
    void handsOverTheResultOfTheSecondTaskAndNotThatOfTheFirst() {
        deeds.when(key, context -> "first");
        tasks.send(new Deed(key), id(same));
        assertThat(results.await(same, Answer.class, ofSeconds(30))).contains(new Answer("first"));
        var goOn = new CountDownLatch(1);
        deeds.when(key, context -> {
            goOn.await();
            return "second";
        });

        tasks.send(new Deed(key), id(same));

        assertThat(results.state(same).isFinal()).isFalse();
        assertThat(results.result(same, Answer.class)).isEmpty();
        goOn.countDown();
        assertThat(results.await(same, Answer.class, ofSeconds(30))).contains(new Answer("second"));
        assertThat(history.attempts(same)).hasSize(1);
    }

    @Test
    void knowsOfTheSecondTaskAsSoonAsItIsCommitted() {
        tasks.send(new Deed(key), id(same));
        results.await(same, Answer.class, ofSeconds(30));

        transaction.executeWithoutResult(status -> {
            tasks.send(new Deed(key), id(same), in(ofDays(1)));
            status.setRollbackOnly();
        });
        assertThat(results.state(same)).isEqualTo(TaskState.SUCCESS);
        transaction.executeWithoutResult(status -> tasks.send(new Deed(key), id(same), in(ofDays(1))));

        assertThat(results.state(same)).isEqualTo(TaskState.SCHEDULED);
        assertThat(tasks.cancel(same)).isTrue();
    }

    @Test
    void whatIsDueInMonthsIsGoneAtOnceWhenItIsCalledOff() {
        var id = tasks.send(new Deed(key), in(ofDays(120)));
        await().untilAsserted(() -> assertThat(results.state(id)).isEqualTo(TaskState.SCHEDULED));
        assertThat(waiting(id)).isEqualTo(1);

        assertThat(tasks.cancel(id)).isTrue();

        assertThat(waiting(id)).isZero();
        assertThat(results.state(id)).isEqualTo(TaskState.CANCELLED);
        assertThat(tasks.cancel(id)).as("a second time").isFalse();
        assertThatExceptionOfType(TaskNotDone.class)
                .isThrownBy(() -> results.await(id, Answer.class, ofSeconds(30)))
                .satisfies(failure -> assertThat(failure.state()).isEqualTo(TaskState.CANCELLED));
    }

    @Test
    void whatIsCalledOffInATransactionWaitsOnIfThatIsRolledBack() {
        var id = tasks.send(new Deed(key), in(ofMillis(700)));

        transaction.executeWithoutResult(status -> {
            assertThat(tasks.cancel(id)).isTrue();
            status.setRollbackOnly();
        });

        assertThat(results.await(id, Answer.class, ofSeconds(30))).contains(new Answer("done"));
    }

    @Test
    void refusesToCallOffWhatHasEnded() {
        tasks.send(new Deed(key), id(same));
        results.await(same, Answer.class, ofSeconds(30));

        assertThat(tasks.cancel(same)).isFalse();

        tasks.send(new Deed(key), id(same));
        assertThat(results.await(same, Answer.class, ofSeconds(30))).contains(new Answer("done"));
    }

    @Test
    void runsWhatIsSentUnderTheIdOfOneThatWasCalledOff() {
        tasks.send(new Deed(key), id(same), in(ofDays(1)));
        assertThat(tasks.cancel(same)).isTrue();
        tasks.send(new Deed(key), id(same), in(ofMillis(200)));
        assertThat(tasks.cancel(same)).as("in its lane").isTrue();

        deeds.when(key, context -> "third");
        tasks.send(new Deed(key), id(same));

        assertThat(results.await(same, Answer.class, ofSeconds(30))).contains(new Answer("third"));
    }

    @Test
    void callsOffTheSecondTaskToo() {
        tasks.send(new Deed(key), id(same), in(ofDays(1)));
        assertThat(tasks.cancel(same)).isTrue();
        tasks.send(new Deed(key), id(same), in(ofDays(2)));

        assertThat(tasks.cancel(same)).isTrue();

        assertThat(waiting(same)).isZero();
        assertThat(results.state(same)).isEqualTo(TaskState.CANCELLED);
    }

    @Test
    void callingOffOneThatWaitsTellsTheOneThatRunsUnderTheSameId() {
        var begun = new CountDownLatch(1);
        var told = new ConcurrentLinkedQueue<Boolean>();
        deeds.when(key, context -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                told.add(context.isCancelled());
            }
            return "never";
        });
        tasks.send(new Deed(key), id(same));
        await().until(() -> begun.getCount() == 0);
        tasks.send(new Deed(key), id(same), in(ofDays(1)));

        assertThat(tasks.cancel(same)).isTrue();

        await().untilAsserted(() -> assertThat(told).containsExactly(true));
    }

    @Test
    void callsOffAReplayAtOnce() {
        deeds.when(key, context -> {
            throw new IllegalArgumentException("never");
        });
        var id = tasks.send(new Deed(key));
        var death = await().until(() -> dead.of(id), found -> !found.isEmpty()).get(0);
        assertThat(tasks.cancel(id)).as("while it is dead").isFalse();

        transaction.executeWithoutResult(status -> {
            dead.replay(death.id());
            assertThat(tasks.cancel(id)).isTrue();
        });

        await().untilAsserted(() -> assertThat(results.state(id)).isEqualTo(TaskState.CANCELLED));
    }

    @Test
    void callsOffATaskOfWhichOnlyFailuresAreRemembered() {
        deeds.when(key, context -> {
            throw new IllegalArgumentException("never");
        });
        tasks.send(new QuietDeed(key), id(same));
        awaitDeath();

        tasks.send(new QuietDeed(key), id(same), in(ofDays(1)));

        assertThat(tasks.cancel(same)).isTrue();
        assertThat(waiting(same)).isZero();
    }

    private DeadTask awaitDeath() {
        return await().until(
                        () -> dead.of(same).stream()
                                .filter(death -> death.status() == DeadTask.Status.DEAD)
                                .toList(),
                        found -> !found.isEmpty())
                .get(0);
    }

    private double deaths() {
        return meters.find("stampede.task.deaths").counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private long waiting(TaskId id) {
        return jdbc.query(
                        "select count(*) from task_outbox where task_id = ?",
                        (row, number) -> row.getLong(1),
                        id.value())
                .get(0);
    }
}
