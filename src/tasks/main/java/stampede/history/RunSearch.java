package stampede.history;

import java.time.Instant;
import java.util.Optional;
import stampede.task.TaskState;

/**
 * What to look for; what is empty does not matter.
 *
 * @param from the earliest time of sending
 * @param to the time of sending before which
 * @param before only tasks with a lower number, for the next page
 */
public record RunSearch(
        Optional<String> name,
        Optional<TaskState> state,
        Optional<Instant> from,
        Optional<Instant> to,
        Optional<Long> before,
        int most) {}
