package stampede.purchase;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node that stood still knows it, whoever looks first, and for a second after. */
class PauseDetectorTests {

    private final AtomicLong now = new AtomicLong(-Duration.ofHours(1).toNanos());
    private final PauseDetector pauses = new PauseDetector(now::get);

    @AfterEach
    void stop() {
        pauses.stop();
    }

    @Test
    void aNodeThatRunsHasNotPaused() {
        pauses.start();

        assertThat(pauses.hasJustPaused()).isFalse();
        after(4_900);
        assertThat(pauses.hasJustPaused()).isFalse();
    }

    /** The first to run again may be the one who asks. */
    @Test
    void whoAsksBeforeTheNextBeatIsTold() {
        pauses.start();

        now.addAndGet(Duration.ofSeconds(60).toNanos());

        assertThat(pauses.hasJustPaused()).isTrue();
    }

    @Test
    void aSecondLaterItIsOver() {
        pauses.start();
        after(60_000);

        after(900);
        assertThat(pauses.hasJustPaused()).isTrue();
        after(200);
        assertThat(pauses.hasJustPaused()).isFalse();
    }

    @Test
    void oneThatDoesNotRunYetHasNotPaused() {
        now.addAndGet(Duration.ofSeconds(60).toNanos());

        assertThat(pauses.hasJustPaused()).isFalse();
    }

    private void after(long millis) {
        now.addAndGet(Duration.ofMillis(millis).toNanos());
        pauses.beat();
    }
}
