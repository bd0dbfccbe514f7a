package stampede.history;

import stampede.task.TaskState;
import stampede.task.spi.TaskHeaders;
import stampede.task.spi.TaskStep;

/**
 * How far a task has come, as one number. News may overtake each other on their way from several nodes into the database; what is
 * from before changes no state any more. Only a replay leads out of an end, because it counts above everything.
 */
final class RunProgress {

    static final int BITS_BELOW_TIME = 20;

    private static final int BITS_OF_A_LIFE = 36;
    private static final long END = (1L << BITS_OF_A_LIFE) - 1;
    private static final int BITS_OF_STATES = 2;

    private RunProgress() {}

    static long of(TaskStep step) {
        return ((long) replays(step) << BITS_OF_A_LIFE) + (step.state().isFinal() ? END : before(step));
    }

    static int replays(TaskStep step) {
        return step.message().headers().get(TaskHeaders.REPLAYS) instanceof Number number
                ? Math.min(Math.max(0, number.intValue()), 1 << 20)
                : 0;
    }

    private static long before(TaskStep step) {
        return ((long) Math.max(0, step.message().attempt()) << BITS_OF_STATES) + rank(step.state());
    }

    private static int rank(TaskState state) {
        return switch (state) {
            case PENDING, SCHEDULED -> 0;
            case STARTED -> 1;
            case RETRY -> 2;
            case SUCCESS, FAILURE, CANCELLED, EXPIRED -> 3;
        };
    }
}
