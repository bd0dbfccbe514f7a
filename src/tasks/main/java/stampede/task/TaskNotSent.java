package stampede.task;

/** The broker did not confirm a task in time. It may have arrived all the same. */
public class TaskNotSent extends RuntimeException {

    public TaskNotSent(String message) {
        super(message);
    }
}
