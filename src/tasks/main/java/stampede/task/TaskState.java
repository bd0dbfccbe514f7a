package stampede.task;

/** Where a task stands. The names are Celery's, with SCHEDULED and EXPIRED for what Celery does not tell apart. */
public enum TaskState {

    /** Was sent, or is not known: the two look the same, as in Celery. */
    PENDING,

    /** Waits for its time, in a lane or in the outbox. */
    SCHEDULED,

    /** A worker runs it. */
    STARTED,

    /** Failed, and waits for its next attempt. */
    RETRY,

    SUCCESS,

    /** Given up; it is among the dead tasks, and a replay starts it anew. */
    FAILURE,

    /** Called off before it ended. */
    CANCELLED,

    /** Nobody wanted it any more when its turn came. */
    EXPIRED;

    /** Whether it has ended. Only a replay of a dead task leaves such a state. */
    public boolean isFinal() {
        return switch (this) {
            case PENDING, SCHEDULED, STARTED, RETRY -> false;
            case SUCCESS, FAILURE, CANCELLED, EXPIRED -> true;
        };
    }
}
