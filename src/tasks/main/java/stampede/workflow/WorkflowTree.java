package stampede.workflow;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import stampede.task.TaskId;

/**
 * How a workflow stands, for people to look at.
 *
 * @param id of the whole, as {@link Workflows#start} answered it
 * @param root the outermost part
 * @param onFailure the step that is sent when another one fails, if there is one
 * @param endedAt when it succeeded or was cancelled
 */
public record WorkflowTree(
        TaskId id,
        WorkflowState state,
        Part root,
        Optional<Step> onFailure,
        Instant startedAt,
        Optional<Instant> endedAt) {

    /**
     * A chain, a group, or one step.
     *
     * @param step present if it is one step
     * @param parts what a chain or group is made of, in order
     */
    public record Part(Kind kind, Optional<Step> step, List<Part> parts) {}

    public enum Kind {
        STEP,
        /** One part after the other. */
        CHAIN,
        /** All parts at the same time. */
        GROUP
    }

    /**
     * One task of the workflow.
     *
     * @param id under which the task runs
     * @param name the task's name on the wire
     * @param error the first line of what went wrong, if it is among the dead
     */
    public record Step(TaskId id, String name, StepState state, Optional<String> error) {}
}
