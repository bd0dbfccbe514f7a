package stampede.task;

/** The broker did not confirm a task in time. It may have arrived all the same. */
public class TaskNotSent extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public TaskNotSent(String message) {
        super(message);
    }
}
