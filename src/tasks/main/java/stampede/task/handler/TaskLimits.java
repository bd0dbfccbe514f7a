package stampede.task.handler;

import java.time.Duration;
import java.util.Optional;

/**
 * What a task may not exceed.
 *
 * @param soft after which an attempt is interrupted
 * @param hard after which an attempt is given up
 * @param rate how often it may begin in the whole cluster
 */
public record TaskLimits(Optional<Duration> soft, Optional<Duration> hard, Optional<TaskRate> rate) {

    /** How long an attempt that is interrupted at its hard limit may take to end. */
    public static final Duration GRACE = Duration.ofSeconds(2);

    /** So many times a batch's limit fits into the broker's consumer timeout; halving takes what one call leaves of it. */
    public static final int LIMITS_IN_TIMEOUT = 2;

    public static final TaskLimits NONE = new TaskLimits(Optional.empty(), Optional.empty(), Optional.empty());

    public TaskLimits {
        if (soft.isPresent()
                && hard.filter(limit -> limit.compareTo(soft.get()) <= 0).isPresent()) {
            throw new IllegalArgumentException("its softTimeLimit must be shorter than its timeLimit");
        }
    }

    /** With others in place of its own where there are any. A soft limit that the hard one comes before is none. */
    public TaskLimits with(Optional<Duration> otherHard, Optional<Duration> otherSoft) {
        if (otherHard.isEmpty() && otherSoft.isEmpty()) {
            return this;
        }
        var last = otherHard.or(this::hard);
        var first = otherSoft
                .or(this::soft)
                .filter(limit -> last.filter(end -> end.compareTo(limit) <= 0).isEmpty());
        return new TaskLimits(first, last, rate);
    }
}
