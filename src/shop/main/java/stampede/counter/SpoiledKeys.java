package stampede.counter;

import io.lettuce.core.RedisCommandExecutionException;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataRetrievalFailureException;

/** Tells a Redis that answers, and has something else under an offer's keys than the scripts put there, from one that does not answer. */
final class SpoiledKeys {

    private SpoiledKeys() {}

    /** Whether this is the answer of a script or command to a key of the wrong type, or to text where a number was. */
    static boolean areBehind(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RedisCommandExecutionException refused
                    && isBehind(String.valueOf(refused.getMessage()))) {
                return true;
            }
            if (cause instanceof Unreadable) {
                return true;
            }
        }
        return false;
    }

    /** Redis says ERR of much; of what a script did it says where. */
    private static boolean isBehind(String message) {
        return message.startsWith("WRONGTYPE") || (message.startsWith("ERR") && message.contains("user_script"));
    }

    /**
     * Reads an answer.
     *
     * @throws DataAccessException if what it says is nothing that the scripts would have written
     */
    static <T> T read(Supplier<T> answer) {
        try {
            return answer.get();
        } catch (IllegalArgumentException
                | IllegalStateException
                | IndexOutOfBoundsException
                | NoSuchElementException unreadable) {
            throw new Unreadable(unreadable);
        }
    }

    private static final class Unreadable extends DataRetrievalFailureException {

        Unreadable(Throwable cause) {
            super("Redis has something that cannot be read: " + cause.getMessage(), cause);
        }
    }
}
