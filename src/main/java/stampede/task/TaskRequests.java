package stampede.task;

import java.util.Collection;

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

    /**
     * What {@link Tasks#send} would send for this payload, under a random id and at once, without sending it.
     *
     * @throws UnknownTask if no handler takes this payload
     */
    TaskRequest request(Record payload);
}
