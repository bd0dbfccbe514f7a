package stampede.task.admin;

import java.time.Instant;

/**
 * Dead tasks that wait for a decision and died of the same: their errors begin alike, but for numbers.
 *
 * @param fingerprint what they have in common
 * @param errorType the simple name of what was thrown; empty if it is not known
 * @param error the first line of the last one's error
 * @param name of the last one's task
 * @param number how many
 * @param firstAt when the first of them died
 * @param lastAt when the last of them died
 */
public record DeadGroup(
        String fingerprint,
        String errorType,
        String error,
        String name,
        long number,
        Instant firstAt,
        Instant lastAt) {}
