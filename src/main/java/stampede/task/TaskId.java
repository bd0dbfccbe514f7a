package stampede.task;

import java.util.UUID;

/**
 * The name of one piece of work from sending to its end, over all attempts. Celery uses a UUID; any short text will do.
 *
 * @param value at most 64 characters
 */
public record TaskId(String value) {

    public TaskId {
        if (value.isBlank() || value.length() > 64) {
            throw new IllegalArgumentException("A task id has 1 to 64 characters: '" + value + "'");
        }
    }

    public static TaskId random() {
        return new TaskId(UUID.randomUUID().toString());
    }

    @Override
    public String toString() {
        return value;
    }
}
