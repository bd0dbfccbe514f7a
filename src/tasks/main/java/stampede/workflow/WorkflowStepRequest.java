package stampede.workflow;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.spi.MessageTime;
import stampede.task.spi.TaskHeaders;
import stampede.task.spi.TaskMessage;
import stampede.task.spi.TaskRequest;
import stampede.task.spi.TaskRequests;

/**
 * The task of a step while it waits to be sent: what {@link TaskRequest} is, but with times that count from the sending.
 *
 * @param timing when it may run, and until when
 */
record WorkflowStepRequest(
        String name, String queue, String kwargs, Map<String, @Nullable Object> headers, Timing timing) {

    static WorkflowStepRequest of(Workflow.Step step, TaskRequests requests) {
        var options = step.options().toArray(SendOption[]::new);
        var plain = requests.request(step.payload(), options);
        return new WorkflowStepRequest(
                plain.name(), plain.queue(), plain.kwargs(), plain.headers(), Timing.of(step.options()));
    }

    /** The number of the workflow that the task belongs to, if it does; what else foreign messages may carry there is ignored. */
    static Optional<Long> workflowOf(TaskMessage message) {
        return message.header(TaskHeaders.WORKFLOW)
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
        all.put(TaskHeaders.WORKFLOW, Long.toString(workflow));
        all.put(TaskHeaders.ROOT, root.value());
        all.put(TaskHeaders.PARENT, parent.map(TaskId::value).orElse(null));
        timing.expires(now).ifPresent(when -> all.put("expires", MessageTime.write(when)));
        return new TaskRequest(id, name, queue, List.of(), kwargs, timing.due(now), all);
    }

    /**
     * Times in milliseconds, those of instants since the epoch.
     *
     * @param delay how long it is put off once its turn has come
     * @param due when it may run at the earliest
     * @param lasts how long after its turn has come it may still be run
     * @param expires until when it may be run
     */
    record Timing(
            @Nullable Long delay,
            @Nullable Long due,
            @Nullable Long lasts,
            @Nullable Long expires) {

        static Timing of(List<SendOption> options) {
            var timing = new Timing(null, null, null, null);
            for (var option : options) {
                timing = timing.with(option);
            }
            return timing;
        }

        private Timing with(SendOption option) {
            if (option instanceof SendOption.In in) {
                return new Timing(in.delay().toMillis(), null, lasts, expires);
            }
            if (option instanceof SendOption.At at) {
                return new Timing(null, at.due().toEpochMilli(), lasts, expires);
            }
            if (option instanceof SendOption.ExpiresAfter expiry) {
                return new Timing(delay, due, expiry.after().toMillis(), null);
            }
            if (option instanceof SendOption.ExpiresAt expiry) {
                return new Timing(delay, due, null, expiry.when().toEpochMilli());
            }
            if (option instanceof SendOption.Unique) {
                throw new IllegalArgumentException(
                        "A step of a workflow cannot be unique: if it were not sent, nothing would follow");
            }
            if (option instanceof SendOption.Id
                    || option instanceof SendOption.Queue
                    || option instanceof SendOption.ForTask) {
                return this;
            }
            throw new IllegalStateException("Nothing says what this option does in a workflow: " + option);
        }

        Optional<Instant> due(Instant now) {
            return instant(delay, due, now);
        }

        Optional<Instant> expires(Instant now) {
            return instant(lasts, expires, now);
        }

        private static Optional<Instant> instant(@Nullable Long after, @Nullable Long at, Instant now) {
            return Optional.ofNullable(after)
                    .map(now::plusMillis)
                    .or(() -> Optional.ofNullable(at).map(Instant::ofEpochMilli));
        }
    }
}
