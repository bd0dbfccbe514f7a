package stampede.challenge;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * What somebody has to bring before a press counts: the answer to the puzzle, or the other proof, which asks for nothing but time.
 *
 * @param puzzle for the browser
 * @param waiting a proof that is good from {@code from} on
 * @param from when it is
 * @param seconds until then, rounded up; 0 if it is good by now
 */
public record Challenge(Puzzle puzzle, String waiting, Instant from, long seconds) {

    static Challenge of(Puzzle puzzle, String waiting, Instant from, Instant now) {
        var left = Duration.between(now, from);
        return new Challenge(
                puzzle,
                waiting,
                from,
                left.isNegative() ? 0 : left.plusMillis(999).toSeconds());
    }

    /** As a problem of the JSON API has it. */
    public Map<String, Object> details() {
        return Map.of("challenge", puzzle, "wait", Map.of("proof", waiting, "seconds", seconds));
    }
}
