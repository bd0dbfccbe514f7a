package stampede.room;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RoomPollingTests {

    private static final int OFTEN = 10_000;

    @Test
    void whoIsNextAsksAgainSoonAndWhoIsFarOffNowAndThen() {
        assertThat(RoomPolling.untilTurn(10 / 600.0)).isEqualTo(Duration.ofSeconds(2));
        assertThat(seconds(() -> RoomPolling.untilTurn(1))).containsOnly(12L, 13L, 14L, 15L, 16L, 17L, 18L);
        assertThat(RoomPolling.untilTurn(15)).isEqualTo(Duration.ofSeconds(30));
    }

    /** What is asked before it brings nothing. */
    @Test
    void nobodyAsksBeforeTheDrawWhoCouldAskAfterIt() {
        var left = Duration.ofMillis(9_300);

        assertThat(seconds(() -> RoomPolling.beforeDraw(left, 1))).containsOnly(10L, 11L);
        assertThat(seconds(() -> RoomPolling.beforeDraw(Duration.ofMinutes(9), 1)))
                .allSatisfy(wait -> assertThat(wait).isBetween(24L, 30L));
    }

    /** A hundred thousand pages would be as many at the same moment. */
    @Test
    void theMoreWaitTheLongerTheyTakeToAskAfterTheDraw() {
        var left = Duration.ofSeconds(20);
        var many = seconds(() -> RoomPolling.beforeDraw(left, 10_000));

        assertThat(many).allSatisfy(wait -> assertThat(wait).isBetween(20L, 25L));
        for (var second = 21L; second < 25; second++) {
            var then = second;
            assertThat(many.stream().filter(wait -> wait == then).count())
                    .as("ask in second %d", then)
                    .isBetween(OFTEN / 6L, OFTEN / 4L);
        }
        assertThat(seconds(() -> RoomPolling.beforeDraw(left, 1_000_000)))
                .allSatisfy(wait -> assertThat(wait).isBetween(20L, 30L));
    }

    @Test
    void whileTheDrawIsMadeTheyAskInAMoment() {
        assertThat(seconds(() -> RoomPolling.beforeDraw(Duration.ofSeconds(-3), 1)))
                .containsOnly(2L, 3L);
    }

    private static List<Long> seconds(Supplier<Duration> polling) {
        return Stream.generate(polling).limit(OFTEN).map(Duration::toSeconds).toList();
    }
}
