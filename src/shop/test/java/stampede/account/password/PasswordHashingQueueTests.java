package stampede.account.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import stampede.account.password.PasswordHashingQueue.Lane;

class PasswordHashingQueueTests {

    private final PasswordHashingQueue queue = new PasswordHashingQueue(1, Duration.ofSeconds(20));
    private final CountDownLatch busy = new CountDownLatch(1);
    private final List<Lane> served = Collections.synchronizedList(new ArrayList<>());
    private final List<Thread> threads = new ArrayList<>();

    @Test
    void servesThoseWhoAreKnownFirstAndNobodyNever() throws InterruptedException {
        occupy();
        for (int i = 0; i < 4; i++) {
            waitIn(Lane.FAILED);
        }
        waitIn(Lane.NEW);
        for (int i = 0; i < 4; i++) {
            waitIn(Lane.KNOWN);
        }

        busy.countDown();
        for (var thread : threads) {
            thread.join();
        }

        assertThat(served)
                .containsExactly(
                        Lane.KNOWN,
                        Lane.KNOWN,
                        Lane.KNOWN,
                        Lane.FAILED,
                        Lane.KNOWN,
                        Lane.NEW,
                        Lane.FAILED,
                        Lane.FAILED,
                        Lane.FAILED);
    }

    @Test
    void refusesWhoeverComesWhenTooManyWait() throws InterruptedException {
        occupy();
        for (int i = 0; i < 64; i++) {
            waitIn(Lane.FAILED);
        }

        assertThatThrownBy(() -> queue.inTurn(Lane.FAILED, () -> 1)).isInstanceOf(PasswordHashingQueue.Full.class);

        waitIn(Lane.KNOWN);
        busy.countDown();
        for (var thread : threads) {
            thread.join();
        }
        assertThat(served).hasSize(65).startsWith(Lane.KNOWN);
    }

    @Test
    void refusesWhoeverWaitedInVainAndGoesOn() {
        var impatient = new PasswordHashingQueue(1, Duration.ofMillis(50));

        assertThatThrownBy(() -> impatient.inTurn(Lane.NEW, () -> impatient.inTurn(Lane.KNOWN, () -> 1)))
                .isInstanceOf(PasswordHashingQueue.Full.class);

        assertThat(impatient.countWaiting(Lane.KNOWN)).isZero();
        assertThat(impatient.<Integer>inTurn(Lane.NEW, () -> 2)).isEqualTo(2);
    }

    private void occupy() {
        var started = new CountDownLatch(1);
        start(() -> queue.inTurn(Lane.NEW, () -> {
            started.countDown();
            return wait(busy);
        }));
        wait(started);
    }

    private void waitIn(Lane lane) {
        var before = queue.countWaiting(lane);
        start(() -> queue.inTurn(lane, () -> served.add(lane)));
        await().pollInterval(Duration.ofMillis(2)).until(() -> queue.countWaiting(lane) == before + 1);
    }

    private void start(Runnable work) {
        var thread = new Thread(work);
        threads.add(thread);
        thread.start();
    }

    private static boolean wait(CountDownLatch latch) {
        try {
            latch.await();
            return true;
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }
}
