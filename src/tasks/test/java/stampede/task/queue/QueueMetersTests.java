package stampede.task.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.SendOption;
import stampede.task.Tasks;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.TaskEngineTest;

/** What somebody who watches the engine from outside gets to see. */
@TaskEngineTest
class QueueMetersTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private Errands errands;

    @Autowired
    private QueueMeters queues;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private MeterRegistry meters;

    private final String key = UUID.randomUUID().toString();

    @Test
    void countsWhatIsSentAndHowItEnds() {
        var sent = sends();
        var done = done();

        tasks.send(new Errand(key, 1));
        transaction.executeWithoutResult(status -> {
            tasks.send(new Errand(key, 2));
            status.setRollbackOnly();
        });

        await().untilAsserted(() -> assertThat(done()).isEqualTo(done + 1));
        assertThat(sends()).isEqualTo(sent + 1);
    }

    @Test
    void tellsHowLateDelayedTasksBegin() {
        var before = late();

        tasks.send(new Errand(key, 1), SendOption.in(Duration.ofMillis(200)));

        await().untilAsserted(() -> assertThat(late()).isGreaterThan(before));
    }

    @Test
    void showsWhatEachQueueHoldsAndWhoServesIt() {
        var go = new CountDownLatch(1);
        errands.when(key, (number, attempt) -> go.await());
        tasks.send(new Errand(key, 1));

        try {
            await().untilAsserted(() -> {
                queues.turn();
                assertThat(gauge("unacked")).isPositive();
                assertThat(gauge("workers")).isEqualTo(1);
            });
            assertThat(gauge("ready")).isNotNegative();
            assertThat(gauge("paused")).isZero();
            assertThat(meters.get("stampede.task.dead").gauge().value()).isNotNegative();
        } finally {
            go.countDown();
        }
    }

    @Test
    void hasACounterOfDeathsForEachTaskBeforeAnythingDies() {
        assertThat(meters.get("stampede.task.deaths").counters())
                .extracting(counter -> counter.getId().getTag("task"))
                .contains("errand.run", "unknown");
    }

    @Test
    void countsTimesInBucketsThatCanBeAddedUp() {
        tasks.send(new Errand(key, 1));
        await().untilAsserted(() -> assertThat(done()).isPositive());

        assertThat(meters.get("stampede.tasks")
                        .tags("task", "errand.run", "outcome", "done")
                        .timer()
                        .takeSnapshot()
                        .histogramCounts())
                .extracting(bucket -> bucket.bucket(TimeUnit.MILLISECONDS))
                .containsExactly(5.0, 20.0, 100.0, 500.0, 2_000.0, 10_000.0, 60_000.0);
    }

    @Test
    void tellsHowManyNodesThereAreOfEachRole() {
        await().untilAsserted(() -> assertThat(meters.get("stampede.nodes")
                        .tag("role", "worker")
                        .gauge()
                        .value())
                .isPositive());
    }

    private double gauge(String what) {
        return meters.get("stampede.task.queue." + what)
                .tag("queue", "errands")
                .gauge()
                .value();
    }

    private double sends() {
        var counter =
                meters.find("stampede.task.sends").tag("task", "errand.run").counter();
        return counter == null ? 0 : counter.count();
    }

    private long done() {
        var timer = meters.find("stampede.tasks")
                .tags("task", "errand.run", "outcome", "done")
                .timer();
        return timer == null ? 0 : timer.count();
    }

    private long late() {
        var timer =
                meters.find("stampede.task.lateness").tag("queue", "errands").timer();
        return timer == null ? 0 : timer.count();
    }
}
