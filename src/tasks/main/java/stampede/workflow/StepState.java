package stampede.workflow;

/** Where a step of a workflow stands. What its task does once it is sent, the history of tasks tells in more detail. */
public enum StepState {
    /** Steps before it have not ended. */
    WAITING,
    /** Its task was sent, and may be waiting, running or between two attempts. */
    SENT,
    SUCCESS,
    /** Its task is among the dead; a replay that succeeds lets the workflow go on. */
    FAILURE,
    CANCELLED,
    EXPIRED;

    /** Whether it stays so, whatever else is told of it. */
    boolean isFinal() {
        return this == SUCCESS || this == CANCELLED || this == EXPIRED;
    }
}
