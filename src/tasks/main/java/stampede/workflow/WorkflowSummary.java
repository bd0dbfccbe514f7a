package stampede.workflow;

import java.time.Instant;
import java.util.Optional;
import stampede.task.TaskId;

/**
 * A workflow in a list.
 *
 * @param number counts workflows, for paging
 * @param first the name of the step that it was written with first
 * @param failed how many of its steps are among the dead
 * @param steps how many steps it has
 * @param succeeded how many of them have succeeded
 * @param changedAt when something happened in it last
 * @param endedAt when it succeeded or was cancelled
 */
public record WorkflowSummary(
        long number,
        TaskId id,
        WorkflowState state,
        String first,
        int failed,
        long steps,
        long succeeded,
        Instant startedAt,
        Instant changedAt,
        Optional<Instant> endedAt) {}
