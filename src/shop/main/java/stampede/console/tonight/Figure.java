package stampede.console.tonight;

import java.util.Optional;
import stampede.account.Duty;

/**
 * A number of the overview.
 *
 * @param name its message is {@code console.tonight.figure.NAME}
 * @param path the page with what was counted
 * @param duty without which one may not see that page, nor the figure
 * @param count how many; empty if it could not be had
 */
public record Figure(String name, String path, Duty duty, Optional<Count> count) {

    /** Whether somebody should look. */
    public boolean isWaiting() {
        return count.filter(had -> had.number() > 0).isPresent();
    }

    /**
     * How many were counted.
     *
     * @param number how many
     * @param more whether there may be more
     */
    public record Count(long number, boolean more) {

        static Count of(long number) {
            return new Count(number, false);
        }

        /** Of something that is counted no further than this. */
        static Count upTo(long most, long number) {
            return new Count(number, number >= most);
        }
    }
}
