package stampede.task.spi;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stampede.task.TaskId;

/**
 * A task as it travels, for those who extend the engine: Celery's message protocol 2, headers and body, not decoded.
 *
 * @param id the same over all attempts
 * @param name the task's name on the wire
 * @param queue where it waits, without the prefix
 * @param attempt 1 for the first
 * @param due when it may run, if it has to wait
 * @param headers as on the wire; those of the engine's own begin with {@code x-task-}
 * @param body JSON {@code [args, kwargs, embed]}; not to be changed
 */
@SuppressWarnings(
        "ArrayRecordComponent") // most who are told of a message never look inside, so it is not decoded for them
public record TaskMessage(
        TaskId id,
        String name,
        String queue,
        int attempt,
        Optional<Instant> due,
        Map<String, @Nullable Object> headers,
        byte[] body) {

    /** A header as text; empty if it is missing or null. */
    public Optional<String> header(String header) {
        return Optional.ofNullable(headers.get(header)).map(Object::toString);
    }

    /**
     * Which task of its id this is: each that is sent under a chosen id has a higher number than the one before. 0 for random ids,
     * and for what was published or comes from elsewhere, where messages of one id are copies of one task.
     */
    public long life() {
        return headers.get(TaskHeaders.LIFE) instanceof Number number ? Math.max(0, number.longValue()) : 0;
    }

    /** The id of the task at whose root this one hangs; its own if it was sent by itself. */
    public String root() {
        return header(TaskHeaders.ROOT).filter(root -> !root.isBlank()).orElse(id.value());
    }
}
