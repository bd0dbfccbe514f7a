package stampede.payment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SilenceTests {

    private final AtomicLong nanos = new AtomicLong();
    private final Silence silence = new Silence(nanos::get);

    @Test
    void beginsAfterThreeUnansweredCallsInARow() {
        silence.heard(false);
        silence.heard(false);
        assertThat(silence.lasts()).isFalse();

        silence.heard(false);
        assertThat(silence.lasts()).isTrue();
    }

    @Test
    void endsWithAnAnswerOrAfterAWhile() {
        IntStream.range(0, 3).forEach(i -> silence.heard(false));
        silence.heard(true);
        assertThat(silence.lasts()).isFalse();

        IntStream.range(0, 3).forEach(i -> silence.heard(false));
        nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        assertThat(silence.lasts()).as("one may try").isFalse();

        silence.heard(false);
        assertThat(silence.lasts()).as("in vain").isTrue();
    }
}
