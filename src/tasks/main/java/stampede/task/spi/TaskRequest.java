package stampede.task.spi;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stampede.task.TaskId;

/**
 * A task to send by name, for those who extend the engine: the payload is given as JSON, so that no class of it is needed.
 *
 * @param name the task's name on the wire
 * @param queue without the prefix; for one of another system see {@link ForeignQueues#named}
 * @param args positional arguments, each as JSON
 * @param kwargs a JSON object
 * @param embed a JSON object: what Celery's protocol does when the task has ended
 * @param due when it may run; empty: at once
 * @param headers headers beyond those that every task has, or in place of them
 */
public record TaskRequest(
        TaskId id,
        String name,
        String queue,
        List<String> args,
        String kwargs,
        String embed,
        Optional<Instant> due,
        Map<String, @Nullable Object> headers) {

    private static final String NOTHING_AFTERWARDS =
            "{\"callbacks\":null,\"errbacks\":null,\"chain\":null,\"chord\":null}";

    /** A task after which Celery's protocol does nothing. */
    public TaskRequest(
            TaskId id,
            String name,
            String queue,
            List<String> args,
            String kwargs,
            Optional<Instant> due,
            Map<String, @Nullable Object> headers) {
        this(id, name, queue, args, kwargs, NOTHING_AFTERWARDS, due, headers);
    }
}
