package stampede.task;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.PriorityBlockingQueue;
import org.springframework.stereotype.Component;

/**
 * Lets tasks begin no faster than their rate. One whose turn is soon waits for it in its thread, and so does one whose queue holds
 * nothing else: the broker keeps what is behind it. One that would hold up others goes to the outbox until its turn, and is not asked again.
 *
 * <p>No message is held for long, or the broker would take it back: if the turn is far, it goes to the end of its queue, the place is
 * kept for whichever is taken next, and nothing is taken until then.
 */
@Component
class Admission {

    private static final Duration SOON = Duration.ofMillis(100);

    /** The part of the broker's consumer timeout that a message may wait for its turn. */
    private static final int HELD_SHARE = 4;

    private final RateLimits limits;
    private final TaskRegistry registry;
    private final Outage outage;
    private final Clock clock;
    private final long longestHoldNanos;

    /** Places within the rate that were reserved and not used yet, by queue, as of {@link System#nanoTime}. */
    private final Map<String, PriorityBlockingQueue<Long>> kept = new ConcurrentHashMap<>();

    Admission(RateLimits limits, TaskRegistry registry, Outage outage, Clock clock, TaskProperties properties) {
        this.limits = limits;
        this.registry = registry;
        this.outage = outage;
        this.clock = clock;
        this.longestHoldNanos = properties.consumerTimeout().toNanos() / HELD_SHARE;
    }

    /**
     * Returns when the task may begin, or answers what becomes of it instead.
     *
     * @param queue without the prefix
     * @throws Outage.HandBack if the node stops before it is its turn
     */
    Optional<Ending> admit(Arrival arrival, String queue) {
        var rate = arrival.task().limits().rate();
        if (rate.isEmpty() || arrival.envelope().headers().containsKey(TaskHeaders.ADMITTED)) {
            return Optional.empty();
        }
        if (isAlone(queue)) {
            return admitInPerson(arrival.task().name(), rate.get(), queue);
        }
        var wait = limits.untilNextPlace(arrival.task().name(), rate.get());
        if (wait.compareTo(SOON) > 0) {
            return Optional.of(new Ending.PutOff(clock.instant().plus(wait)));
        }
        if (!wait.isZero()) {
            outage.restFor(wait);
        }
        return Optional.empty();
    }

    private Optional<Ending> admitInPerson(String task, RateLimit rate, String queue) {
        var places = kept.computeIfAbsent(queue, any -> new PriorityBlockingQueue<>());
        var place = Optional.ofNullable(places.poll())
                .orElseGet(() ->
                        System.nanoTime() + limits.untilNextPlace(task, rate).toNanos());
        var wait = place - System.nanoTime();
        if (wait > longestHoldNanos) {
            places.add(place);
            return Optional.of(new Ending.Early(clock.instant()));
        }
        if (wait > 0) {
            outage.restFor(Duration.ofNanos(wait));
        }
        return Optional.empty();
    }

    /** Whether the queue's next place is so far that nothing shall be taken for it yet. */
    boolean isResting(String queue) {
        var places = kept.get(queue);
        var next = places == null ? null : places.peek();
        return next != null && next - System.nanoTime() > longestHoldNanos;
    }

    private boolean isAlone(String queue) {
        return registry.queues().getOrDefault(queue, List.of()).size() == 1;
    }
}
