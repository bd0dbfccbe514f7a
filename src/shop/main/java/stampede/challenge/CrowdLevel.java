package stampede.challenge;

import java.time.Duration;

/** How large a crowd is, and what each of it has to bring. */
enum CrowdLevel {
    NONE(0, Duration.ZERO, 0),
    SOME(50_000, Duration.ofSeconds(15), 1),
    MANY(200_000, Duration.ofSeconds(30), 2),
    FAR_TOO_MANY(800_000, Duration.ofMinutes(1), 4);

    private final int hashes;
    private final Duration wait;
    private final int times;

    CrowdLevel(int hashes, Duration wait, int times) {
        this.hashes = hashes;
        this.wait = wait;
        this.times = times;
    }

    /** How many hashes a puzzle takes on average. */
    int hashes() {
        return hashes;
    }

    /** How long to wait instead. */
    Duration waiting() {
        return wait;
    }

    /** From how many clicks a second on it begins. */
    int from(int crowd) {
        return times * crowd;
    }

    /** @param crowd from how many clicks a second on there is one; above 0 */
    static CrowdLevel of(int clicks, int crowd) {
        var found = NONE;
        for (var level : values()) {
            if (clicks >= (long) level.times * crowd) {
                found = level;
            }
        }
        return found;
    }

    CrowdLevel below() {
        return switch (this) {
            case NONE, SOME -> NONE;
            case MANY -> SOME;
            case FAR_TOO_MANY -> MANY;
        };
    }

    CrowdLevel or(CrowdLevel other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
