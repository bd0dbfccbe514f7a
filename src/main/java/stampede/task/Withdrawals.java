package stampede.task;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Keeps back what was called off while it waited here for another system, whose workers know nothing of our cancellations. */
@Component
class Withdrawals {

    private final Cancellations cancellations;
    private final Steps steps;
    private final Clock clock;

    Withdrawals(Cancellations cancellations, Steps steps, Clock clock) {
        this.cancellations = cancellations;
        this.steps = steps;
        this.clock = clock;
    }

    /** Whether the task shall not be sent any more; its end has been told then. */
    boolean isWithdrawn(Outbox.Row row) {
        var id = row.envelope().id();
        if (!QueueNames.isForeign(row.queue())
                || id.isEmpty()
                || !cancellations.isCancelled(id.get(), row.envelope().life())) {
            return false;
        }
        var end = new AttemptEnd(
                Optional.empty(), Optional.empty(), Optional.empty(), Duration.ZERO, Optional.empty(), false);
        steps.conclude(List.of(new TaskStep(
                TaskState.CANCELLED,
                row.envelope().message(id.get(), row.queue()),
                clock.instant(),
                Optional.of(end))));
        return true;
    }
}
