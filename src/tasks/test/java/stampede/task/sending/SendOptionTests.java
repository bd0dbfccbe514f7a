package stampede.task.sending;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.expires;
import static stampede.task.SendOption.id;
import static stampede.task.SendOption.in;
import static stampede.task.SendOption.queue;
import static stampede.task.SendOption.unique;

import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.Tasks;
import stampede.task.UnknownQueue;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Addition;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.Errands.Parcel;
import stampede.task.engine.StepRecorder;
import stampede.task.engine.TaskEngineTest;

@TaskEngineTest
class SendOptionTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private Errands errands;

    @Autowired
    private StepRecorder steps;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private JdbcTemplate jdbc;

    private final String key = UUID.randomUUID().toString();

    @Test
    void doesNotRunWhatHasExpired() {
        var late = tasks.send(new Errand(key, 1), expires(Instant.now().minusSeconds(1)));
        tasks.send(new Errand(key, 2), expires(ofMinutes(1)));

        await().untilAsserted(() -> assertThat(steps.of(late)).contains(TaskState.EXPIRED));
        await().untilAsserted(() ->
                assertThat(errands.runs(key)).extracting(Errands.Run::number).containsExactly(2));
    }

    @Test
    void doesNotTryAgainWhatHasExpiredMeanwhile() {
        errands.when(key, (number, attempt) -> {
            throw new IllegalStateException("not yet");
        });

        var id = tasks.send(new Errand(key, 1), expires(ofMillis(250)));

        await().untilAsserted(() -> assertThat(steps.of(id)).contains(TaskState.EXPIRED));
        assertThat(errands.runs(key)).isNotEmpty();
    }

    @Test
    void refusesWhatWouldExpireBeforeItIsDue() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> tasks.send(new Errand(key, 1), in(ofSeconds(10)), expires(ofSeconds(5))))
                .withMessageContaining("would never run");
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> expires(ofSeconds(0)));
    }

    @Test
    void waitsInTheQueueThatTheSenderChose() {
        var id = tasks.send(new Errand(key, 1), queue("beat"));

        await().untilAsserted(() -> assertThat(errands.runs(key)).hasSize(1));
        assertThat(steps.queueOf(id)).isEqualTo("beat");
    }

    @Test
    void refusesAQueueThatCannotTakeIt() {
        assertThatExceptionOfType(UnknownQueue.class)
                .isThrownBy(() -> tasks.send(new Errand(key, 1), queue("nowhere")))
                .withMessageContaining("'nowhere'")
                .withMessageContaining("errands");
        assertThatExceptionOfType(UnknownQueue.class)
                .isThrownBy(() -> tasks.publish(new Errand(key, 1), queue("parcels")))
                .withMessageContaining("batches");
        assertThatExceptionOfType(UnknownQueue.class)
                .isThrownBy(() -> tasks.send(new Parcel(key, 1), queue("errands")));
    }

    @Test
    void sendsAUniqueTaskOnceUntilItHasEnded() {
        var goOn = new CountDownLatch(1);
        errands.when(key, (number, attempt) -> goOn.await());

        var first = tasks.send(new Errand(key, 1), unique(key, ofMinutes(5)));
        assertThat(tasks.send(new Errand(key, 2), unique(key, ofMinutes(5)))).isEqualTo(first);
        assertThat(tasks.send(new Addition(1, 2), unique(key, ofMinutes(5))))
                .as("of another kind")
                .isEqualTo(first);
        goOn.countDown();

        await().untilAsserted(() -> assertThat(tasks.send(new Errand(key, 3), unique(key, ofMinutes(5))))
                .isNotEqualTo(first));
        await().untilAsserted(() ->
                assertThat(errands.runs(key)).extracting(Errands.Run::number).containsExactly(1, 3));
    }

    @Test
    void keepsAKeyWhileItsTaskIsTriedAgain() {
        var goOn = new CountDownLatch(1);
        errands.when(key, (number, attempt) -> {
            if (attempt == 1) {
                throw new IllegalStateException("not yet");
            }
            goOn.await();
        });
        var id = tasks.send(new Errand(key, 1), unique(key, ofMinutes(5)));

        await().untilAsserted(() -> assertThat(steps.of(id)).contains(TaskState.RETRY));
        assertThat(tasks.send(new Errand(key, 2), unique(key, ofMinutes(5)))).isEqualTo(id);
        goOn.countDown();

        await().untilAsserted(() -> assertThat(steps.of(id)).contains(TaskState.SUCCESS));
        assertThat(errands.runs(key)).extracting(Errands.Run::number).containsExactly(1, 1);
    }

    @Test
    void freesAKeyAfterItsTime() {
        var goOn = new CountDownLatch(1);
        errands.when(key, (number, attempt) -> goOn.await());

        var first = tasks.send(new Errand(key, 1), unique(key, ofMillis(300)));
        await().untilAsserted(() -> assertThat(tasks.send(new Errand(key, 2), unique(key, ofMinutes(5))))
                .isNotEqualTo(first));
        var second = tasks.send(new Errand(key, 3), unique(key, ofMinutes(5)));
        goOn.countDown();

        await().untilAsserted(() -> assertThat(steps.of(first)).contains(TaskState.SUCCESS));
        await().untilAsserted(() -> assertThat(steps.of(second)).contains(TaskState.SUCCESS));
        assertThat(errands.runs(key)).extracting(Errands.Run::number).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void freesAKeyWhoseTaskIsCancelledOrNeverSent() {
        var cancelled = tasks.send(new Errand(key, 1), in(ofMinutes(5)), unique(key, ofMinutes(9)));
        tasks.cancel(cancelled);

        var rolledBack = transaction.execute(status -> {
            status.setRollbackOnly();
            return tasks.send(new Errand(key, 2), unique(key, ofMinutes(5)));
        });
        var sent = tasks.send(new Errand(key, 3), unique(key, ofMinutes(5)));

        assertThat(sent).isNotEqualTo(rolledBack).isNotEqualTo(cancelled);
        await().untilAsserted(() ->
                assertThat(errands.runs(key)).extracting(Errands.Run::number).containsExactly(3));
    }

    @Test
    void oneOfManySendersWinsAKey() {
        var goOn = new CountDownLatch(1);
        errands.when(key, (number, attempt) -> goOn.await());

        var ids = IntStream.range(0, 12)
                .mapToObj(number -> CompletableFuture.supplyAsync(() -> transaction.execute(status -> {
                    if (number % 3 == 0) {
                        status.setRollbackOnly();
                    }
                    var id = tasks.send(new Errand(key, number), unique(key, ofMinutes(5)));
                    return number % 3 == 0 ? new TaskId("rolled back") : id;
                })))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .filter(id -> !id.value().equals("rolled back"))
                .toList();
        goOn.countDown();

        assertThat(ids.stream().distinct())
                .as("committed senders all got the same task")
                .hasSize(1);
        await().untilAsserted(() -> assertThat(errands.runs(key)).hasSize(1));
        assertThat(steps.of(ids.get(0))).contains(TaskState.PENDING);
    }

    @Test
    void sendsTheSameIdTwiceOnlyOnce() {
        var goOn = new CountDownLatch(1);
        errands.when(key, (number, attempt) -> goOn.await());
        var chosen = new TaskId("chosen-" + key);

        tasks.send(new Errand(key, 1), id(chosen), unique(key, ofMinutes(5)));
        tasks.send(new Errand(key, 2), id(chosen), unique(key, ofMinutes(5)));

        assertThat(jdbc.queryForObject("select count(*) from task_unique where unique_key = ?", Integer.class, key))
                .isEqualTo(1);
        goOn.countDown();
        await().untilAsserted(() -> assertThat(steps.of(chosen)).contains(TaskState.SUCCESS));
        assertThat(errands.runs(key)).extracting(Errands.Run::number).containsExactly(1);
    }

    @Test
    void cannotPublishWhatNeedsTheDatabase() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> tasks.publish(new Errand(key, 1), unique(key, ofMinutes(1))))
                .withMessageContaining("send can");
    }
}
