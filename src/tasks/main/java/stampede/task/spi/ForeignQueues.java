package stampede.task.spi;

import java.util.List;

/**
 * Declares, as a bean, queues that belong to another system and that this engine's workers serve as well: tasks that it names, but no
 * batches, may wait in them. Inside the engine such a queue goes by the name that {@link #named} gives it.
 */
public interface ForeignQueues {

    /** What the names of foreign queues begin with inside the engine; at the broker they have no prefix at all. */
    String PREFIX = "foreign.";

    List<ForeignQueue> served();

    /** The engine's name for the queue that the broker knows by this name, whether it is served or only sent to. */
    static String named(String queue) {
        return PREFIX + queue;
    }

    /**
     * A queue to serve. If the broker has it, it is taken as it is; if not, it is declared durable, with an exchange of the same
     * name in front of it, as Celery does.
     *
     * @param name at the broker
     * @param quorum whether it is declared as a quorum queue; otherwise it is a classic one
     * @param topic whether the exchange in front of it, if it is declared here, is a topic exchange; otherwise it is a direct one
     * @param tasks the names of those that may come by it; one that ends with {@code *} stands for all that begin so
     */
    record ForeignQueue(String name, boolean quorum, boolean topic, List<String> tasks) {

        /** Whether a task of this name may come by it. */
        public boolean takes(String task) {
            return tasks.stream()
                    .anyMatch(name -> name.endsWith("*")
                            ? task.startsWith(name.substring(0, name.length() - 1))
                            : task.equals(name));
        }
    }
}
