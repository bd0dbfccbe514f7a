package stampede.task.queue;

import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import stampede.task.TaskId;
import stampede.task.admin.OutboxTask;
import stampede.task.admin.OutboxTasks;
import stampede.task.admin.TaskQueue;
import stampede.task.admin.TaskQueues;
import stampede.task.admin.TaskWait;
import stampede.task.admin.TaskWait.Reason;
import stampede.task.admin.TaskWaits;

/** Finds out what a task waits for: the outbox knows what waits there, and of the rest its queue tells. */
class WaitReasons implements TaskWaits {

    private final OutboxTasks outbox;
    private final TaskQueues queues;
    private final Clock clock;

    WaitReasons(OutboxTasks outbox, TaskQueues queues, Clock clock) {
        this.outbox = outbox;
        this.queues = queues;
        this.clock = clock;
    }

    @Override
    public TaskWait find(TaskId id, String name, String queue, Optional<Instant> due) {
        return outbox.find(id)
                .map(OutboxTask::why)
                .or(() ->
                        due.filter(clock.instant()::isBefore).map(time -> new TaskWait(Reason.TIME, Optional.of(time))))
                .orElseGet(() -> queues.find(queue)
                        .map(found -> inQueue(found, name))
                        .orElseGet(() -> new TaskWait(Reason.NO_WORKER, Optional.empty())));
    }

    private TaskWait inQueue(TaskQueue queue, String name) {
        return new TaskWait(
                reason(queue, name),
                Optional.empty(),
                reason(queue, name) == Reason.RATE
                        ? queue.rates().getOrDefault(name, "")
                        : queue.ready().map(Object::toString).orElse(""));
    }

    /** What somebody may have to do something about comes first. */
    private Reason reason(TaskQueue queue, String name) {
        if (queue.paused()) {
            return Reason.PAUSED;
        }
        if (queue.ready().isEmpty() && queues.isBrokerAway()) {
            return Reason.BROKER_AWAY;
        }
        if (queue.ready().isEmpty() || queue.workers() == 0) {
            return Reason.NO_WORKER;
        }
        if (queue.rates().containsKey(name) && (queue.waitingForRate() > 0 || isLeftAlone(queue))) {
            return Reason.RATE;
        }
        return queue.outbox() > 0 && queue.ready().get() == 0 ? Reason.NOT_TAKEN : Reason.TURN;
    }

    /** While the next place within a rate is minutes away, workers take nothing. */
    private static boolean isLeftAlone(TaskQueue queue) {
        return queue.ready().orElse(0L) > 0 && queue.unacked().orElse(0L) == 0;
    }
}
