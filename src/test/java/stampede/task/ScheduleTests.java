package stampede.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.scheduling.support.CronExpression;

class ScheduleTests {

    private static final Instant EIGHT = Instant.parse("2026-11-11T12:00:00Z");

    @Test
    void readsTheCalendarInItsZone() {
        assertThat(schedule("0 0 20 * * *", Beat.Misfire.SKIP, EIGHT.minusSeconds(60))
                        .next())
                .isEqualTo(EIGHT);
    }

    @Test
    void ticksWhenItIsTimeAndThenNotAgain() {
        var schedule = schedule("0 * * * * *", Beat.Misfire.SKIP, EIGHT);

        assertThat(schedule.due(EIGHT.plusSeconds(59))).isEmpty();
        assertThat(schedule.due(EIGHT.plusSeconds(60))).contains(new Tick("plan", EIGHT.plusSeconds(60)));
        schedule.advance(EIGHT.plusSeconds(60));
        assertThat(schedule.due(EIGHT.plusSeconds(61))).isEmpty();
    }

    @Test
    void makesUpForManyMissedTicksWithTheLastOfThem() {
        var schedule = schedule("0 0 * * * *", Beat.Misfire.FIRE_ONCE, EIGHT);
        var later = EIGHT.plus(Duration.ofMinutes(330));

        assertThat(schedule.due(later)).contains(new Tick("plan", EIGHT.plus(Duration.ofHours(5))));
        schedule.advance(later);
        assertThat(schedule.due(later)).isEmpty();
    }

    @Test
    void forgetsMissedTicksIfToldTo() {
        var schedule = schedule("0 0 * * * *", Beat.Misfire.SKIP, EIGHT);
        var later = EIGHT.plus(Duration.ofMinutes(330));

        assertThat(schedule.due(later)).isEmpty();
        schedule.advance(later);
        assertThat(schedule.next()).isEqualTo(EIGHT.plus(Duration.ofHours(6)));
    }

    @Test
    void doesNotTakeALittleDelayForAMiss() {
        var schedule = schedule("0 0 * * * *", Beat.Misfire.SKIP, EIGHT);

        assertThat(schedule.due(EIGHT.plus(Duration.ofHours(1)).plusSeconds(5))).isPresent();
    }

    private static Schedule schedule(String cron, Beat.Misfire misfire, Instant last) {
        var method = ScheduleTests.class.getDeclaredMethods()[0];
        var task = new TaskDefinition(
                "plan",
                "beat",
                Tick.class,
                new HandlerMethod(new DefaultListableBeanFactory(), "none", method),
                new RetryPlan(List.of(), 0, List.of()),
                Optional.empty(),
                Optional.empty());
        var beat = new BeatDefinition(task, CronExpression.parse(cron), ZoneId.of("Asia/Shanghai"), misfire);
        return new Schedule(beat, last);
    }
}
