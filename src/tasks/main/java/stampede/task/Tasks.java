package stampede.task;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Sends work into the background. The payload's type says which task it is for, unless {@link SendOption#task} does. */
public interface Tasks {

    /**
     * Sends a task: inside a transaction if and only if that commits (a row of {@code task_outbox}, published by a relay
     * right after), outside of one, and in callbacks after a commit, at once, with the broker's confirmation awaited.
     *
     * @return the id under which the task runs; of one with a {@link SendOption#unique} key, the one that has the key
     * @throws UnknownTask if no handler takes this payload, and neither it nor an option says which task it is for
     * @throws UnknownQueue if it cannot wait in the queue of the options, or nothing says where it waits
     * @throws TaskTooLarge if it is larger than {@code stampede.task.max-message-size}
     * @throws TaskNotSent outside a transaction, if the broker did not confirm; the task may have been sent all the same
     * @throws org.springframework.transaction.IllegalTransactionStateException in a read-only transaction, which can keep nothing
     */
    TaskId send(Record payload, SendOption... options);

    /**
     * Publishes at once, whatever transaction there may be, without waiting; for callers that keep the facts elsewhere
     * and can send again. Never completes exceptionally for want of a broker: that is {@link Delivery#UNKNOWN}.
     *
     * @throws UnknownTask if no handler takes this payload, and neither it nor an option says which task it is for
     * @throws UnknownQueue if it cannot wait in the queue of the options, or nothing says where it waits
     * @throws TaskTooLarge if it is larger than {@code stampede.task.max-message-size}
     * @throws IllegalArgumentException if it has to wait for an instant or needs a unique key, which takes a database
     */
    CompletableFuture<Delivery> publish(Record payload, SendOption... options);

    /**
     * Publishes tasks of one {@link BatchTask} in one message, or several if they do not fit into one, because a message costs the broker as much as many tasks cost a worker.
     * Only the way to the worker is shared: each is done, tried again and set aside alone, under its own id.
     *
     * @param payloads all of one type, at least one
     * @return what became of them all; {@link Delivery#UNKNOWN} if some messages arrived and others did not
     * @throws UnknownTask if no handler takes these payloads
     * @throws TaskTooLarge if one alone is larger than {@code stampede.task.max-message-size}; then none is published
     * @throws IllegalArgumentException if their task does not run in batches
     * @see #publish
     */
    default CompletableFuture<Delivery> publishTogether(Map<TaskId, ? extends Record> payloads) {
        return payloads.entrySet().stream()
                .map(task -> publish(task.getValue(), SendOption.id(task.getKey())))
                .reduce((some, next) -> some.thenCombine(next, (one, other) -> one == Delivery.CONFIRMED ? other : one))
                .orElseThrow();
    }

    /**
     * Calls a task off: inside a transaction if and only if that commits. One that waits in the outbox for its time ends as {@link
     * TaskState#CANCELLED} at once. Another that has not begun half a second later does not begin, also if every node is restarted
     * meanwhile; it ends as CANCELLED when its turn comes. One that runs is told within a second ({@link TaskContext#isCancelled()},
     * and its thread is interrupted unless it runs in a batch): if it throws then, it ends as CANCELLED and is not tried again; if it
     * returns, it has succeeded. One that has ended stays as it is. What is {@link #send sent} under the same id later runs.
     *
     * @return false if that was asked before, or if the history knows that the task has ended
     */
    boolean cancel(TaskId id);
}
