package stampede.task.engine;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.ConfigurableApplicationContext;
import stampede.task.Beat;
import stampede.task.Retry;
import stampede.task.Task;
import stampede.task.TaskContext;
import stampede.task.TaskHandlers;
import stampede.task.Tick;

/** Tasks that say when they were to run and note when they did. Also a program: a node that a test can kill. */
@TestComponent
@TaskHandlers
public class Clockwork {

    public static final String EVERY = "clockwork.every";

    /** The waits of {@link ShortLadder}, and of {@link LongLadder}. */
    public static final List<Duration> SHORT_LADDER =
            List.of(Duration.ofMillis(300), Duration.ofMillis(600), Duration.ofSeconds(1));

    public static final List<Duration> LONG_LADDER =
            List.of(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(60), Duration.ofSeconds(300));

    private final Clock clock;
    private final Collection<Run> runs = new ConcurrentLinkedQueue<>();
    private final Collection<Run> ticks = new ConcurrentLinkedQueue<>();

    Clockwork(Clock clock) {
        this.clock = clock;
    }

    public static void main(String[] arguments) {
        start(arguments);
    }

    public static ConfigurableApplicationContext start(String... arguments) {
        return new SpringApplicationBuilder(TaskEngine.class, Clockwork.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .run(arguments);
    }

    /** Ran, in the order of running. */
    public List<Run> runs(String key) {
        return runs.stream().filter(run -> run.key().equals(key)).toList();
    }

    /** Ticks that ran, each with the time at which it was due. */
    public List<Run> ticks() {
        return List.copyOf(ticks);
    }

    @Task(name = "clockwork.strike", queue = "strikes")
    void strike(Strike strike, TaskContext context) {
        note(strike.key(), strike.number(), context.attempt(), strike.dueMs());
    }

    /** Fails as often as it may, always with the same wait in between. */
    @Task(name = "clockwork.stick", queue = "sticky")
    @Retry(
            delays = {
                "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", //
                "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", //
                "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", //
                "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", //
                "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", "50ms", "50ms"
            })
    void stick(Stick stick, TaskContext context) {
        note(stick.key(), stick.number(), context.attempt(), 0);
        if (context.attempt() <= 50) {
            throw new IllegalStateException("stuck");
        }
    }

    /** Fails, and waits longer than a test takes. */
    @Task(name = "clockwork.jam", queue = "strikes")
    @Retry(delays = "10m")
    void jam(Jam jam, TaskContext context) {
        note(jam.key(), jam.number(), context.attempt(), 0);
        throw new IllegalStateException("jammed");
    }

    @Task(name = "clockwork.short-ladder", queue = "ladders")
    @Retry(delays = {"300ms", "600ms", "1s"})
    void climb(ShortLadder ladder, TaskContext context) {
        climb(ladder.key(), ladder.number(), context, SHORT_LADDER);
    }

    @Task(name = "clockwork.long-ladder", queue = "ladders")
    @Retry(delays = {"10s", "30s", "60s", "300s"})
    void climb(LongLadder ladder, TaskContext context) {
        climb(ladder.key(), ladder.number(), context, LONG_LADDER);
    }

    private void climb(String key, int number, TaskContext context, List<Duration> steps) {
        note(key, number, context.attempt(), 0);
        if (context.attempt() <= steps.size()) {
            throw new IllegalStateException("not at the top yet");
        }
    }

    @Beat(name = "clockwork.tick", every = "${" + EVERY + ":366d}", misfire = Beat.Misfire.FIRE_ALL)
    void tick(Tick tick) {
        ticks.add(new Run("tick", 0, 1, tick.due().toEpochMilli(), clock.millis()));
    }

    private void note(String key, int number, int attempt, long dueMs) {
        runs.add(new Run(key, number, attempt, dueMs, clock.millis()));
    }

    public record Strike(String key, int number, long dueMs) {}

    public record Stick(String key, int number) {}

    public record Jam(String key, int number) {}

    public record ShortLadder(String key, int number) {}

    public record LongLadder(String key, int number) {}

    public record Run(String key, int number, int attempt, long dueMs, long ranMs) {

        public long lateness() {
            return ranMs - dueMs;
        }
    }
}
