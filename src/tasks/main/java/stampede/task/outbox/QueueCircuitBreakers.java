package stampede.task.outbox;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import stampede.task.Delivery;

/**
 * A relay's circuit breakers, one for each queue that refuses what it is sent: it is full, or missing. Meanwhile nothing is taken for it
 * but one row now and then, to find out; each time that is refused the next try is twice as far away. Used by the relay's thread alone.
 */
public final class QueueCircuitBreakers {

    public static final Duration SHORTEST = Duration.ofSeconds(1);
    public static final Duration LONGEST = Duration.ofMinutes(1);

    private final Map<String, Breaker> open = new HashMap<>();

    /** How many rows of the queue may be taken now, at most those given. */
    int allows(String queue, int most, long nowNanos) {
        var breaker = open.get(queue);
        if (breaker == null) {
            return most;
        }
        return breaker.probing || nowNanos - breaker.untilNanos < 0 ? 0 : Math.min(most, 1);
    }

    /** A row of each of these queues was taken. */
    void probe(Collection<String> queues) {
        queues.forEach(queue -> open.computeIfPresent(queue, (name, breaker) -> breaker.probe()));
    }

    /** Hears what became of rows; for a queue that takes most of its rows nothing changes, for one that takes them again it closes. */
    void hear(Collection<ClaimedTasks.Answered> answers, long nowNanos) {
        answers.stream()
                .collect(Collectors.groupingBy(answer -> answer.row().queue()))
                .forEach((queue, ofQueue) ->
                        hear(queue, count(ofQueue, Delivery.CONFIRMED), count(ofQueue, Delivery.REFUSED), nowNanos));
    }

    private void hear(String queue, long confirmed, long refused, long nowNanos) {
        if (confirmed > 0 && confirmed >= refused) {
            open.remove(queue);
        } else if (refused > 0) {
            open.merge(
                    queue,
                    Breaker.after(SHORTEST, nowNanos),
                    (breaker, first) -> breaker.probing ? Breaker.after(breaker.twice(), nowNanos) : breaker);
        } else {
            open.computeIfPresent(
                    queue, (name, breaker) -> breaker.probing ? Breaker.after(breaker.rest, nowNanos) : breaker);
        }
    }

    private static long count(Collection<ClaimedTasks.Answered> answers, Delivery delivery) {
        return answers.stream().filter(answer -> answer.delivery() == delivery).count();
    }

    /** How long the queue is left alone; empty if it takes what it is sent. */
    Optional<Duration> rest(String queue) {
        return Optional.ofNullable(open.get(queue)).map(Breaker::rest);
    }

    /** @param probing whether a row is on its way that will tell whether the queue takes again */
    private record Breaker(Duration rest, long untilNanos, boolean probing) {

        static Breaker after(Duration rest, long nowNanos) {
            return new Breaker(rest, nowNanos + rest.toNanos(), false);
        }

        Breaker probe() {
            return new Breaker(rest, untilNanos, true);
        }

        Duration twice() {
            var twice = rest.multipliedBy(2);
            return twice.compareTo(LONGEST) > 0 ? LONGEST : twice;
        }
    }
}
