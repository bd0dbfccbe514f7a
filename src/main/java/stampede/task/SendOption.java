package stampede.task;

import java.time.Duration;
import java.time.Instant;

/** How a task is sent; none is needed. Static-import the factory methods: {@code tasks.send(task, in(ofMinutes(5)))}. */
public sealed interface SendOption {

    /** Runs after the delay: by a lane where one is declared for exactly this delay, otherwise by the outbox. */
    static SendOption in(Duration delay) {
        return new In(delay);
    }

    /** Runs at the instant, or at once if that is past. */
    static SendOption at(Instant due) {
        return new At(due);
    }

    /** Runs under this id instead of a random one. */
    static SendOption id(TaskId id) {
        return new Id(id);
    }

    record In(Duration delay) implements SendOption {}

    record At(Instant due) implements SendOption {}

    record Id(TaskId id) implements SendOption {}
}
