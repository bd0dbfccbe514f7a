package stampede.archive;

import java.time.Instant;

/**
 * Dead tasks that are sent again one after the other.
 *
 * @param who began it, such as {@code operator:3}
 * @param reason in their words
 * @param filter what was chosen, as the query of the list's address; empty for those that were ticked
 * @param perSecond how many a second
 * @param total how many it is for
 * @param retried how many were sent again
 * @param decided about how many somebody had decided before it was their turn
 * @param step which turn is the next, from 0
 * @param changedAt when its last turn was, or when it ended
 */
public record ArchiveRun(
        long id,
        String who,
        String reason,
        String filter,
        int perSecond,
        int total,
        int retried,
        int decided,
        State state,
        int step,
        Instant beganAt,
        Instant changedAt) {

    /** How many are left. */
    public int left() {
        return total - retried - decided;
    }

    /** Whether it goes on by itself. */
    public boolean isRunning() {
        return state == State.RUNNING;
    }

    /** Where it stands. The names are part of the JSON API. */
    public enum State {
        RUNNING,
        /** Somebody stopped it. */
        STOPPED,
        /** Each had its turn. */
        DONE
    }
}
