package stampede.task;

import java.time.Duration;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** What exchanges and queues are called at the broker: everything begins with one prefix. */
@Component
class QueueNames {

    static final String DEAD = "dead";
    static final String LANE = "lane.";

    /** Where everything that has waited in a lane comes out. */
    static final String DUE = LANE + "due";

    private final String prefix;

    @Autowired
    QueueNames(TaskProperties properties) {
        this(properties.prefix());
    }

    QueueNames(String prefix) {
        this.prefix = prefix;
    }

    String prefix() {
        return prefix;
    }

    /** The direct exchange that every task passes on its way into a work queue, routed by the queue's full name. */
    String exchange() {
        return prefix + ".tasks";
    }

    String queue(String queue) {
        return isForeign(queue) ? queue.substring(ForeignQueues.PREFIX.length()) : prefix + "." + queue;
    }

    /** Whether the queue, given by the engine's name for it, belongs to another system. */
    static boolean isForeign(String queue) {
        return queue.startsWith(ForeignQueues.PREFIX);
    }

    /** Name of a lane's queue and of the fanout exchange before it, such as {@code stampede.lane.delay.10s}. */
    String lane(Duration delay) {
        var millis = delay.toMillis();
        return prefix + "." + LANE + "delay." + (millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms");
    }

    /** Name of the queue behind the lanes and of the fanout exchange before it. */
    String due() {
        return queue(DUE);
    }

    String dead() {
        return queue(DEAD);
    }

    /** What the engine calls the queue that has this name at the broker. */
    String withoutPrefix(String queue) {
        return queue.startsWith(prefix + ".") ? queue.substring(prefix.length() + 1) : ForeignQueues.named(queue);
    }
}
