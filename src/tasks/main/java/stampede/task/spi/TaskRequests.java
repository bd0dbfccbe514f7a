package stampede.task.spi;

import java.util.Collection;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.TaskNotSent;
import stampede.task.Tasks;
import stampede.task.UnknownQueue;
import stampede.task.UnknownTask;

/** Sends tasks by name, for those who extend the engine; everyone else uses {@link Tasks}. */
public interface TaskRequests {

    /**
     * Sends a task as {@link Tasks#send} does: inside a transaction if and only if that commits.
     *
     * @throws TaskNotSent outside a transaction, if the broker did not confirm; the task may have been sent all the same
     */
    void send(TaskRequest request);

    /** Sends them all as {@link #send} does; inside a transaction with few statements. */
    void sendAll(Collection<TaskRequest> requests);

    /** Calls them all off as {@link Tasks#cancel} does, with few statements. */
    void cancelAll(Collection<TaskId> ids);

    /** Whether any of these waits in the outbox for its time. */
    boolean isAnyWaiting(Collection<TaskId> ids);

    /**
     * What {@link Tasks#send} would send for this payload, at once, without sending it. Of the options only id, task and queue count.
     *
     * @throws UnknownTask if no handler takes this payload
     * @throws UnknownQueue if no task declares the queue
     * @throws IllegalArgumentException if it would expire before it is due
     */
    TaskRequest request(Record payload, SendOption... options);
}
