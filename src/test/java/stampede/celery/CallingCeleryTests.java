package stampede.celery;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.TaskId;
import stampede.task.TaskNotSent;
import stampede.task.TaskState;

/** Java calls tasks that a real Celery worker runs. */
@CeleryTest
class CallingCeleryTests {

    private static final Duration PATIENCE = ofSeconds(15);

    @Autowired
    private CeleryTasks celery;

    @Autowired
    private CeleryEngine.Python python;

    @Autowired
    private TransactionTemplate transaction;

    @BeforeEach
    void startTheWorker() {
        python.startWorker();
    }

    @Test
    void getsResults() {
        var sum = celery.send(CeleryCall.of("py.add").args(2, 3));
        var greeting = celery.send(CeleryCall.of("py.greet").args("Mei").kwarg("polite", true));
        var nothing = celery.send(CeleryCall.of("py.nothing"));

        assertThat(celery.await(sum, Integer.class, PATIENCE)).contains(5);
        assertThat(celery.await(greeting, Greeting.class, PATIENCE)).contains(new Greeting("Good day", "Mei"));
        assertThat(celery.await(nothing, Object.class, PATIENCE)).isEmpty();
        assertThat(celery.state(sum)).isEqualTo(TaskState.SUCCESS);
    }

    @Test
    void throwsPythonsExceptionUnderItsName() {
        var id = celery.send(CeleryCall.of("py.fail").args("sold out"));

        assertThatExceptionOfType(CeleryTaskFailed.class)
                .isThrownBy(() -> celery.await(id, Object.class, PATIENCE))
                .withMessageContaining("ValueError: sold out")
                .satisfies(failed -> {
                    assertThat(failed.type()).isEqualTo("ValueError");
                    assertThat(failed.remoteTraceback()).contains("shop.py");
                });
        assertThat(celery.state(id)).isEqualTo(TaskState.FAILURE);
    }

    @Test
    void waitsWhileCeleryTriesAgain() {
        var id = celery.send(CeleryCall.of("py.flaky").args(2));

        assertThat(celery.await(id, Integer.class, PATIENCE)).contains(2);
    }

    @Test
    void sendsIfTheTransactionCommits() {
        var committed = TaskId.random();
        var rolledBack = TaskId.random();
        transaction.executeWithoutResult(status -> {
            celery.send(CeleryCall.of("py.add").args(1, 1).id(rolledBack));
            status.setRollbackOnly();
        });
        transaction.executeWithoutResult(
                status -> celery.send(CeleryCall.of("py.add").args(1, 1).id(committed)));

        assertThat(celery.await(committed, Integer.class, PATIENCE)).contains(2);
        assertThat(celery.state(rolledBack)).isEqualTo(TaskState.PENDING);
    }

    @Test
    void delays() {
        var before = Instant.now();
        var id = celery.send(CeleryCall.of("py.add").args(1, 1).in(ofMillis(700)));

        celery.await(id, Integer.class, PATIENCE);
        assertThat(Duration.between(before, Instant.now())).isGreaterThanOrEqualTo(ofMillis(650));
    }

    @Test
    void saysThatItExpired() {
        var id = celery.send(CeleryCall.of("py.add").args(1, 1).expires(ofSeconds(-1)));

        await().atMost(ofSeconds(60))
                .untilAsserted(() -> assertThat(celery.state(id)).isEqualTo(TaskState.EXPIRED));
    }

    @Test
    void saysThatThereIsNoSuchQueue() {
        assertThatExceptionOfType(TaskNotSent.class)
                .isThrownBy(() -> celery.send(CeleryCall.of("py.add").queue("no-such-queue")))
                .withMessageContaining("REFUSED");
    }

    @Test
    void givesUpWaiting() {
        assertThatExceptionOfType(CeleryTaskNotDone.class)
                .isThrownBy(() -> celery.await(TaskId.random(), Object.class, ofMillis(20)))
                .withMessageContaining("PENDING");
    }

    record Greeting(String greeting, String name) {}
}
