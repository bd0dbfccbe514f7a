package stampede.task.outbox;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import stampede.task.TaskState;
import stampede.task.cancel.Cancellations;
import stampede.task.event.TaskEvents;
import stampede.task.spi.AttemptEnd;
import stampede.task.spi.QueueNames;
import stampede.task.spi.TaskStep;

/** Keeps back what was called off while it waited here for another system, whose workers know nothing of our cancellations. */
class ForeignCancellations {

    private final Cancellations cancellations;
    private final TaskEvents taskEvents;
    private final Clock clock;

    ForeignCancellations(Cancellations cancellations, TaskEvents taskEvents, Clock clock) {
        this.cancellations = cancellations;
        this.taskEvents = taskEvents;
        this.clock = clock;
    }

    /** Whether the task shall not be sent any more; its end has been told then. */
    boolean isWithdrawn(OutboxRepository.Row row) {
        var id = row.envelope().id();
        if (!QueueNames.isForeign(row.queue())
                || id.isEmpty()
                || !cancellations.isCancelled(id.get(), row.envelope().life())) {
            return false;
        }
        var end = new AttemptEnd(
                Optional.empty(), Optional.empty(), Optional.empty(), Duration.ZERO, Optional.empty(), false);
        taskEvents.conclude(List.of(new TaskStep(
                TaskState.CANCELLED,
                row.envelope().message(id.get(), row.queue()),
                clock.instant(),
                Optional.of(end))));
        return true;
    }
}
