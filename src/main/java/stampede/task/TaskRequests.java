package stampede.task;

/** Sends tasks by name, for those who extend the engine; everyone else uses {@link Tasks}. */
public interface TaskRequests {

    /**
     * Sends a task as {@link Tasks#send} does: inside a transaction if and only if that commits.
     *
     * @throws TaskNotSent outside a transaction, if the broker did not confirm; the task may have been sent all the same
     */
    void send(TaskRequest request);
}
