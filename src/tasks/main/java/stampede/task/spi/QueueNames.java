package stampede.task.spi;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import stampede.task.TaskProperties;

/** What exchanges and queues are called at the broker: everything begins with one prefix. */
public class QueueNames {

    public static final String DEAD = "dead";
    public static final String LANE = "lane.";

    /** Where everything that has waited in a lane comes out. */
    public static final String DUE = LANE + "due";

    private final String prefix;

    @Autowired
    public QueueNames(TaskProperties properties, Environment environment) {
        this(Optional.ofNullable(properties.prefix())
                .orElseGet(() -> prefixOf(environment.getProperty("spring.application.name", ""))));
    }

    public QueueNames(String prefix) {
        this.prefix = prefix;
    }

    /** The application's name as far as a prefix may have its characters. Where much of it is lost, a hash of all keeps names apart. */
    static String prefixOf(String application) {
        var plain = application
                .strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[\\s._/-]+", "-")
                .replaceAll("^-|-$", "");
        if (plain.isEmpty()) {
            return "stampede";
        }
        if (plain.matches("[a-z][a-z0-9-]{0,31}")) {
            return plain;
        }
        var begin = plain.replaceAll("[^a-z0-9-]", "").replaceAll("^[0-9-]+", "");
        return "%s-%08x"
                .formatted(
                        begin.isEmpty() ? "app" : begin.substring(0, Math.min(begin.length(), 22)), plain.hashCode());
    }

    public String prefix() {
        return prefix;
    }

    /** The direct exchange that every task passes on its way into a work queue, routed by the queue's full name. */
    public String exchange() {
        return prefix + ".tasks";
    }

    public String queue(String queue) {
        return isForeign(queue) ? queue.substring(ForeignQueues.PREFIX.length()) : prefix + "." + queue;
    }

    /** Whether the queue, given by the engine's name for it, belongs to another system. */
    public static boolean isForeign(String queue) {
        return queue.startsWith(ForeignQueues.PREFIX);
    }

    /** Name of a lane's queue and of the fanout exchange before it, such as {@code stampede.lane.delay.10s}. */
    public String lane(Duration delay) {
        var millis = delay.toMillis();
        return prefix + "." + LANE + "delay." + (millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms");
    }

    /** Name of the queue behind the lanes and of the fanout exchange before it. */
    public String due() {
        return queue(DUE);
    }

    public String dead() {
        return queue(DEAD);
    }

    /** What the engine calls the queue that has this name at the broker. */
    public String withoutPrefix(String queue) {
        return queue.startsWith(prefix + ".") ? queue.substring(prefix.length() + 1) : ForeignQueues.named(queue);
    }
}
