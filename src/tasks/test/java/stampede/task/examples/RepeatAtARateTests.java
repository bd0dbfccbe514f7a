package stampede.task.examples;

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
import stampede.task.admin.TaskSchedules;
import stampede.task.testing.TaskTest;
import stampede.task.testing.VirtualClock;

/** A method that runs at a fixed rate, and once more when somebody asks. */
@TaskTest
class RepeatAtARateTests {

    @Autowired
    private VirtualClock clock;

    @Autowired
    private TaskSchedules schedules;

    @Autowired
    private RateTasks rates;

    @Test
    void runsAtAFixedRate() {
        var next = schedules.find("rate.update").orElseThrow().next();

        clock.advanceTo(next);

        await().untilAsserted(() ->
                assertThat(rates.ticks).anyMatch(tick -> tick.due().equals(next)));
    }

    @Test
    void runsWhenAsked() {
        schedules.runNow("rate.update");

        await().untilAsserted(() ->
                assertThat(rates.ticks).anyMatch(tick -> tick.due().getEpochSecond() % 900 != 0));
    }

    @TaskHandlers
    static class RateTasks {

        final List<Tick> ticks = new CopyOnWriteArrayList<>();

        @Beat(name = "rate.update", every = "15m", misfire = Misfire.SKIP)
        void update(Tick tick) {
            ticks.add(tick);
        }
    }
}
