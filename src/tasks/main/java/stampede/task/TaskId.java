package stampede.task;

import java.util.Optional;
import java.util.UUID;

/**
 * The name of one piece of work from sending to its end, over all attempts. Celery uses a UUID; any short text will do.
 *
 * @param value at most 64 characters
 */
public record TaskId(String value) {

    private static final int LONGEST = 64;

    public TaskId {
        if (!isGood(value)) {
            throw new IllegalArgumentException("A task id has 1 to 64 characters: '" + value + "'");
        }
    }

    private static boolean isGood(String text) {
        return !text.isBlank() && text.length() <= LONGEST;
    }

    /** Empty if the text cannot be the id of a task. */
    public static Optional<TaskId> read(String text) {
        return isGood(text) ? Optional.of(new TaskId(text)) : Optional.empty();
    }

    public static TaskId random() {
        return new TaskId(UUID.randomUUID().toString());
    }

    @Override
    public String toString() {
        return value;
    }
}
