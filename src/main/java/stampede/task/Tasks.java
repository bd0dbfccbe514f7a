package stampede.task;

import java.util.concurrent.CompletableFuture;

/** Sends work into the background. The payload's type says which task it is for. */
public interface Tasks {

    /**
     * Sends a task: inside a transaction if and only if that commits (a row of {@code task_outbox}, published by a relay
     * right after), outside of one at once, with the broker's confirmation awaited.
     *
     * @return the id under which the task runs
     * @throws UnknownTask if no handler takes this payload
     * @throws TaskNotSent outside a transaction, if the broker did not confirm; the task may have been sent all the same
     */
    TaskId send(Record payload, SendOption... options);

    /**
     * Publishes at once, whatever transaction there may be, without waiting; for callers that keep the facts elsewhere
     * and can send again. Never completes exceptionally for want of a broker: that is {@link Delivery#UNKNOWN}.
     *
     * @throws UnknownTask if no handler takes this payload
     */
    CompletableFuture<Delivery> publish(Record payload, SendOption... options);
}
