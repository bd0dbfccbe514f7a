package stampede.task.testing;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import stampede.task.SendOption;
import stampede.task.TaskId;

/** Which task has which unique key. */
final class Keys {

    private final Map<String, Held> held = new HashMap<>();

    /** Takes the key for the task, or answers who has it. */
    Optional<TaskId> take(SendOption.Unique unique, TaskId id, Instant now, Predicate<TaskId> hasEnded) {
        var other = Optional.ofNullable(held.get(unique.key()))
                .filter(holder -> holder.until().isAfter(now) && !hasEnded.test(holder.id()));
        if (other.isEmpty()) {
            held.put(unique.key(), new Held(id, now.plus(unique.atMost())));
        }
        return other.map(Held::id);
    }

    private record Held(TaskId id, Instant until) {}
}
