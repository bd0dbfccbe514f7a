package stampede.task;

import java.time.Duration;
import java.util.Optional;

/**
 * What a task may not exceed.
 *
 * @param soft after which an attempt is interrupted
 * @param hard after which an attempt is given up
 * @param rate how often it may begin in the whole cluster
 */
record TaskLimits(Optional<Duration> soft, Optional<Duration> hard, Optional<RateLimit> rate) {

    static final TaskLimits NONE = new TaskLimits(Optional.empty(), Optional.empty(), Optional.empty());

    TaskLimits {
        if (soft.isPresent()
                && hard.filter(limit -> limit.compareTo(soft.get()) <= 0).isPresent()) {
            throw new IllegalArgumentException("its softTimeLimit must be shorter than its timeLimit");
        }
    }
}
