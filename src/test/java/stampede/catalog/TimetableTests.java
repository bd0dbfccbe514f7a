package stampede.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimetableTests {

    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
    private static final LocalDate DAY = LocalDate.parse("2026-11-11");

    private final Slot eight = slot(1, 8);
    private final Slot ten = slot(2, 10);
    private final Slot twenty = slot(3, 20);
    private final Slot tomorrow = new Slot(new SlotId(4), window(DAY.plusDays(1), 8));
    private final Timetable timetable = new Timetable(SHANGHAI, List.of(tomorrow, twenty, ten, eight));

    @Test
    void runsASlotFromItsFirstInstantToTheLastBeforeItCloses() {
        assertThat(timetable.running(at(8, 0))).contains(eight);
        assertThat(timetable.running(at(10, 0).minusMillis(1))).contains(eight);
        assertThat(timetable.running(at(10, 0))).contains(ten);
    }

    @Test
    void showsTheNextSlotOfTodayBeforeAndBetweenSlots() {
        assertThat(timetable.running(at(0, 0))).contains(eight);
        assertThat(timetable.running(at(8, 0).minusMillis(1))).contains(eight);
        assertThat(timetable.running(at(12, 0))).contains(twenty);
    }

    @Test
    void showsTheLastSlotOfTodayUntilTheDayEnds() {
        assertThat(timetable.running(at(22, 0))).contains(twenty);
        assertThat(timetable.running(at(23, 59))).contains(twenty);
        assertThat(timetable.running(at(24, 0))).contains(tomorrow);
    }

    @Test
    void showsNoneOnADayWithoutSlots() {
        assertThat(timetable.running(at(0, 0).minus(Duration.ofDays(3)))).isEmpty();
    }

    @Test
    void prefersTheSlotThatOpenedLast() {
        var flash = new Slot(new SlotId(5), new SaleWindow(at(8, 30), at(9, 0)));
        var both = new Timetable(SHANGHAI, List.of(flash, eight));

        assertThat(both.running(at(8, 45))).contains(flash);
        assertThat(both.running(at(9, 0))).contains(eight);
    }

    @Test
    void stillShowsASlotThatRunsOnAfterMidnight() {
        var late = slot(6, 23);

        assertThat(new Timetable(SHANGHAI, List.of(late)).running(at(24, 30))).contains(late);
    }

    @Test
    void knowsADaysSlotsInItsOwnZone() {
        assertThat(timetable.on(DAY)).containsExactly(eight, ten, twenty);
        assertThat(timetable.on(DAY.plusDays(1))).containsExactly(tomorrow);
        assertThat(timetable.on(DAY.minusDays(1))).isEmpty();
    }

    @Test
    void countsASlotAsNearFromTheLeadToItsEnd() {
        var lead = Duration.ofMinutes(5);
        assertThat(timetable.near(at(7, 55).minusMillis(1), lead)).isEmpty();
        assertThat(timetable.near(at(7, 55), lead)).containsExactly(eight);
        assertThat(timetable.near(at(9, 56), lead)).containsExactly(eight, ten);
        assertThat(timetable.near(at(10, 0), lead)).containsExactly(ten);
    }

    private static Slot slot(long id, int hour) {
        return new Slot(new SlotId(id), window(DAY, hour));
    }

    private static SaleWindow window(LocalDate day, int hour) {
        var opens = day.atTime(hour, 0).atZone(SHANGHAI).toInstant();
        return new SaleWindow(opens, opens.plus(Duration.ofHours(2)));
    }

    private static Instant at(int hour, int minute) {
        return DAY.atStartOfDay(SHANGHAI).plusHours(hour).plusMinutes(minute).toInstant();
    }
}
