package stampede.task;

/** No {@link Task} or {@link BatchTask} method takes this payload, and it does not say itself which task it is for ({@link TaskPayload}). */
public class UnknownTask extends RuntimeException {

    public UnknownTask(String message) {
        super(message);
    }
}
