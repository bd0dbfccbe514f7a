package stampede.task.broker;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;
import stampede.task.DelayLane;
import stampede.task.TaskProperties;
import stampede.task.handler.TaskRegistry;
import stampede.task.spi.QueueNames;

/** The delays that have a queue of their own at the broker: those of the settings, of {@link DelayLane} beans and of retries. */
public class DelayLanes {

    /** The broker's own exchange, which leads into every queue by its name. */
    private static final String DEFAULT_EXCHANGE = "";

    private final Supplier<Collection<Duration>> delays;
    private final QueueNames names;

    public DelayLanes(
            TaskProperties properties, TaskRegistry registry, ObjectProvider<DelayLane> declared, QueueNames names) {
        this.delays = SingletonSupplier.of(() -> collect(properties, registry, declared));
        this.names = names;
    }

    private static Collection<Duration> collect(
            TaskProperties properties, TaskRegistry registry, ObjectProvider<DelayLane> declared) {
        var all = Stream.of(
                properties.lanes().stream(),
                Stream.of(properties.lastTryDelay()),
                declared.stream().map(DelayLane::delay),
                registry.tasks().stream().flatMap(task -> task.retries().lanes()));
        return Collections.unmodifiableCollection(
                all.flatMap(stream -> stream).collect(TreeSet::new, TreeSet::add, TreeSet::addAll));
    }

    public Collection<Duration> all() {
        return delays.get();
    }

    public boolean has(Duration delay) {
        return delays.get().contains(delay);
    }

    /** Through the lane of this delay into the queue, given without the prefix. */
    public Route route(Duration delay, String queue) {
        if (!has(delay)) {
            throw new IllegalArgumentException("There is no lane for %s, only for %s; declare a DelayLane bean"
                    .formatted(delay, List.copyOf(all())));
        }
        return new Route(names.lane(delay), names.queue(queue));
    }

    /** Straight into the queue, given without the prefix. */
    public Route direct(String queue) {
        return new Route(QueueNames.isForeign(queue) ? DEFAULT_EXCHANGE : names.exchange(), names.queue(queue));
    }

    public Route dead() {
        return direct(QueueNames.DEAD);
    }
}
