package stampede.catalog.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;
import stampede.catalog.SlotId;

class SlotTimetableTests {

    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
    private static final LocalDate DAY = LocalDate.parse("2026-11-11");

    private final Slot eight = slot(1, 8);
    private final Slot ten = slot(2, 10);
    private final Slot twenty = slot(3, 20);
    private final Slot tomorrow = new Slot(new SlotId(4), window(DAY.plusDays(1), 8));
    private final SlotTimetable slotTimetable = new SlotTimetable(SHANGHAI, List.of(tomorrow, twenty, ten, eight));

    @Test
    void runsASlotFromItsFirstInstantToTheLastBeforeItCloses() {
        assertThat(slotTimetable.running(at(8, 0))).contains(eight);
        assertThat(slotTimetable.running(at(10, 0).minusMillis(1))).contains(eight);
        assertThat(slotTimetable.running(at(10, 0))).contains(ten);
    }

    @Test
    void showsTheNextSlotOfTodayBeforeAndBetweenSlots() {
        assertThat(slotTimetable.running(at(0, 0))).contains(eight);
        assertThat(slotTimetable.running(at(8, 0).minusMillis(1))).contains(eight);
        assertThat(slotTimetable.running(at(12, 0))).contains(twenty);
    }

    @Test
    void showsTheLastSlotOfTodayUntilTheDayEnds() {
        assertThat(slotTimetable.running(at(22, 0))).contains(twenty);
        assertThat(slotTimetable.running(at(23, 59))).contains(twenty);
        assertThat(slotTimetable.running(at(24, 0))).contains(tomorrow);
    }

    @Test
    void showsNoneOnADayWithoutSlots() {
        assertThat(slotTimetable.running(at(0, 0).minus(Duration.ofDays(3)))).isEmpty();
    }

    @Test
    void prefersTheSlotThatOpenedLast() {
        var flash = new Slot(new SlotId(5), new SaleWindow(at(8, 30), at(9, 0)));
        var both = new SlotTimetable(SHANGHAI, List.of(flash, eight));

        assertThat(both.running(at(8, 45))).contains(flash);
        assertThat(both.running(at(9, 0))).contains(eight);
    }

    @Test
    void stillShowsASlotThatRunsOnAfterMidnight() {
        var late = slot(6, 23);

        assertThat(new SlotTimetable(SHANGHAI, List.of(late)).running(at(24, 30)))
                .contains(late);
    }

    @Test
    void knowsADaysSlotsInItsOwnZone() {
        assertThat(slotTimetable.on(DAY)).containsExactly(eight, ten, twenty);
        assertThat(slotTimetable.on(DAY.plusDays(1))).containsExactly(tomorrow);
        assertThat(slotTimetable.on(DAY.minusDays(1))).isEmpty();
    }

    @Test
    void countsASlotAsNearFromTheLeadToItsEnd() {
        var lead = Duration.ofMinutes(5);
        assertThat(slotTimetable.near(at(7, 55).minusMillis(1), lead)).isEmpty();
        assertThat(slotTimetable.near(at(7, 55), lead)).containsExactly(eight);
        assertThat(slotTimetable.near(at(9, 56), lead)).containsExactly(eight, ten);
        assertThat(slotTimetable.near(at(10, 0), lead)).containsExactly(ten);
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
