package stampede.desk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import stampede.signing.HmacKeys;

class SeenFiguresTests {

    private static final String ACT = "operator:3 TASKS_RETRIED dead";
    private static final Instant NOON = Instant.parse("2026-11-23T12:00:00Z");

    private final SeenFigures figures = at(NOON);

    @ParameterizedTest
    @CsvSource({
        "12, 12, true",
        "12, 13, false",
        "0, 1, false",
        "500, 505, true",
        "500, 494, false",
        "100000, 100010, true",
        "100000, 100011, false",
    })
    void holdWhileTheNumberIsAboutTheSame(long seen, long now, boolean holds) {
        var signed = figures.sign(ACT, of(seen));

        assertThat(figures.hold(ACT, signed, of(now))).isEqualTo(holds);
    }

    @Test
    void holdForTenMinutesAndForThatActOnly() {
        var signed = figures.sign(ACT, of(7));

        assertThat(at(NOON.plus(Duration.ofMinutes(10))).hold(ACT, signed, of(7)))
                .isTrue();
        assertThat(at(NOON.plus(Duration.ofMinutes(11))).hold(ACT, signed, of(7)))
                .isFalse();
        assertThat(figures.hold("operator:4 TASKS_RETRIED dead", signed, of(7))).isFalse();
        assertThat(figures.hold(ACT, signed, List.of())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7", "1.7.x", "99999999999999999999.7.00", "1.99999999999999999999.00"})
    void whatTheShopDidNotSignHoldsNever(String seen) {
        assertThat(figures.hold(ACT, seen, of(7))).isFalse();
        assertThat(figures.hold(ACT, figures.sign(ACT, of(7)).replace(".7.", ".8."), of(8)))
                .isFalse();
    }

    private static List<Confirm.Figure> of(long value) {
        return List.of(new Confirm.Figure("number", value));
    }

    private static SeenFigures at(Instant now) {
        var key = new HmacKeys(List.of(new SecretKeySpec(new byte[32], "HmacSHA256")));
        return new SeenFigures(key, Clock.fixed(now, ZoneOffset.UTC));
    }
}
