package stampede.task;

import java.util.List;

/**
 * Declares, as a bean, queues that belong to another system and that this engine's workers serve as well: any task but a batch
 * may wait in them. Inside the engine such a queue goes by the name that {@link #named} gives it.
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
     * A queue to serve. If the broker has it, it is taken as it is; if not, it is declared durable, with a direct exchange of the same
     * name in front of it, as Celery does.
     *
     * @param name at the broker
     * @param quorum whether it is declared as a quorum queue; otherwise it is a classic one
     */
    record ForeignQueue(String name, boolean quorum) {}
}
