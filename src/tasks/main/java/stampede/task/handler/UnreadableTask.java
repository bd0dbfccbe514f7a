package stampede.task.handler;

/** A message that cannot be turned into its payload. */
public final class UnreadableTask extends RuntimeException {

    private final String why;

    public UnreadableTask(String why) {
        super("Unreadable task: " + why);
        this.why = why;
    }

    public String why() {
        return why;
    }
}
