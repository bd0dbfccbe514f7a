package stampede.workflow;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import stampede.task.TaskContext;
import stampede.task.TaskId;
import tools.jackson.databind.json.JsonMapper;

/** Starts workflows, and tells how they stand. */
public class Workflows {

    private final WorkflowStarter start;
    private final WorkflowCanceller cancel;
    private final WorkflowTreeReader trees;
    private final WorkflowStepRepository steps;
    private final WorkflowSummaryRepository summaries;
    private final JsonMapper json;

    Workflows(
            WorkflowStarter start,
            WorkflowCanceller cancel,
            WorkflowTreeReader trees,
            WorkflowStepRepository steps,
            WorkflowSummaryRepository summaries,
            JsonMapper json) {
        this.start = start;
        this.cancel = cancel;
        this.trees = trees;
        this.steps = steps;
        this.summaries = summaries;
        this.json = json;
    }

    /**
     * Starts a workflow: inside a transaction if and only if that commits.
     *
     * @return the id of the task that ends it, whose result is that of the whole; if several tasks end it, as in a group, an
     *     id of its own
     * @throws stampede.task.UnknownTask if no handler takes one of the payloads
     * @throws IllegalArgumentException if it has no task at all, an option that steps cannot have, or the id of another workflow's step
     */
    public TaskId start(Workflow workflow) {
        return start.start(workflow);
    }

    /**
     * What the steps right before this task returned: one in a chain, all members of a group in the order in which they were
     * written. Members that returned nothing are left out.
     *
     * @throws ResultsTooLarge if one returned more than a million characters, or all together more than 16 million
     */
    public <T> List<T> results(TaskContext context, Class<T> type) {
        return steps.resultsBefore(context.id()).stream()
                .map(result -> json.readValue(result, type))
                .toList();
    }

    /**
     * What the one step right before this task returned.
     *
     * @throws NoSuchElementException if there was no such step or it returned nothing
     * @throws ResultsTooLarge if it returned more than a million characters
     * @throws IllegalStateException if there were several
     */
    public <T> T result(TaskContext context, Class<T> type) {
        var results = results(context, type);
        if (results.size() > 1) {
            throw new IllegalStateException(
                    "%d tasks before %s returned something; results has them all".formatted(results.size(), context));
        }
        return results.stream()
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("No task before " + context + " returned anything"));
    }

    /**
     * Calls a workflow off: no further step is sent, and those that were sent are cancelled. In the caller's transaction, if
     * there is one.
     *
     * @param id what {@link #start} answered, or the id of any of its tasks
     * @return whether it was still going on; false also if nobody knows it
     */
    public boolean cancel(TaskId id) {
        return cancel.cancel(id);
    }

    /**
     * How a workflow stands.
     *
     * @param id what {@link #start} answered, or the id of any of its tasks
     */
    public Optional<WorkflowTree> find(TaskId id) {
        return trees.find(id);
    }

    /**
     * Workflows, the newest first.
     *
     * @param state only those; empty: all
     * @param before only those with a lower number; {@link Long#MAX_VALUE} for the first page
     */
    public List<WorkflowSummary> list(Optional<WorkflowState> state, long before, int most) {
        return summaries.list(state, before, most);
    }

    /** Those that wait for somebody to replay a dead step, the one first in which nothing has happened for longest. */
    public List<WorkflowSummary> stuck(int most) {
        return summaries.stuck(most);
    }
}
