package stampede.task.admin;

import java.time.Instant;
import java.util.Optional;

/**
 * Which dead tasks to look for; what is empty does not matter.
 *
 * @param name the task's name on the wire
 * @param queue without the prefix
 * @param from died then or later
 * @param to died before
 */
public record DeadSearch(Optional<String> name, Optional<String> queue, Optional<Instant> from, Optional<Instant> to) {

    /** All of them. */
    public static DeadSearch all() {
        return new DeadSearch(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Only those of this name. */
    public DeadSearch named(String only) {
        return new DeadSearch(Optional.of(only), queue, from, to);
    }
}
