package stampede.task;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Lets tasks begin no faster than their rate. One whose turn is soon waits for it in its thread, and so does one whose queue holds
 * nothing else: the broker keeps what is behind it. One that would hold up others goes to the outbox until its turn, and is not asked again.
 */
@Component
class Admission {

    /** On a message whose turn was reserved when it was put off. */
    static final String ADMITTED = "x-task-admitted";

    private static final Duration SOON = Duration.ofMillis(100);

    private final RateLimits limits;
    private final TaskRegistry registry;
    private final Outage outage;
    private final Clock clock;

    Admission(RateLimits limits, TaskRegistry registry, Outage outage, Clock clock) {
        this.limits = limits;
        this.registry = registry;
        this.outage = outage;
        this.clock = clock;
    }

    /**
     * Returns when the task may begin, or answers what becomes of it instead.
     *
     * @param queue without the prefix
     * @throws Outage.HandBack if the node stops before it is its turn
     */
    Optional<Ending> admit(Arrival arrival, String queue) {
        var rate = arrival.task().limits().rate();
        if (rate.isEmpty() || arrival.envelope().headers().containsKey(ADMITTED)) {
            return Optional.empty();
        }
        var wait = limits.untilNextPlace(arrival.task().name(), rate.get());
        if (wait.compareTo(SOON) > 0 && !isAlone(queue)) {
            return Optional.of(new Ending.PutOff(clock.instant().plus(wait)));
        }
        if (!wait.isZero()) {
            outage.restFor(wait);
        }
        return Optional.empty();
    }

    private boolean isAlone(String queue) {
        return registry.queues().getOrDefault(queue, List.of()).size() == 1;
    }
}
