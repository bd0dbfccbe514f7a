package stampede.task.handler;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import stampede.task.Beat;
import stampede.task.Tick;
import stampede.task.beat.ScheduleTimer;

class RhythmTests {

    private static final Instant EIGHT = Instant.parse("2026-11-11T12:00:00Z");
    private static final String HOURLY = "0 0 * * * *";

    @Test
    void readsTheCalendarInItsZone() {
        assertThat(calendar("0 0 20 * * *", "Asia/Shanghai").nextAfter(EIGHT.minusSeconds(60)))
                .isEqualTo(EIGHT);
    }

    @Test
    void ticksWhenItIsTimeAndThenNotAgain() {
        var minutes = beat("0 * * * * *", Beat.Misfire.SKIP);

        assertThat(minutes.due(EIGHT, EIGHT.plusSeconds(59))).isEmpty();
        assertThat(minutes.due(EIGHT, EIGHT.plusSeconds(60))).containsExactly(tick(ofSeconds(60)));
        assertThat(minutes.due(EIGHT.plusSeconds(60), EIGHT.plusSeconds(61))).isEmpty();
    }

    @Test
    void makesUpForManyMissedTicksWithTheLastOfThem() {
        assertThat(beat(HOURLY, Beat.Misfire.FIRE_ONCE).due(EIGHT, EIGHT.plus(ofMinutes(330))))
                .containsExactly(tick(ofHours(5)));
    }

    @Test
    void makesUpForEveryMissedTickIfToldTo() {
        assertThat(beat(HOURLY, Beat.Misfire.FIRE_ALL).due(EIGHT, EIGHT.plus(ofMinutes(190))))
                .containsExactly(tick(ofHours(1)), tick(ofHours(2)), tick(ofHours(3)));
    }

    @Test
    void makesUpForNoMoreThanTheNewestHundred() {
        var ticks = beat("* * * * * *", Beat.Misfire.FIRE_ALL).due(EIGHT.minus(ofDays(3_000)), EIGHT);

        assertThat(ticks).hasSize(100).startsWith(tick(ofSeconds(-99))).endsWith(tick(Duration.ZERO));
    }

    @Test
    void forgetsMissedTicksIfToldTo() {
        assertThat(beat(HOURLY, Beat.Misfire.SKIP).due(EIGHT, EIGHT.plus(ofMinutes(330))))
                .isEmpty();
    }

    @Test
    void doesNotTakeALittleDelayForAMiss() {
        assertThat(beat(HOURLY, Beat.Misfire.SKIP)
                        .due(EIGHT, EIGHT.plus(ofHours(1)).plusSeconds(5)))
                .containsExactly(tick(ofHours(1)));
    }

    @Test
    void looksAgainAtTheNextTickAndNotBefore() {
        var schedule = new ScheduleTimer(beat(HOURLY, Beat.Misfire.SKIP), EIGHT);

        assertThat(schedule.isDue(EIGHT.plus(ofMinutes(59)))).isFalse();
        assertThat(schedule.isDue(EIGHT.plus(ofHours(1)))).isTrue();
        schedule.advance(EIGHT.plus(ofHours(1)));
        assertThat(schedule.next()).isEqualTo(EIGHT.plus(ofHours(2)));
    }

    @Test
    void agreesOnAFixedRateWheneverItBegan() {
        var rate = new FixedRate(ofSeconds(30));

        assertThat(rate.nextAfter(EIGHT)).isEqualTo(EIGHT.plusSeconds(30));
        assertThat(rate.nextAfter(EIGHT.plusMillis(1))).isEqualTo(EIGHT.plusSeconds(30));
        assertThat(rate.nextAfter(EIGHT.plusMillis(29_999))).isEqualTo(EIGHT.plusSeconds(30));
        assertThat(rate).hasToString("every 30s");
        assertThatIllegalArgumentException().isThrownBy(() -> new FixedRate(Duration.ofMillis(99)));
    }

    @Test
    void ticksLaterButOnceAtATimeOfDayThatTheClockLeavesOut() {
        assertThat(ticks("0 30 2 * * *", "2026-03-28T12:00+01:00[Europe/Berlin]", 2))
                .containsExactly("2026-03-29T03:30+02:00[Europe/Berlin]", "2026-03-30T02:30+02:00[Europe/Berlin]");
    }

    @Test
    void stillTicksWhenAskedBetweenTheChangeOfTheClockAndTheTickThatItPutOff() {
        assertThat(ticks("0 30 2 * * *", "2026-03-29T03:00+02:00[Europe/Berlin]", 1))
                .containsExactly("2026-03-29T03:30+02:00[Europe/Berlin]");
        assertThat(ticks("0 30 2 * * *", "2026-03-29T03:30+02:00[Europe/Berlin]", 1))
                .containsExactly("2026-03-30T02:30+02:00[Europe/Berlin]");
    }

    @Test
    void ticksOnceAtATimeOfDayThatComesTwice() {
        assertThat(ticks("0 30 2 * * *", "2026-10-24T12:00+02:00[Europe/Berlin]", 2))
                .containsExactly("2026-10-25T02:30+02:00[Europe/Berlin]", "2026-10-26T02:30+01:00[Europe/Berlin]");
        assertThat(ticks("0 30 2 * * *", "2026-10-25T02:10+01:00[Europe/Berlin]", 1))
                .containsExactly("2026-10-26T02:30+01:00[Europe/Berlin]");
    }

    @Test
    void ticksEveryHourThatPassesWhateverTheClockSays() {
        assertThat(ticks(HOURLY, "2026-03-29T01:00+01:00[Europe/Berlin]", 1))
                .containsExactly("2026-03-29T03:00+02:00[Europe/Berlin]");
        assertThat(ticks(HOURLY, "2026-10-25T01:00+02:00[Europe/Berlin]", 3))
                .containsExactly(
                        "2026-10-25T02:00+02:00[Europe/Berlin]",
                        "2026-10-25T02:00+01:00[Europe/Berlin]",
                        "2026-10-25T03:00+01:00[Europe/Berlin]");
    }

    private static List<String> ticks(String cron, String after, int most) {
        var from = ZonedDateTime.parse(after);
        var rhythm = calendar(cron, "Europe/Berlin");
        return Stream.iterate(rhythm.nextAfter(from.toInstant()), rhythm::nextAfter)
                .limit(most)
                .map(tick -> tick.atZone(from.getZone()).toString())
                .toList();
    }

    private static Tick tick(Duration afterEight) {
        return new Tick("plan", EIGHT.plus(afterEight));
    }

    private static Rhythm calendar(String cron, String zone) {
        return CalendarRhythm.of(cron, ZoneId.of(zone));
    }

    private static BeatDefinition beat(String cron, Beat.Misfire misfire) {
        var method = RhythmTests.class.getDeclaredMethods()[0];
        var task = new TaskDefinition(
                new PayloadDefinition(Tick.class, "plan", "beat"),
                new HandlerMethod(new DefaultListableBeanFactory(), "none", method),
                new RetryPlan(List.of(), 0, List.of()),
                TaskLimits.NONE,
                Optional.empty());
        return new BeatDefinition(task, calendar(cron, "Asia/Shanghai"), ZoneId.of("Asia/Shanghai"), misfire, true);
    }
}
