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

    /**
     * Runs under this id instead of a random one. A second task that is {@link Tasks#send sent} under an id is another task: it runs,
     * also if the first still waits or was called off, dies with a row of its own, and it is what the id stands for in the history from
     * then on. What is {@link Tasks#publish published} twice under an id are copies of one task.
     */
    static SendOption id(TaskId id) {
        return new Id(id);
    }

    /** Ends as {@link TaskState#EXPIRED} instead of being run or tried again, once this time has passed since it was sent. */
    static SendOption expires(Duration after) {
        return new ExpiresAfter(after);
    }

    /** Ends as {@link TaskState#EXPIRED} instead of being run or tried again, once the instant is past. */
    static SendOption expires(Instant when) {
        return new ExpiresAt(when);
    }

    /**
     * Is for the task of this name, whatever the payload's type says. If no handler of that name is in this application, {@link #queue}
     * has to say where it waits, and the payload travels as version 1.
     */
    static SendOption task(String name) {
        return new ForTask(name);
    }

    /**
     * Waits in this queue instead of the one of its {@link Task}. A task that this application handles can only wait in a queue that some
     * task or {@code stampede.task.queues} declares, and neither may run in batches; for others the queue is made if it is missing.
     */
    static SendOption queue(String queue) {
        return new Queue(queue);
    }

    /**
     * Is sent only if no other task has the key; otherwise nothing is sent, and the id of the other is answered. The key is free again
     * when its task has ended or was cancelled, and after the time at the latest. Inside a transaction the key is taken if and only if
     * that commits; others who want it wait for the outcome.
     *
     * @param key at most 191 characters, for all kinds of tasks together
     */
    static SendOption unique(String key, Duration atMost) {
        return new Unique(key, atMost);
    }

    record In(Duration delay) implements SendOption {}

    record At(Instant due) implements SendOption {}

    record Id(TaskId id) implements SendOption {}

    record ExpiresAfter(Duration after) implements SendOption {

        public ExpiresAfter {
            if (after.toMillis() < 1) {
                throw new IllegalArgumentException("A task cannot expire after " + after);
            }
        }
    }

    record ExpiresAt(Instant when) implements SendOption {}

    record ForTask(String name) implements SendOption {

        public ForTask {
            if (name.isBlank()) {
                throw new IllegalArgumentException("A task has a name");
            }
        }
    }

    record Queue(String name) implements SendOption {}

    record Unique(String key, Duration atMost) implements SendOption {

        public Unique {
            if (key.isBlank() || key.length() > 191) {
                throw new IllegalArgumentException("The key of a unique task has 1 to 191 characters: '" + key + "'");
            }
            if (atMost.toMillis() < 1) {
                throw new IllegalArgumentException("The key of a unique task cannot be kept for " + atMost);
            }
        }
    }
}
