package stampede.payment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AlipayExecutorTests {

    private final AlipayExecutor callers = new AlipayExecutor();
    private final CountDownLatch silence = new CountDownLatch(1);

    @AfterEach
    void stop() {
        silence.countDown();
        callers.destroy();
    }

    @Test
    void keepsABoundedNumberOfQuestionsWaitingForASilentAlipay() {
        var begunOrWaiting = new AtomicInteger();
        Runnable question = () -> {
            begunOrWaiting.incrementAndGet();
            awaitSilenceToEnd();
        };

        for (int visitor = 0; visitor < 2_000; visitor++) {
            callers.call(question, Duration.ZERO);
        }
        silence.countDown();

        org.awaitility.Awaitility.await().until(() -> begunOrWaiting.get() == 516);
        callers.call(begunOrWaiting::incrementAndGet, Duration.ofSeconds(10));
        assertThat(begunOrWaiting).hasValue(517);
    }

    private void awaitSilenceToEnd() {
        try {
            silence.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
