package stampede.task.rate;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.PriorityBlockingQueue;
import stampede.support.OutageRetry;
import stampede.task.TaskProperties;
import stampede.task.attempt.AttemptOutcome;
import stampede.task.attempt.ReceivedTask;
import stampede.task.broker.QueueFigures;
import stampede.task.handler.TaskRate;
import stampede.task.handler.TaskRegistry;
import stampede.task.spi.TaskHeaders;

/**
 * Lets tasks begin no faster than their rate. One whose turn is soon waits for it in its thread, and so does one whose queue holds
 * nothing else: the broker keeps what is behind it. One that would hold up others goes to the outbox until its turn, and is not asked again.
 *
 * <p>No message is held for long, or the broker would take it back: if the turn is far, it goes to the end of its queue, the place is
 * kept for whichever is taken next, and nothing is taken until then.
 */
public class RateLimitWait {

    private static final Duration SOON = Duration.ofMillis(100);

    /** The part of the broker's consumer timeout that a message may wait for its turn. */
    private static final int HELD_SHARE = 4;

    private final TaskRateLimiter limits;
    private final TaskRegistry registry;
    private final QueueFigures figures;
    private final OutageRetry outageRetry;
    private final Clock clock;
    private final long longestHoldNanos;

    /** Places within the rate that were reserved and not used yet, by queue, as of {@link System#nanoTime}. */
    private final Map<String, PriorityBlockingQueue<Long>> kept = new ConcurrentHashMap<>();

    RateLimitWait(
            TaskRateLimiter limits,
            TaskRegistry registry,
            QueueFigures figures,
            OutageRetry outageRetry,
            Clock clock,
            TaskProperties properties) {
        this.limits = limits;
        this.registry = registry;
        this.figures = figures;
        this.outageRetry = outageRetry;
        this.clock = clock;
        this.longestHoldNanos = properties.consumerTimeout().toNanos() / HELD_SHARE;
    }

    /**
     * Returns when the task may begin, or answers what becomes of it instead.
     *
     * @param queue without the prefix
     * @throws OutageRetry.HandBack if the node stops before it is its turn
     */
    public Optional<AttemptOutcome> admit(ReceivedTask received, String queue) {
        var rate = received.task().limits().rate();
        if (rate.isEmpty() || received.envelope().headers().containsKey(TaskHeaders.ADMITTED)) {
            return Optional.empty();
        }
        if (isAlone(queue)) {
            return admitInPerson(received.task().name(), rate.get(), queue);
        }
        var wait = limits.untilNextPlace(received.task().name(), rate.get());
        if (wait.compareTo(SOON) > 0) {
            return Optional.of(new AttemptOutcome.PutOff(clock.instant().plus(wait)));
        }
        if (!wait.isZero()) {
            outageRetry.restFor(wait);
        }
        return Optional.empty();
    }

    private Optional<AttemptOutcome> admitInPerson(String task, TaskRate rate, String queue) {
        var places = kept.computeIfAbsent(queue, any -> new PriorityBlockingQueue<>());
        var place = Optional.ofNullable(places.poll())
                .orElseGet(() ->
                        System.nanoTime() + limits.untilNextPlace(task, rate).toNanos());
        var wait = place - System.nanoTime();
        if (wait > longestHoldNanos) {
            places.add(place);
            return Optional.of(new AttemptOutcome.Early(clock.instant()));
        }
        if (wait > 0) {
            rest(Duration.ofNanos(wait), queue);
        }
        return Optional.empty();
    }

    private void rest(Duration wait, String queue) {
        figures.waitForRate(queue, 1);
        try {
            outageRetry.restFor(wait);
        } finally {
            figures.waitForRate(queue, -1);
        }
    }

    /** Whether the queue's next place is so far that nothing shall be taken for it yet. */
    public boolean isResting(String queue) {
        var places = kept.get(queue);
        var next = places == null ? null : places.peek();
        return next != null && next - System.nanoTime() > longestHoldNanos;
    }

    private boolean isAlone(String queue) {
        return registry.queues().getOrDefault(queue, List.of()).size() == 1;
    }
}
