package stampede.support;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import stampede.testing.OneStartAtATime;

/** What periodic work may expect, be it a method with {@code @Scheduled} or a thread of its own. */
@ExtendWith(OutputCaptureExtension.class)
class JobSchedulerTests {

    private final JobScheduler scheduler = new JobScheduler();

    @BeforeEach
    void start() {
        scheduler.setPoolSize(2);
        scheduler.afterPropertiesSet();
    }

    @AfterEach
    void destroy() {
        scheduler.destroy();
    }

    @Test
    void aFailureIsLoggedOnceAndTheJobGoesOn(CapturedOutput output) {
        var job = new Failing("of-the-pool");

        job.failsAndRecovers(output, () -> {
            var unused = scheduler.scheduleWithFixedDelay(job, ofMillis(1));
        });
    }

    @Test
    void aFailureAtAFixedRateIsLoggedOnceAndTheJobGoesOn(CapturedOutput output) {
        var job = new Failing("of-the-rate");

        job.failsAndRecovers(output, () -> {
            var unused = scheduler.scheduleAtFixedRate(job, ofMillis(1));
        });
    }

    @Test
    void aFailureOfAThreadIsLoggedOnceAndTheThreadGoesOn(CapturedOutput output) {
        var job = new Failing("of-the-thread");
        var thread = new BackgroundThread("of-the-thread", ofMillis(1), job::run);
        try {
            job.failsAndRecovers(output, thread::start);
        } finally {
            thread.stop();
        }
    }

    @Test
    void aSlowJobHoldsUpNoOther() {
        var slow = new CountDownLatch(1);
        var runs = new AtomicInteger();
        var unused = scheduler.scheduleWithFixedDelay(() -> waitFor(slow), ofMillis(1));
        var unusedToo = scheduler.scheduleWithFixedDelay(runs::incrementAndGet, ofMillis(1));

        await().untilAtomic(runs, count -> assertThat(count).isGreaterThan(3));
        assertThat(slow.getCount()).isOne();
    }

    /** Again and again, as a job that begins just then is the one that could be missed. */
    @RepeatedTest(50)
    void whatRunsIsInterruptedAndAwaitedWhenTheApplicationStops(CapturedOutput output) {
        var begun = new CountDownLatch(1);
        var ended = new AtomicBoolean();
        var unused = scheduler.scheduleWithFixedDelay(
                () -> {
                    begun.countDown();
                    waitFor(new CountDownLatch(1));
                    ended.set(true);
                },
                ofMillis(1));
        await().until(() -> begun.getCount() == 0);

        var stopped = new AtomicBoolean();
        scheduler.stop(() -> stopped.set(ended.get()));

        await().untilTrue(stopped);
        assertThat(output).doesNotContainPattern("WARN[^\\n]*JobScheduler");
    }

    @Test
    void aThreadIsInterruptedAndAwaitedWhenItStopsAndCanStartAgain() {
        var turns = new AtomicInteger();
        var thread = new BackgroundThread("again", ofMillis(1), () -> {
            turns.incrementAndGet();
            new CountDownLatch(1).await();
        });

        thread.start();
        await().untilAtomic(turns, count -> assertThat(count).isOne());
        thread.stop();
        assertThat(thread.isRunning()).isFalse();
        thread.start();

        await().untilAtomic(turns, count -> assertThat(count).isEqualTo(2));
        thread.stop();
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Fails until it is told not to. */
    private static final class Failing implements Runnable {

        private final String name;
        private final AtomicBoolean well = new AtomicBoolean();
        private final AtomicInteger runs = new AtomicInteger();

        Failing(String name) {
            this.name = name;
        }

        @Override
        public void run() {
            runs.incrementAndGet();
            if (!well.get()) {
                throw new IllegalStateException("nobody answers");
            }
        }

        /** What is logged while an application of a test beside it sets up logging is lost, so none does. */
        void failsAndRecovers(CapturedOutput output, Runnable start) {
            var unused = OneStartAtATime.first(() -> {
                start.run();
                failAndRecover(output);
                return true;
            });
        }

        private void failAndRecover(CapturedOutput output) {
            await().untilAtomic(runs, count -> assertThat(count).isGreaterThan(3));
            well.set(true);
            await().until(() -> output.toString().contains(name + " works again"));

            assertThat(output)
                    .containsOnlyOnce(name + " failed")
                    .containsOnlyOnce("IllegalStateException: nobody answers");
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
