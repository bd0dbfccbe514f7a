package stampede.task.examples;

import static java.time.Duration.ofHours;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.task.Beat;
import stampede.task.Beat.Misfire;
import stampede.task.TaskHandlers;
import stampede.task.Tick;
import stampede.task.testing.TaskTest;
import stampede.task.testing.VirtualClock;

/** A method that runs by the calendar, once per tick however many nodes there are. */
@TaskTest
class RepeatByCalendarTests {

    @Autowired
    private VirtualClock clock;

    @Autowired
    private ReportTasks reports;

    @Test
    void runsByTheCalendar() {
        clock.advance(ofHours(24));

        await().untilAsserted(() -> assertThat(reports.ticks).isNotEmpty());
        assertThat(reports.ticks)
                .allSatisfy(tick -> assertThat(tick.due().toString()).endsWith("T22:30:00Z"))
                .extracting(Tick::due)
                .doesNotHaveDuplicates();
    }

    @TaskHandlers
    static class ReportTasks {

        final List<Tick> ticks = new CopyOnWriteArrayList<>();

        @Beat(name = "report.daily", cron = "0 30 6 * * *", zone = "Asia/Shanghai", misfire = Misfire.FIRE_ONCE)
        void daily(Tick tick) {
            ticks.add(tick);
        }
    }
}
