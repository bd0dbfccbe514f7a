package stampede.task.beat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stampede.support.BackgroundThread;
import stampede.support.NodeRole;
import stampede.support.OnRole;
import stampede.support.StopPhase;
import stampede.task.handler.BeatDefinition;
import stampede.task.handler.TaskRegistry;

/** Ticks. Every beat node does so at the same time; the one that gets hold of a schedule first sends what is due of it. */
@OnRole(NodeRole.BEAT)
class BeatScheduler implements BackgroundThread.Owner {

    private static final Logger log = LoggerFactory.getLogger(BeatScheduler.class);
    private static final Duration LONGEST_SLEEP = Duration.ofSeconds(1);
    private static final Duration WHILE_ANOTHER_TICKS = Duration.ofMillis(20);

    private final TaskRegistry registry;
    private final TickSender tickSender;
    private final Clock clock;
    private final Set<String> failing = new HashSet<>();

    private volatile CountDownLatch stopped = new CountDownLatch(0);
    private final BackgroundThread thread =
            new BackgroundThread("task-beat", this::run, () -> stopped.countDown(), LONGEST_SLEEP.multipliedBy(5));

    BeatScheduler(TaskRegistry registry, TickSender tickSender, Clock clock) {
        this.registry = registry;
        this.tickSender = tickSender;
        this.clock = clock;
    }

    @Override
    public void start() {
        stopped = new CountDownLatch(1);
        thread.start();
    }

    @Override
    public BackgroundThread thread() {
        return thread;
    }

    @Override
    public int getPhase() {
        return StopPhase.BEATS.value();
    }

    private void run() {
        var opened = new HashMap<String, ScheduleTimer>();
        var sleep = Duration.ZERO;
        while (!stopsWithin(sleep)) {
            sleep = registry.beats().stream()
                    .map(beat -> lookAfter(beat, opened))
                    .min(Duration::compareTo)
                    .orElse(LONGEST_SLEEP);
        }
    }

    /** Answers when to look again. A schedule that fails does not hold up the others. */
    private Duration lookAfter(BeatDefinition beat, Map<String, ScheduleTimer> opened) {
        try {
            var schedule = opened.computeIfAbsent(beat.schedule(), name -> tickSender.open(beat));
            var sleep = tick(schedule);
            failing.remove(beat.schedule());
            return sleep;
        } catch (RuntimeException unavailable) {
            if (failing.add(beat.schedule())) {
                log.warn("The schedule {} cannot tick, trying on", beat.schedule(), unavailable);
            }
            return LONGEST_SLEEP;
        }
    }

    private Duration tick(ScheduleTimer schedule) {
        var now = clock.instant();
        if (schedule.isDue(now)) {
            if (!tickSender.tick(schedule.beat(), now)) {
                return WHILE_ANOTHER_TICKS;
            }
            schedule.advance(now);
        }
        return until(schedule.next());
    }

    private Duration until(Instant next) {
        var now = clock.instant();
        return next.isAfter(now.plus(LONGEST_SLEEP))
                ? LONGEST_SLEEP
                : Duration.ofMillis(Math.max(1, Duration.between(now, next).toMillis() + 1));
    }

    private boolean stopsWithin(Duration time) {
        try {
            return stopped.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stop) {
            return true;
        }
    }
}
