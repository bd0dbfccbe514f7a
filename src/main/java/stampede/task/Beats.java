package stampede.task;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/** Ticks. Every beat node does so at the same time; the one that claims a tick first sends its task, in one transaction. */
@Component
@OnRole(NodeRole.BEAT)
class Beats implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(Beats.class);
    private static final Duration LONGEST_SLEEP = Duration.ofSeconds(1);

    private final TaskRegistry registry;
    private final TickTable ticks;
    private final Outbox outbox;
    private final RelaySignal relay;
    private final EnvelopeFormat format;
    private final Steps steps;
    private final TransactionTemplate transaction;
    private final Clock clock;

    private volatile CountDownLatch stopped = new CountDownLatch(0);
    private @Nullable Thread thread;
    private boolean failing;

    Beats(
            TaskRegistry registry,
            TickTable ticks,
            Outbox outbox,
            RelaySignal relay,
            EnvelopeFormat format,
            Steps steps,
            TransactionTemplate transaction,
            Clock clock) {
        this.registry = registry;
        this.ticks = ticks;
        this.outbox = outbox;
        this.relay = relay;
        this.format = format;
        this.steps = steps;
        this.transaction = transaction;
        this.clock = clock;
    }

    @Override
    public synchronized void start() {
        stopped = new CountDownLatch(1);
        thread = new Thread(this::run, "task-beat");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void stop() {
        stopped.countDown();
        try {
            if (thread != null) {
                thread.join(LONGEST_SLEEP.multipliedBy(5).toMillis());
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return stopped.getCount() > 0;
    }

    @Override
    public int getPhase() {
        return TaskWorkers.PHASE + 2;
    }

    private void run() {
        var schedules = new ArrayList<Schedule>();
        var sleep = Duration.ZERO;
        while (!stopsWithin(sleep)) {
            try {
                if (schedules.isEmpty()) {
                    schedules.addAll(open());
                }
                schedules.forEach(this::tick);
                failing = false;
            } catch (RuntimeException unavailable) {
                complain(unavailable);
            }
            sleep = untilNext(schedules);
        }
    }

    private List<Schedule> open() {
        return registry.beats().stream()
                .map(beat -> new Schedule(beat, ticks.last(beat.schedule()).orElseGet(clock::instant)))
                .toList();
    }

    private void tick(Schedule schedule) {
        var now = clock.instant();
        schedule.due(now).ifPresent(tick -> transaction.executeWithoutResult(status -> send(schedule.beat(), tick)));
        schedule.advance(now);
    }

    private void send(BeatDefinition beat, Tick tick) {
        if (ticks.claim(tick)) {
            var id = TaskId.random();
            var envelope = format.write(beat.schedule(), id, tick, Optional.empty());
            outbox.add(beat.task().queue(), envelope, tick.due());
            steps.observeAfterCommit(new TaskStep(
                    TaskState.PENDING, envelope.message(id, beat.task().queue()), clock.instant(), Optional.empty()));
            relay.wakeAfterCommit();
        }
    }

    private Duration untilNext(List<Schedule> schedules) {
        var now = clock.instant();
        var next =
                schedules.stream().map(Schedule::next).min(Instant::compareTo).orElse(Instant.MAX);
        if (failing || next.isAfter(now.plus(LONGEST_SLEEP))) {
            return LONGEST_SLEEP;
        }
        return Duration.ofMillis(Math.max(1, Duration.between(now, next).toMillis() + 1));
    }

    private void complain(RuntimeException unavailable) {
        if (!failing) {
            log.warn("Schedules cannot tick, trying on", unavailable);
        }
        failing = true;
    }

    private boolean stopsWithin(Duration time) {
        try {
            return stopped.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stop) {
            return true;
        }
    }
}
