package stampede.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** What holds of row, environment and default. */
class SettingsTests {

    private static final String SEATS = "hall.seats";

    private final Settings settings = new Settings();

    @Test
    void theRowGoesBeforeTheEnvironmentAndThatBeforeTheDefault() {
        var byDefault = settings.declare(seats(5));
        var byEnvironment = settings.declare(wait("hall.wait", Duration.ofSeconds(7)));

        assertThat(byDefault.source()).isEqualTo(SettingSource.DEFAULT);
        assertThat(byEnvironment.source()).isEqualTo(SettingSource.ENVIRONMENT);
        assertThat(byEnvironment.standardText()).isEqualTo("3s");

        settings.take(List.of(row(SEATS, "9"), row("hall.wait", "2m")));

        assertThat(byDefault.value()).isEqualTo(9);
        assertThat(byEnvironment.value()).isEqualTo(Duration.ofMinutes(2));
        assertThat(List.of(byDefault.source(), byEnvironment.source())).containsOnly(SettingSource.ROW);

        settings.take(List.of());

        assertThat(byDefault.value()).isEqualTo(5);
        assertThat(byEnvironment.value()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void aRowThatWasTakenBackKeepsItsVersionAndDoesNotHold() {
        var seats = settings.declare(seats(5));

        settings.take(List.of(new StoredSetting(SEATS, Optional.empty(), 4, Instant.EPOCH, "operator:1")));

        assertThat(seats.value()).isEqualTo(5);
        assertThat(seats.source()).isEqualTo(SettingSource.DEFAULT);
        assertThat(seats.row().orElseThrow().version()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "many", "1", "101", "99999999999999999999", "7.5", "0x9", "7\n8", "☃"})
    void aSpoiledRowDoesNotHoldAndIsNamed(String spoiled) {
        var seats = settings.declare(seats(6));

        settings.take(List.of(row(SEATS, spoiled)));

        assertThat(seats.value()).isEqualTo(6);
        assertThat(seats.spoiled()).isPresent();
        assertThat(seats.source()).isEqualTo(SettingSource.ENVIRONMENT);
        assertThat(settings.spoiled()).isEqualTo(1);

        settings.take(List.of(row(SEATS, "7")));

        assertThat(seats.value()).isEqualTo(7);
        assertThat(settings.spoiled()).isZero();
    }

    @Test
    void aRowThatNobodyKnowsIsNamedAndDoesNothing() {
        settings.declare(seats(5));

        settings.take(List.of(row("hall.chandeliers", "3")));

        assertThat(settings.unknown()).containsExactly("hall.chandeliers");
        assertThat(settings.spoiled()).isZero();
    }

    @Test
    void aSettingThatIsDeclaredLateHasItsRowAtOnce() {
        settings.take(List.of(row(SEATS, "8")));

        assertThat(settings.declare(seats(5)).value()).isEqualTo(8);
    }

    @Test
    void aRuleCountsWhoeverComesFirst() {
        settings.require(SEATS, even());
        var seats = settings.declare(seats(6));
        var other = settings.declare(
                SettingDeclaration.whole("hall.rows", new Hall(5, Duration.ZERO), Hall::seats, 2, 100));
        settings.require("hall.rows", even());

        for (var setting : List.of(seats, other)) {
            assertThat(setting.check(" 12 ")).isEqualTo("12");
            assertThatThrownBy(() -> setting.check("13"))
                    .isInstanceOfSatisfying(
                            SettingUnreadable.class,
                            no -> assertThat(no.problem()).isEqualTo(SettingProblem.of("hall.even", 13)));
        }
        settings.take(List.of(row(SEATS, "13")));
        assertThat(seats.value()).isEqualTo(6);
    }

    @Test
    void whoListensHearsEachNewValueOnce() {
        var seats = settings.declare(seats(5));
        var heard = new ArrayList<Integer>();
        seats.onChange(heard::add);

        settings.take(List.of(row(SEATS, "8")));
        settings.take(List.of(row(SEATS, "8")));
        settings.take(List.of(row(SEATS, "spoiled")));

        assertThat(heard).containsExactly(8, 5);
    }

    @Test
    void noNameIsThereTwice() {
        settings.declare(seats(5));

        assertThatThrownBy(() -> settings.declare(seats(6)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(SEATS);
    }

    @ParameterizedTest
    @CsvSource({"1500ms, 1500ms", "2000ms, 2s", "90s, 90s", "120s, 2m", "60m, 1h", "24h, 1d", "36h, 36h", "0s, 0h"})
    void aDurationIsWrittenInItsLargestUnitAndReadBack(String given, String written) {
        var wait = settings.declare(wait("hall.wait", Duration.ofSeconds(1)));

        assertThat(wait.check(given)).isEqualTo(written);
        assertThat(wait.check(written)).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "5 s", "-5s", "5S", "PT5S", "5w", "9999999999s"})
    void aDurationNeedsANumberAndAUnit(String text) {
        var wait = settings.declare(wait("hall.wait", Duration.ofSeconds(1)));

        assertThatThrownBy(() -> wait.check(text)).isInstanceOf(SettingUnreadable.class);
    }

    private static SettingDeclaration<Integer> seats(int configured) {
        return SettingDeclaration.whole(SEATS, new Hall(configured, Duration.ZERO), Hall::seats, 2, 100);
    }

    private static SettingDeclaration<Duration> wait(String name, Duration configured) {
        return SettingDeclaration.duration(
                name, new Hall(5, configured), Hall::longest, Duration.ZERO, Duration.ofDays(30));
    }

    private static SettingRule<Integer> even() {
        return value -> value % 2 == 0 ? Optional.empty() : Optional.of(SettingProblem.of("hall.even", value));
    }

    private static StoredSetting row(String name, String value) {
        return new StoredSetting(name, Optional.of(value), 1, Instant.EPOCH, "operator:1");
    }

    /** Settings with defaults. */
    record Hall(
            @DefaultValue("5") int seats,
            @DefaultValue("3s") Duration longest) {}
}
