package stampede.storefront;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;
import stampede.catalog.SlotId;

/** However many slots a day has, its strip of tabs stays short. */
class SlotDayTests {

    private static final LocalDate TODAY = LocalDate.parse("2026-11-11");
    private static final Instant MORNING = Instant.parse("2026-11-11T00:00:00Z");
    private static final int NONE = -1;

    /** None before the first of these, none after the last: 0. */
    @ParameterizedTest
    @CsvSource({
        "5, 3, 1, 5, 0, 0",
        "25, 13, 1, 25, 0, 0",
        "26, 13, 1, 25, 0, 26",
        "100, 1, 1, 13, 0, 14",
        "100, 50, 38, 62, 37, 63",
        "100, 100, 88, 100, 87, 0",
    })
    void showsTheTabsAroundTheChosenOne(int slots, int chosen, long first, long last, long earlier, long later) {
        var day = day(slots, chosen, 0);

        assertThat(ids(day.tabs())).startsWith(first).endsWith(last).hasSize((int) (last - first + 1));
        assertThat(day.earlier().map(slot -> slot.id().value()).orElse(0L)).isEqualTo(earlier);
        assertThat(day.later().map(slot -> slot.id().value()).orElse(0L)).isEqualTo(later);
    }

    @Test
    void showsThoseAroundTheFirstThatIsNotOverIfNoneIsChosen() {
        assertThat(ids(day(100, NONE, 60).tabs())).startsWith(49L).endsWith(73L);
        assertThat(ids(day(100, NONE, 100).tabs())).startsWith(1L).endsWith(13L);
    }

    @Test
    void isEmptyOnADayWithoutSlots() {
        var day = day(0, NONE, 0);

        assertThat(day.tabs()).isEmpty();
        assertThat(day.earlier()).isEmpty();
        assertThat(day.later()).isEmpty();
    }

    /** @param over so many of the first have ended */
    private static SlotDay day(int slots, int chosen, int over) {
        var tabs = IntStream.rangeClosed(1, slots)
                .mapToObj(number -> new SlotDay.Tab(
                        slot(number),
                        number <= over ? SaleWindow.Phase.ENDED : SaleWindow.Phase.UPCOMING,
                        number == chosen))
                .toList();
        return SlotDay.of(TODAY, TODAY, 3, tabs);
    }

    private static Slot slot(int number) {
        var opens = MORNING.plus(Duration.ofMinutes(10L * number));
        return new Slot(new SlotId(number), new SaleWindow(opens, opens.plus(Duration.ofMinutes(10))));
    }

    private static List<Long> ids(List<SlotDay.Tab> tabs) {
        return tabs.stream().map(tab -> tab.slot().id().value()).toList();
    }
}
