package stampede.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static stampede.rehearsal.RehearsalVerdict.NOT_READY;
import static stampede.rehearsal.RehearsalVerdict.READY;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import stampede.books.BooksCheck;
import stampede.catalog.OfferId;
import stampede.money.Money;
import stampede.pulse.PulseBuckets;
import stampede.pulse.PulseCounts;
import stampede.pulse.PulseReader;
import stampede.rehearsal.RehearsalFigure.Name;

/**
 * From where on a figure is a warning, and from where on it is not ready: each limit from both sides, as nearly as it is measured. A thousand
 * bots press once, and their units shall be gone in ten seconds.
 */
class RehearsalMeasureTests {

    private static final int BOTS = 1_000;
    private static final int SELL_OUT_SECONDS = 10;

    private RehearsalCurve curve = RehearsalCurve.AT_ONCE;
    private final PressCounts counts = new PressCounts();
    private final PulseCounts told = new PulseCounts();
    private double drainMillis;
    private List<String> broken = List.of();
    private List<ReadinessFinding> readiness = List.of();
    private long unitsTaken = BOTS;
    private int missing;

    @Test
    void whatIsAsWantedIsReady() throws InterruptedException {
        press(BOTS, 500);

        assertThat(figures())
                .filteredOn(figure -> figure.grade().isPresent())
                .hasSize(10)
                .allSatisfy(
                        figure -> assertThat(figure.grade()).as("%s", figure).contains(READY));
    }

