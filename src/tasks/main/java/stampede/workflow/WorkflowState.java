package stampede.workflow;

/** Where a workflow stands. */
public enum WorkflowState {
    RUNNING,
    /** A step is among the dead tasks. What does not depend on it goes on; the rest waits for it to be replayed. */
    FAILURE,
    /** Every step has succeeded. */
    SUCCESS,
    /** Called off, or a step was called off or expired: no further step is sent. */
    CANCELLED;

    /** Whether nothing more will happen. */
    public boolean isFinal() {
        return this == SUCCESS || this == CANCELLED;
    }
}
