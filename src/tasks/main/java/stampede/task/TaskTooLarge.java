package stampede.task;

/** A task that the broker would not take, or only at the cost of others. It was not sent; what it carries has to lie elsewhere. */
public class TaskTooLarge extends IllegalArgumentException {

    public TaskTooLarge(String message) {
        super(message);
    }
}
