package stampede.task;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/**
 * Publishes what waits in the outbox. Any number may run: each claims rows of its own, publishes them outside of any
 * lock, and removes those that the broker confirmed. After a crash the rows come up again, so a task may be sent twice.
 */
@Component
@OnRole(NodeRole.WORKER)
class Relay implements SmartLifecycle {

    static final int PHASE = Publisher.PHASE + 1024;

    private static final Logger log = LoggerFactory.getLogger(Relay.class);
    private static final Duration AFTER_A_REFUSAL = Duration.ofSeconds(1);
    private static final Duration BETWEEN_MEASURES = Duration.ofSeconds(5);

    private final Outbox outbox;
    private final Publisher publisher;
    private final Lanes lanes;
    private final RelaySignal signal;
    private final TaskProperties properties;
    private final Clock clock;
    private final Timer delays;

    private volatile Outbox.Backlog backlog = new Outbox.Backlog(0, Duration.ZERO);
    private volatile boolean running;
    private @Nullable Thread thread;
    private boolean failing;
    private long nextMeasureNanos = System.nanoTime();

    Relay(
            Outbox outbox,
            Publisher publisher,
            Lanes lanes,
            RelaySignal signal,
            TaskProperties properties,
            Clock clock,
            MeterRegistry meters) {
        this.outbox = outbox;
        this.publisher = publisher;
        this.lanes = lanes;
        this.signal = signal;
        this.properties = properties;
        this.clock = clock;
        this.delays = Timer.builder("stampede.task.outbox.delay")
                .description("How long after it was due a task left the outbox")
                .publishPercentiles(0.5, 0.99)
                .register(meters);
        Gauge.builder("stampede.task.outbox.waiting", () -> backlog.waiting())
                .description("Tasks that are due and still in the outbox")
                .register(meters);
        Gauge.builder("stampede.task.outbox.lag", () -> backlog.lag().toMillis() / 1000.0)
                .baseUnit("seconds")
                .description("How long the oldest due task has waited in the outbox")
                .register(meters);
    }

    @Override
    public synchronized void start() {
        running = true;
        thread = new Thread(this::run, "task-relay");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void stop() {
        running = false;
        signal.wake();
        try {
            if (thread != null) {
                thread.join(properties.confirmTimeout().multipliedBy(2).toMillis());
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    private void run() {
        while (running) {
            if (!relayedAFullBatch()) {
                signal.await(properties.pollEvery());
            }
        }
    }

    private boolean relayedAFullBatch() {
        try {
            measure();
            var relayed = publisher.isReady() ? relay() : 0;
            failing = false;
            return relayed == properties.relayBatch();
        } catch (RuntimeException unavailable) {
            if (!failing) {
                log.warn("The outbox cannot be read, trying on", unavailable);
            }
            failing = true;
            return false;
        }
    }

    private int relay() {
        var rows = outbox.claim(properties.relayBatch(), properties.lease());
        var answers = rows.stream()
                .map(row -> publisher.publish(lanes.direct(row.queue()), row.envelope()))
                .toList();
        var sent = new ArrayList<Outbox.Row>();
        var left = new ArrayList<Outbox.Row>();
        for (int index = 0; index < rows.size(); index++) {
            (answers.get(index).join() == Delivery.CONFIRMED ? sent : left).add(rows.get(index));
        }
        settle(sent, left);
        return rows.size();
    }

    private void settle(List<Outbox.Row> sent, List<Outbox.Row> left) {
        var now = clock.instant();
        if (!sent.isEmpty()) {
            outbox.remove(sent);
            sent.forEach(row -> delays.record(Math.max(0, now.toEpochMilli() - row.dueMs()), TimeUnit.MILLISECONDS));
        }
        if (!left.isEmpty()) {
            outbox.postpone(left, now.plus(AFTER_A_REFUSAL));
        }
    }

    private void measure() {
        if (System.nanoTime() - nextMeasureNanos > 0) {
            nextMeasureNanos = System.nanoTime() + BETWEEN_MEASURES.toNanos();
            backlog = outbox.backlog();
        }
    }
}
