package stampede.celery;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import stampede.task.spi.ForeignQueues;
import stampede.task.spi.ThisNode;

/** This process as Celery sees it: a worker with a name, and a clock that only counts. */
class CeleryWorker {

    private final String engine;
    private final String name;
    private final AtomicLong clock = new AtomicLong();

    CeleryWorker(ThisNode self) {
        this.engine = self.engine();
        this.name = self.name();
    }

    String name() {
        return name;
    }

    /** What the broker calls the queue. */
    String brokerName(String queue) {
        return queue.startsWith(ForeignQueues.PREFIX)
                ? queue.substring(ForeignQueues.PREFIX.length())
                : engine + "." + queue;
    }

    static long pid() {
        return ProcessHandle.current().pid();
    }

    long tick() {
        return clock.incrementAndGet();
    }

    /** What Flower shows as the worker's software. */
    Map<String, Object> software() {
        return Map.of("sw_ident", "stampede", "sw_ver", "1", "sw_sys", System.getProperty("os.name"));
    }
}
