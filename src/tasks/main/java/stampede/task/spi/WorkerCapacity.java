package stampede.task.spi;

import java.util.Set;

/** What a worker takes from, and how much at a time by its settings, for those who extend the engine. Nothing on other nodes. */
public interface WorkerCapacity {

    /** The queues that it takes from, without the prefix. */
    Set<String> queues();

    /** How many tasks and batches may run at a time. */
    int concurrency();

    /** How many messages may be in hand. */
    int prefetch();
}
