package stampede.task;

/** A message that cannot be turned into its payload. */
final class UnreadableTask extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String why;

    UnreadableTask(String why) {
        super("Unreadable task: " + why);
        this.why = why;
    }

    String why() {
        return why;
    }
}
