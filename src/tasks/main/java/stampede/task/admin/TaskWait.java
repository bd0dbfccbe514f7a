package stampede.task.admin;

import java.time.Instant;
import java.util.Optional;

/**
 * Why a task has not begun.
 *
 * @param until when that is over, if it is known
 * @param detail what there is to say beside: a rate such as {@code 5/s}, or how many messages wait in the queue; may be empty
 */
public record TaskWait(Reason reason, Optional<Instant> until, String detail) {

    /** Without more to say. */
    public TaskWait(Reason reason, Optional<Instant> until) {
        this(reason, until, "");
    }

    public enum Reason {
        /** It shall not run before then: it was sent so, or it is a retry. */
        TIME,
        /** So many may begin in a time, and its turn comes later. */
        RATE,
        /** An earlier copy of it still runs elsewhere. */
        RUNS_ELSEWHERE,
        /** Only a worker of a newer release can read it. */
        NEWER_WORKER,
        /** It is on its way from the database to the broker. */
        SENDING,
        /** The broker has not taken it: its queue is full or missing, or the broker is away. It is tried again. */
        NOT_TAKEN,
        /** Its queue is paused. */
        PAUSED,
        /** No worker takes from its queue. */
        NO_WORKER,
        /** The broker cannot be asked. */
        BROKER_AWAY,
        /** Others are before it. */
        TURN
    }
}
