package stampede.task;

import java.time.Duration;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** What exchanges and queues are called at the broker: everything begins with one prefix. */
@Component
class QueueNames {

    static final String DEAD = "dead";
    static final String LANE = "lane.";

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
        return prefix + "." + queue;
    }

    /** Name of a lane's queue and of the fanout exchange before it, such as {@code stampede.lane.10s}. */
    String lane(Duration delay) {
        var millis = delay.toMillis();
        return prefix + "." + LANE + (millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms");
    }

    String dead() {
        return queue(DEAD);
    }

    /** The name of a queue without the prefix. */
    String withoutPrefix(String queue) {
        return queue.startsWith(prefix + ".") ? queue.substring(prefix.length() + 1) : queue;
    }
}
