package stampede.payment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ForgedNotificationLimiterTests {

    @Test
    void aFewForgedOnesAMinuteAreKept() {
        var limit = new ForgedNotificationLimiter(2);
        var start = Instant.parse("2026-11-11T12:00:10Z");

        assertThat(IntStream.range(0, 5).filter(i -> limit.admits(start)).count())
                .isEqualTo(2);
        assertThat(limit.admits(start.plusSeconds(49))).isFalse();
        assertThat(limit.admits(start.plusSeconds(50))).isTrue();
    }
}
