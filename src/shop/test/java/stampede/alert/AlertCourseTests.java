package stampede.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AlertCourseTests {

    private static final Instant BEGIN = Instant.parse("2026-11-26T12:00:00Z");
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    @Test
    void firesWhenItHasBeenBadForLongEnoughAndNotBefore() {
        var begun = AlertCourse.begin(BEGIN, FIVE_MINUTES);

        assertThat(begun.state()).isEqualTo(AlertState.PENDING);
        assertThat(begun.bad(BEGIN.plusSeconds(299), FIVE_MINUTES).state()).isEqualTo(AlertState.PENDING);
        assertThat(begun.bad(BEGIN.plusSeconds(300), FIVE_MINUTES).state()).isEqualTo(AlertState.FIRING);
        assertThat(AlertCourse.begin(BEGIN, Duration.ZERO).state()).isEqualTo(AlertState.FIRING);
    }

    @Test
    void whatDoesNotLastWasNothing() {
        assertThat(AlertCourse.begin(BEGIN, FIVE_MINUTES).good(BEGIN.plusSeconds(299), A_MINUTE))
                .isEmpty();
    }

    @Test
    void isResolvedAfterAMinuteOfGood() {
        var firing = AlertCourse.begin(BEGIN, Duration.ZERO);

        assertThat(firing.good(BEGIN.plusSeconds(59), A_MINUTE).orElseThrow().state())
                .isEqualTo(AlertState.FIRING);
        assertThat(firing.good(BEGIN.plusSeconds(60), A_MINUTE).orElseThrow().state())
                .isEqualTo(AlertState.RESOLVED);
        assertThat(firing.bad(BEGIN.plusSeconds(40), Duration.ZERO)
                        .good(BEGIN.plusSeconds(70), A_MINUTE)
                        .orElseThrow()
                        .state())
                .as("what comes and goes is one alert")
                .isEqualTo(AlertState.FIRING);
    }

    @Test
    void whatNobodyKnowsIsNeitherGoodNorBad() {
        var pending = AlertCourse.begin(BEGIN, FIVE_MINUTES).unknown(BEGIN.plus(FIVE_MINUTES));
        assertThat(pending.state()).isEqualTo(AlertState.PENDING);
        assertThat(pending.startedAt()).isEqualTo(BEGIN);

        var firing = AlertCourse.begin(BEGIN, Duration.ZERO).unknown(BEGIN.plusSeconds(300));
        assertThat(firing.state()).isEqualTo(AlertState.FIRING);
        assertThat(firing.good(BEGIN.plusSeconds(301), A_MINUTE).orElseThrow().state())
                .as("the time in which nothing was known is not good")
                .isEqualTo(AlertState.FIRING);
        assertThat(AlertCourse.begin(BEGIN, Duration.ZERO)
                        .watched(BEGIN.plusSeconds(300))
                        .good(BEGIN.plusSeconds(301), A_MINUTE)
                        .orElseThrow()
                        .state())
                .as("nor that in which nobody looked")
                .isEqualTo(AlertState.FIRING);
    }
}
