package stampede.task;

/** A task that the broker would not take, or only at the cost of others. It was not sent; what it carries has to lie elsewhere. */
public class TaskTooLarge extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public TaskTooLarge(String message) {
        super(message);
    }
}
