package stampede.task.admin;

import java.time.Duration;
import java.util.List;

/**
 * When a failed task is tried again, as somebody sets it while the application runs. It counts for all exceptions but those for which
 * trying again is no use.
 *
 * @param delays the wait after the first failure, the second, and so on: 0 to 20 of 1 second to 24 hours
 * @param jitter by which random share each of these waits may be shorter or longer, from 0 to less than 1
 * @param lastTries how often it is tried once more after those, 0 to 20 times
 * @param lastTryDelay the wait before each last try, 1 second to 24 hours
 */
public record RetryTimes(List<Duration> delays, double jitter, int lastTries, Duration lastTryDelay) {

    /** The most delays, and the most last tries. */
    public static final int MOST = 20;

    public static final Duration SHORTEST = Duration.ofSeconds(1);
    public static final Duration LONGEST = Duration.ofHours(24);

    /** @throws IllegalArgumentException with a sentence, if something is out of these bounds */
    public RetryTimes {
        delays = List.copyOf(delays);
        if (delays.size() > MOST) {
            throw new IllegalArgumentException("there are at most %d delays, not %d".formatted(MOST, delays.size()));
        }
        delays.forEach(RetryTimes::check);
        check(lastTryDelay);
        if (!(jitter >= 0 && jitter < 1)) {
            throw new IllegalArgumentException("jitter is at least 0 and less than 1, not " + jitter);
        }
        if (lastTries < 0 || lastTries > MOST) {
            throw new IllegalArgumentException("there are 0 to %d last tries, not %d".formatted(MOST, lastTries));
        }
    }

    /** From the first failure to the last one, if every wait is as long as it may be; the attempts themselves come on top. */
    public Duration longest() {
        var planned = delays.stream().mapToLong(Duration::toMillis).sum();
        return Duration.ofMillis(Math.round(planned * (1 + jitter))).plus(lastTryDelay.multipliedBy(lastTries));
    }

    private static void check(Duration wait) {
        if (wait.compareTo(SHORTEST) < 0 || wait.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a wait is 1 second to 24 hours, not " + wait);
        }
    }
}
