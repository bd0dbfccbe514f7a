package stampede.retryadmin;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import stampede.task.admin.RetryTimes;
import stampede.task.admin.TaskPlan;

/**
 * When a task is tried again, in words.
 *
 * @param on the exceptions that it is for; empty: all others
 * @param delays each wait
 * @param jitter in parts of a hundred
 * @param lastTries each wait before a last try
 * @param archivedAfter how long after the first failure it is dead, the attempts themselves not counted
 */
public record RetryLine(String on, List<String> delays, long jitter, List<String> lastTries, String archivedAfter) {

    static RetryLine of(RetryTimes times) {
        return of("", times.delays(), times.jitter(), times.lastTries(), times.lastTryDelay());
    }

    static RetryLine of(TaskPlan.Retries rule, int lastTries, Duration lastTryDelay) {
        return of(String.join(", ", rule.on()), rule.delays(), rule.jitter(), lastTries, lastTryDelay);
    }

    private static RetryLine of(String on, List<Duration> delays, double jitter, int lastTries, Duration lastTryDelay) {
        var planned = delays.stream().reduce(Duration.ZERO, Duration::plus);
        return new RetryLine(
                on,
                delays.stream().map(RetryText::say).toList(),
                Math.round(jitter * 100),
                Collections.nCopies(lastTries, RetryText.say(lastTryDelay)),
                RetryText.say(planned.plus(lastTryDelay.multipliedBy(lastTries))));
    }

    /** The waits before its last tries, if it gets any. */
    public Optional<String> lastWaits() {
        return lastTries.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", lastTries));
    }
}
