package stampede.replica;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** How old the replica is: it has what was written until the newest word of a node in it. Nobody asks the server how far behind it is. */
final class ReplicaAge {

    /** It is looked at each second. */
    private static final Duration SILENT_AFTER = Duration.ofSeconds(3);

    private final Clock clock;
    private final Duration most;

    /** Before the first look it is as old as the node. */
    private volatile Instant newest;

    private volatile boolean silent = true;
    private volatile long lookedAt;

    /** @param most how old it may be */
    ReplicaAge(Clock clock, Duration most) {
        this.clock = clock;
        this.most = most;
        this.newest = clock.instant();
    }

    /** The replica answered. */
    void look(Instant word) {
        newest = word;
        lookedAt = System.nanoTime();
        silent = false;
    }

    /** It did not: until it answers again it is not asked. */
    void fail() {
        silent = true;
    }

    Duration most() {
        return most;
    }

    boolean isSilent() {
        return silent || System.nanoTime() - lookedAt > SILENT_AFTER.toNanos();
    }

    /** Until when it has everything, if it may be asked: it answers, and is not too old. */
    Optional<Instant> asOf() {
        var word = newest;
        return isSilent() || word.plus(most).isBefore(clock.instant()) ? Optional.empty() : Optional.of(word);
    }

    /** In whole seconds; grows while it is silent. */
    long seconds() {
        return seconds(newest, clock.instant());
    }

    static long seconds(Instant since, Instant now) {
        return Math.max(0, Duration.between(since, now).toSeconds());
    }
}
