package stampede.workflow;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.TaskMessage;
import stampede.task.TaskRequest;
import stampede.task.TaskRequests;

/**
 * The task of a step while it waits to be sent: what {@link TaskRequest} is, but with times that count from the sending.
 *
 * @param delayMs how long it is put off once its turn has come
 * @param dueMs when it may run at the earliest, in epoch milliseconds
 */
record StepRequest(
        String name,
        String queue,
        String kwargs,
        Map<String, @Nullable Object> headers,
        @Nullable Long delayMs,
        @Nullable Long dueMs) {

    /** Tells the engine's messages which workflow they belong to: its number in the database. */
    static final String WORKFLOW = "x-task-workflow";

    static StepRequest of(Workflow.Step step, TaskRequests requests) {
        var plain = requests.request(step.payload());
        var request = new StepRequest(plain.name(), plain.queue(), plain.kwargs(), plain.headers(), null, null);
        for (var option : step.options()) {
            request = request.with(option);
        }
        return request;
    }

    private StepRequest with(SendOption option) {
        if (option instanceof SendOption.In in) {
            return new StepRequest(name, queue, kwargs, headers, in.delay().toMillis(), null);
        }
        if (option instanceof SendOption.At at) {
            return new StepRequest(name, queue, kwargs, headers, null, at.due().toEpochMilli());
        }
        if (option instanceof SendOption.Id) {
            return this;
        }
        throw new IllegalArgumentException("A step of a workflow cannot be sent with " + option);
    }

    /** The number of the workflow that the task belongs to, if it does; what else foreign messages may carry there is ignored. */
    static Optional<Long> workflowOf(TaskMessage message) {
        return message.header(WORKFLOW)
                .filter(text -> text.matches("\\d{1,18}"))
                .map(Long::valueOf);
    }

    /** The id that the step's options give its task, or a random one. */
    static TaskId idOf(Workflow.Step step) {
        return step.options().stream()
                .filter(SendOption.Id.class::isInstance)
                .map(option -> ((SendOption.Id) option).id())
                .findFirst()
                .orElseGet(TaskId::random);
    }

    /** @param parent the task whose end lets this one go, if there is one */
    TaskRequest toSend(TaskId id, long workflow, TaskId root, Optional<TaskId> parent, Instant now) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(headers);
        all.put(WORKFLOW, Long.toString(workflow));
        all.put("root_id", root.value());
        all.put("parent_id", parent.map(TaskId::value).orElse(null));
        return new TaskRequest(id, name, queue, List.of(), kwargs, due(now), all);
    }

    private Optional<Instant> due(Instant now) {
        return Optional.ofNullable(delayMs)
                .map(now::plusMillis)
                .or(() -> Optional.ofNullable(dueMs).map(Instant::ofEpochMilli));
    }
}
