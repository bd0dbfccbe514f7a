package stampede.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

/** Weeks as ISO 8601 counts them. */
class WeekTests {

    @Test
    void theTurnOfTheYearBelongsToOneWeek() {
        assertThat(Week.of(LocalDate.of(2027, 1, 1))).hasToString("2026-W53");
        assertThat(Week.of(LocalDate.of(2024, 12, 30))).hasToString("2025-W01");
        assertThat(Week.read("2026-W53")).contains(Week.of(LocalDate.of(2026, 12, 28)));
        assertThat(Week.read("2025-W53")).isEmpty();
        assertThat(Week.read("2026-W00")).isEmpty();
        assertThat(Week.read("2026-48")).isEmpty();
    }

    @Test
    void everyWeekIsReadAsItIsWritten() {
        for (var week = Week.of(LocalDate.of(2020, 1, 1)); week.monday().getYear() < 2040; week = week.later(1)) {
            assertThat(Week.read(week.toString())).contains(week);
        }
    }

    @Test
    void aWeekBeginsOnMondayByTheShopsClock() {
        var paris = ZoneId.of("Europe/Paris");
        var week = Week.of(LocalDate.of(2026, 3, 29));

        assertThat(week.monday()).isEqualTo(LocalDate.of(2026, 3, 23));
        assertThat(Duration.between(week.begins(paris), week.ends(paris)))
                .as("the clocks go forward in it")
                .isEqualTo(Duration.ofHours(7 * 24 - 1));
    }
}
