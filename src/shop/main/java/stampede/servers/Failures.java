package stampede.servers;

import java.util.Objects;

/** How a failure that was expected is told in a log: in one line, without a stack trace. */
public final class Failures {

    private static final int MOST_CAUSES = 20;

    private Failures() {}

    /** What the cause at the bottom says, in one line; its class if it says nothing. */
    public static String reason(Throwable failure) {
        var last = failure;
        for (int i = 0; i < MOST_CAUSES && last.getCause() != null; i++) {
            last = last.getCause();
        }
        return Objects.requireNonNullElseGet(last.getMessage(), last::toString)
                .replaceAll("\\s+", " ")
                .strip();
    }
}
