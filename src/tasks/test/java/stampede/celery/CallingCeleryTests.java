package stampede.celery;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.history.TaskHistory;
import stampede.task.TaskId;
import stampede.task.TaskNotSent;
import stampede.task.TaskState;
import stampede.task.admin.ForeignCalls;

/** Java calls tasks that a real Celery worker runs. */
@CeleryTest
class CallingCeleryTests {

    private static final Duration PATIENCE = ofSeconds(45);

    @Autowired
    private ForeignCalls calls;

    @Autowired
    private CeleryTasks celery;

    @Autowired
    private CeleryEngine.Python python;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private TaskHistory history;

    @Autowired
    private MeterRegistry meters;

    @Autowired
    private ConnectionFactory connections;

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

    /**
     * A call waits on this side and goes straight to the queue, so it needs nothing of Celery's delays at the broker. What its worker
     * then delays itself goes the way of its version.
     */
    @Test
    void delaysForAWorkerWhoseDelaysTheBrokerKeeps() {
        var queue = python.startDelayingWorker();
        var first = celery.send(CeleryCall.of("py.add").args(1, 1).queue(queue));
        assertThat(celery.await(first, Integer.class, PATIENCE)).contains(2);

        var before = Instant.now();
        var in = celery.send(CeleryCall.of("py.ways").queue(queue).in(ofSeconds(2)));
        var at = celery.send(CeleryCall.of("py.add").args(2, 3).queue(queue).at(before.plusSeconds(2)));

        assertThat(celery.await(at, Integer.class, PATIENCE)).contains(5);
        assertThat(Duration.between(before, Instant.now())).isGreaterThanOrEqualTo(ofMillis(1950));
        var again = python.brokerDelaysForCelery() ? CeleryDelayQueues.DELIVERY : queue;
        assertThat(celery.await(in, Object.class, PATIENCE)).contains(List.of("", again));
        assertThat(Duration.between(before, Instant.now())).isGreaterThanOrEqualTo(ofMillis(2950));
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
    void tellsTheHistoryHowItEnded() {
        var good = celery.send(CeleryCall.of("py.add").args(2, 3));
        var bad = celery.send(CeleryCall.of("py.fail").args("sold out"));

        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(history.find(good)).hasValueSatisfying(run -> {
                assertThat(run.state()).isEqualTo(TaskState.SUCCESS);
                assertThat(run.result()).contains("5");
            });
            assertThat(history.find(bad)).hasValueSatisfying(run -> {
                assertThat(run.state()).isEqualTo(TaskState.FAILURE);
                assertThat(run.error()).contains("ValueError: sold out");
            });
        });
    }

    @Test
    void callsOffWhatRunsThereAndWhatWaitsBehindIt() {
        var slow = IntStream.range(0, 4)
                .mapToObj(any -> celery.send(CeleryCall.of("py.slow").args(60)))
                .toList();
        await().atMost(PATIENCE)
                .until(() -> slow.stream()
                                .filter(id -> celery.state(id) == TaskState.STARTED)
                                .count()
                        == 2);

        slow.forEach(id -> assertThat(celery.cancel(id)).isTrue());

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(slow).allSatisfy(id -> {
                    assertThat(celery.state(id)).isEqualTo(TaskState.CANCELLED);
                    assertThat(history.find(id).orElseThrow().state()).isEqualTo(TaskState.CANCELLED);
                }));
        var next = celery.send(CeleryCall.of("py.add").args(2, 3));
        assertThat(celery.await(next, Integer.class, PATIENCE)).contains(5);
    }

    @Test
    void doesNotSendWhatWasCalledOffWhileItWaitedHere() {
        var id = celery.send(CeleryCall.of("py.add").args(1, 1).in(ofSeconds(2)));

        celery.cancel(id);

        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(celery.state(id)).isEqualTo(TaskState.CANCELLED);
            assertThat(history.find(id).orElseThrow().state()).isEqualTo(TaskState.CANCELLED);
            assertThat(history.find(id).orElseThrow().worker()).isEmpty();
        });
    }

    @Test
    void tellsOfAQueueThatIsMissingWhereTheTaskIsLookedFor() throws Exception {
        var queue = "missing-" + TaskId.random();
        var id = TaskId.random();
        transaction.executeWithoutResult(
                status -> celery.send(CeleryCall.of("py.add").args(1, 1).id(id).queue(queue)));

        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(history.find(id).orElseThrow().error())
                    .hasValueSatisfying(error -> assertThat(error).contains("RabbitMQ has no queue '" + queue));
            assertThat(meters.get("stampede.celery.calls.without.queue").gauge().value())
                    .isPositive();
        });

        try (var connection = connections.createConnection();
                var channel = connection.createChannel(false)) {
            channel.queueDeclare(queue, true, false, false, Map.of());
            await().atMost(PATIENCE).until(() -> channel.messageCount(queue) == 1);
            assertThat(seen(queue)).extracting(ForeignCalls.OfQueue::ready).isEqualTo(Optional.of(1L));
            assertThat(seen(queue)).extracting(ForeignCalls.OfQueue::consumers).isEqualTo(Optional.of(0L));
            channel.queueDelete(queue);
            assertThat(seen(queue)).extracting(ForeignCalls.OfQueue::consumers).isEqualTo(Optional.empty());
        }
        celery.cancel(id);
    }

    private ForeignCalls.OfQueue seen(String queue) {
        return calls.byQueue().stream()
                .filter(each -> each.queue().equals(queue))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void handsOnPriorityAndLimits() throws Exception {
        var queue = "limits-" + TaskId.random();
        try (var connection = connections.createConnection();
                var channel = connection.createChannel(false)) {
            channel.queueDeclare(queue, true, false, false, Map.of("x-max-priority", 10));
            celery.send(CeleryCall.of("py.add")
                    .args(1, 1)
                    .queue(queue)
                    .priority(7)
                    .timeLimit(ofSeconds(3))
                    .softTimeLimit(ofMillis(1500)));

            var message = channel.basicGet(queue, true);
            assertThat(message.getProps().getPriority()).isEqualTo(7);
            assertThat(message.getProps().getHeaders().get("timelimit")).hasToString("[3.0, 1.5]");
            channel.queueDelete(queue);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CeleryCall.of("py.add").priority(256));
        var late = celery.send(CeleryCall.of("py.slow").args(60).timeLimit(ofSeconds(1)));
        assertThatExceptionOfType(CeleryTaskFailed.class)
                .isThrownBy(() -> celery.await(late, Object.class, PATIENCE))
                .withMessageContaining("TimeLimitExceeded");
    }

    @Test
    void givesUpWaiting() {
        assertThatExceptionOfType(CeleryTaskNotDone.class)
                .isThrownBy(() -> celery.await(TaskId.random(), Object.class, ofMillis(20)))
                .withMessageContaining("PENDING");
    }

    record Greeting(String greeting, String name) {}
}