    @ParameterizedTest
    @CsvSource({"0, READY", "1, NOT_READY"})
    void noneMayBeLost(int lost, RehearsalVerdict expected) throws InterruptedException {
        missing = lost;
        press(BOTS, 500);

        assertThat(grade(Name.LOST)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1000, READY", "1001, NOT_READY"})
    void noneMayBeSoldBeyondTheAllotment(long taken, RehearsalVerdict expected) throws InterruptedException {
        unitsTaken = taken;
        press(BOTS, 500);

        assertThat(grade(Name.LOST)).isEqualTo(expected);
    }

    @Test
    void noneMayBeSoldTwice() throws InterruptedException {
        press(BOTS - 1, 500);
        counts.countAccepted(1, 0, millis(500));

        assertThat(grade(Name.LOST)).isEqualTo(NOT_READY);
    }

    @Test
    void noRuleOfTheBooksMayBeBroken() throws InterruptedException {
        broken = List.of("D3: 1");
        press(BOTS, 500);

        assertThat(grade(Name.BOOKS)).isEqualTo(NOT_READY);
    }

    /** Less than a tenth of a percent. */
    @ParameterizedTest
    @CsvSource({"0, 1000, READY", "1, 1000, WARNING", "1, 999, NOT_READY", "50, 950, NOT_READY"})
    void fewPressesMayFail(int failed, int others, RehearsalVerdict expected) throws InterruptedException {
        press(others, 500);
        IntStream.range(0, failed).forEach(press -> counts.countFailed(0, millis(500)));

        assertThat(grade(Name.BUSY_SHARE)).isEqualTo(expected);
    }

    /** Times are counted in classes: the last one below the limit, and the one in which the limit is. */
    @ParameterizedTest
    @CsvSource({"2000, READY, WARNING", "10000, WARNING, NOT_READY"})
    void ordersComeInTwoSecondsOrTen(double limit, RehearsalVerdict below, RehearsalVerdict above)
            throws InterruptedException {
        assertLimit(Name.ORDER_P99, told.order(), limit, below, above);
    }

    @ParameterizedTest
    @CsvSource({"100, READY, WARNING", "300, WARNING, NOT_READY"})
    void pressesAreDecidedInATenthOfASecondOrThree(double limit, RehearsalVerdict below, RehearsalVerdict above)
            throws InterruptedException {
        assertLimit(Name.DECIDE_P99, told.decide(), limit, below, above);
    }

    @Test
    void whatWasNotMeasuredTookTooLong() throws InterruptedException {
        counts.countAccepted(1, 0, millis(500));

        var figures = measured();

        for (var name : List.of(Name.ORDER_P99, Name.DECIDE_P99, Name.PAGE_P99)) {
            assertThat(grade(figures, name)).as("%s", name).isEqualTo(NOT_READY);
        }
    }

    /** The last unit of a thousand: a hundred a second are wanted, and half of that is not yet bad. */
    @ParameterizedTest
    @CsvSource({"10000, READY", "10001, WARNING", "20000, WARNING", "20001, NOT_READY"})
    void unitsAreGoneInTheTimeThatIsWanted(long millis, RehearsalVerdict expected) throws InterruptedException {
        press(BOTS, millis);

        assertThat(grade(Name.ACCEPTED_PER_SECOND)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"9999.9, READY", "10000, WARNING", "59999.9, WARNING", "60000, NOT_READY"})
    void theQueueIsEmptyInTenSecondsOrAMinute(double millis, RehearsalVerdict expected) throws InterruptedException {
        drainMillis = millis;
        press(BOTS, 500);

        assertThat(grade(Name.DRAIN)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"299999, READY", "300000, WARNING", "999999, WARNING", "1000000, NOT_READY"})
    void pagesComeInThreeTenthsOfASecondOrASecond(long micros, RehearsalVerdict expected) throws InterruptedException {
        counts.countLook(TimeUnit.MICROSECONDS.toNanos(micros));
        press(BOTS, 500);

        assertThat(grade(measured(), Name.PAGE_P99)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"BOOKS, true, READY", "BOOKS, false, WARNING", "NODES, true, READY", "NODES, false, NOT_READY"})
    void theReadinessListIsComplete(ReadinessPoint point, boolean met, RehearsalVerdict expected)
            throws InterruptedException {
        readiness = List.of(ReadinessFinding.of(point, met, ""));
        press(BOTS, 500);

        assertThat(grade(Name.READINESS)).isEqualTo(expected);
    }

    /** Expected are a thousand presses a second. */
    @ParameterizedTest
    @CsvSource({"500000, READY", "500100, WARNING", "833333, WARNING", "833400, NOT_READY"})
    void twiceWhatIsExpectedCanBeAnswered(long micros, RehearsalVerdict expected) throws InterruptedException {
        IntStream.range(0, BOTS).forEach(press -> counts.countRefused(0, TimeUnit.MICROSECONDS.toNanos(micros)));

        assertThat(grade(Name.HEAD_ROOM)).isEqualTo(expected);
    }

    /** However quick the shop is: a hundred presses a second came, and it answered them. */
    @Test
    void presssesThatTakeTheirTimeDoNotMeasureHeadRoomAndSaySo() throws InterruptedException {
        curve = RehearsalCurve.RAMP;
        press(BOTS, 10_000);

        var figures = figures();

        assertThat(figures).noneMatch(figure -> figure.name() == Name.HEAD_ROOM);
        assertThat(figures).contains(new RehearsalFigure(Name.HEAD_ROOM_UNMEASURED, 1, Optional.empty()));
        assertThat(new RehearsalReport(figures, List.of(), false, false, List.of()).verdict())
                .isEqualTo(READY);
    }

    private void assertLimit(Name name, long[] times, double limit, RehearsalVerdict below, RehearsalVerdict above)
            throws InterruptedException {
        var over = IntStream.range(0, PulseBuckets.COUNT)
                .filter(bucket -> PulseBuckets.millis(bucket) >= limit)
                .findFirst()
                .orElseThrow();
        press(BOTS, 500);
        times[over - 1] = 99;
        times[PulseBuckets.COUNT - 1] = 1;
        assertThat(grade(measured(), name)).isEqualTo(below);

        times[over] = 1;
        assertThat(grade(measured(), name)).isEqualTo(above);
    }

    /** All at once, and all got a unit after this time. */
    private void press(int presses, long millis) {
        LongStream.rangeClosed(1, presses).forEach(reservation -> counts.countAccepted(reservation, 0, millis(millis)));
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private RehearsalVerdict grade(Name name) throws InterruptedException {
        return grade(figures(), name);
    }

    private static RehearsalVerdict grade(List<RehearsalFigure> figures, Name name) {
        return figures.stream()
                .filter(figure -> figure.name() == name)
                .findFirst()
                .flatMap(RehearsalFigure::grade)
                .orElseThrow();
    }

    /** Beside what a test is about pages, orders and decisions are quick. */
    private List<RehearsalFigure> figures() throws InterruptedException {
        counts.countLook(1);
        told.order()[0] = 1;
        told.decide()[0] = 1;
        return measured();
    }

    private List<RehearsalFigure> measured() throws InterruptedException {
        var rehearsal = new Rehearsal(
                1,
                new RehearsalPlan(new OfferId(7), BOTS, 1, curve, BOTS, SELL_OUT_SECONDS, true),
                new Rehearsal.Copied("Celadon teapot", new Money(1990), 1),
                "operator:1",
                Rehearsal.State.RUNNING,
                RehearsalStep.VERDICT,
                new Rehearsal.Times(Instant.EPOCH, Optional.empty(), Optional.empty()),
                Optional.empty());
        var orders = mock(ShadowOrderRepository.class);
        var placed = new HashSet<>(counts.accepted());
        LongStream.rangeClosed(1, missing).forEach(placed::remove);
        when(orders.orders(rehearsal.shadow())).thenReturn(placed);
        when(orders.unitsTaken(rehearsal.shadow())).thenReturn(unitsTaken);
        var pulse = mock(PulseReader.class);
        when(pulse.past(any(), anyLong(), anyLong())).thenReturn(new PulseReader.Past(0, List.of(told), List.of()));
        return new RehearsalMeasure(orders, mock(BooksCheck.class), pulse, impatient())
                .figures(rehearsal, counts, Instant.EPOCH, drainMillis, broken, readiness);
    }

    /** An hour goes by between two looks at it, so nothing is waited for. */
    private static Clock impatient() {
        var hours = new AtomicLong();
        InstantSource source = () -> Instant.EPOCH.plusSeconds(TimeUnit.HOURS.toSeconds(hours.getAndIncrement()));
        return source.withZone(ZoneOffset.UTC);
    }
}
