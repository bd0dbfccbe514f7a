package stampede.history;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import stampede.task.TaskState;

/**
 * What to look for; what is empty does not matter.
 *
 * @param queue without the prefix
 * @param worker the node that ran it last, by its name
 * @param text what its arguments contain, as they are shown
 * @param except names of tasks that do not matter
 * @param from the earliest time of sending
 * @param to the time of sending before which
 * @param before only tasks with a lower number, for the next page
 */
public record RunSearch(
        Optional<String> name,
        Optional<TaskState> state,
        Optional<String> queue,
        Optional<String> worker,
        Optional<String> text,
        Set<String> except,
        Optional<Instant> from,
        Optional<Instant> to,
        Optional<Long> before,
        int most) {

    /** By name, state and time, for which there are indexes. */
    public RunSearch(
            Optional<String> name,
            Optional<TaskState> state,
            Optional<Instant> from,
            Optional<Instant> to,
            Optional<Long> before,
            int most) {
        this(name, state, Optional.empty(), Optional.empty(), Optional.empty(), Set.of(), from, to, before, most);
    }

    /** Whether tasks must be looked at one by one, because no index knows. */
    boolean isByLooking() {
        return !except.isEmpty() || Stream.of(queue, worker, text).anyMatch(Optional::isPresent);
    }
}
