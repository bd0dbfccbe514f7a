package stampede.task.handler;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import stampede.task.TryAgain;

/**
 * When a failed task is tried again.
 *
 * @param rules the first that is for the exception counts
 * @param hopeless exceptions for which trying again is no use
 */
public record RetryPlan(List<RetryRule> rules, List<Class<? extends Exception>> hopeless) {

    private static final RetryRule OTHERWISE = new RetryRule(
            List.of(), List.of(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(60)), 0, true);

    /** One rule for all exceptions. */
    public RetryPlan(List<Duration> delays, double jitter, List<Class<? extends Exception>> hopeless) {
        this(List.of(new RetryRule(List.of(), delays, jitter, true)), hopeless);
    }

    /**
     * The same exceptions are hopeless, and after all others it is tried again so. Its waits need no lanes: one that has none is spent in
     * the outbox.
     */
    public RetryPlan with(List<Duration> delays, double jitter) {
        return new RetryPlan(List.of(new RetryRule(List.of(), delays, jitter, false)), hopeless);
    }

    /** The wait before the next attempt, or nothing when the retries are used up. */
    public Optional<Duration> waitAfter(int failures, Optional<Throwable> error) {
        if (failures > retries(error)) {
            return Optional.empty();
        }
        return Optional.of(
                error.orElse(null) instanceof TryAgain again
                        ? again.delay()
                        : rule(error).waitAfter(failures));
    }

    /** How often a task is tried again that failed so. */
    public int retries(Optional<Throwable> error) {
        return rule(error).delays().size();
    }

    /** The most retries that any failure gets. */
    public int mostRetries() {
        return all().mapToInt(rule -> rule.delays().size()).max().orElse(0);
    }

    /** Every wait that may come out and needs a lane. */
    public Stream<Duration> lanes() {
        return all().flatMap(RetryRule::lanes);
    }

    public boolean isHopeless(Throwable error) {
        return hopeless.stream().anyMatch(type -> type.isInstance(cause(error)));
    }

    /** What failed without an exception, such as an item of a batch, goes by the rule for all. */
    private RetryRule rule(Optional<Throwable> error) {
        var cause = cause(error.orElse(null));
        return rules.stream()
                .filter(rule -> cause == null ? rule.on().isEmpty() : rule.isFor(cause))
                .findFirst()
                .orElse(OTHERWISE);
    }

    /** The rules, with the one for all others if no other is. */
    Stream<RetryRule> all() {
        var isWhole = rules.stream().anyMatch(rule -> rule.on().isEmpty());
        return isWhole ? rules.stream() : Stream.concat(rules.stream(), Stream.of(OTHERWISE));
    }

    private static @Nullable Throwable cause(@Nullable Throwable error) {
        return error instanceof TryAgain again && again.getCause() != null ? again.getCause() : error;
    }
}
