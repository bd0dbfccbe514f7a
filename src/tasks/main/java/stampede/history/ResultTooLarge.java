package stampede.history;

import stampede.task.TaskId;

/** The task succeeded, but what it returned was too large to be kept. A large result belongs into a table, and its key into the result. */
public final class ResultTooLarge extends RuntimeException {

    /** In characters. */
    static final int MOST = 64 * 1024;

    ResultTooLarge(TaskId id, int size) {
        super("Task %s: %s".formatted(id, words(size)));
    }

    static String words(int size) {
        return "the result of %d characters was not kept, because it is longer than %d".formatted(size, MOST);
    }
}
