package stampede.task;

/** A task was to wait in a queue that neither a task nor a setting declares, or that takes other kinds of tasks only. */
public class UnknownQueue extends RuntimeException {

    public UnknownQueue(String message) {
        super(message);
    }
}
