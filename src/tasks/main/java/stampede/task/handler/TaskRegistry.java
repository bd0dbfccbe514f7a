package stampede.task.handler;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.util.function.SingletonSupplier;
import stampede.support.WrongSetup;
import stampede.task.Remember;
import stampede.task.UnknownQueue;
import stampede.task.UnknownTask;
import stampede.task.spi.ForeignQueues;
import stampede.task.spi.ForeignQueues.ForeignQueue;
import stampede.task.spi.KnownTasks;
import stampede.task.spi.QueueNames;
import stampede.task.spi.TaskKinds;

/** All tasks there are, by name and by payload. Two of a name, or two for a payload, stop the start. */
public class TaskRegistry implements TaskKinds, KnownTasks, SmartInitializingSingleton {

    private final Supplier<Content> content;
    private final Supplier<List<ForeignQueue>> foreign;
    private final Supplier<Map<String, List<TaskDefinition>>> queues = SingletonSupplier.of(this::readQueues);

    TaskRegistry(HandlerScanner scanner, ObjectProvider<ForeignQueues> foreign) {
        this.content = SingletonSupplier.of(() -> read(scanner.scan()));
        this.foreign = SingletonSupplier.of(() ->
                foreign.stream().flatMap(queues -> queues.served().stream()).toList());
    }

    @Override
    public void afterSingletonsInstantiated() {
        var unused = content.get();
    }

    public Optional<TaskDefinition> byName(String name) {
        return Optional.ofNullable(content.get().byName().get(name));
    }

    @Override
    public Remember remember(String task) {
        return byName(task).map(TaskDefinition::remember).orElse(Remember.EVERYTHING);
    }

    /**
     * The task that a payload is for.
     *
     * @throws UnknownTask if no handler takes this type
     */
    public TaskDefinition byPayload(Class<? extends Record> payload) {
        var task = content.get().byPayload().get(payload);
        if (task == null) {
            throw new UnknownTask("No @Task or @BatchTask method takes a " + payload.getName());
        }
        return task;
    }

    /**
     * The queue in which the task shall wait.
     *
     * @throws UnknownQueue if it cannot
     */
    public String checked(String queue, TaskDefinition task) {
        if (queue.equals(task.queue())) {
            return queue;
        }
        var neighbours = queues().get(queue);
        if (neighbours == null) {
            throw new UnknownQueue("No task declares the queue '%s'; there are %s".formatted(queue, queues().keySet()));
        }
        if (task.batch().isPresent() || neighbours.get(0).batch().isPresent()) {
            throw new UnknownQueue("%s cannot wait in '%s', because batches have their queue to themselves"
                    .formatted(task.name(), queue));
        }
        return queue;
    }

    public Upcasts upcasts() {
        return content.get().upcasts();
    }

    @Override
    public Set<String> names() {
        return content.get().byName().keySet();
    }

    public Collection<TaskDefinition> tasks() {
        return content.get().byName().values();
    }

    public List<BeatDefinition> beats() {
        return content.get().beats();
    }

    /** The tasks of each queue that workers take from, by the queue's name without the prefix. */
    public Map<String, List<TaskDefinition>> queues() {
        return queues.get();
    }

    /** Whether what comes by this queue, given by its name without the prefix, runs in batches. */
    public boolean hasBatches(String queue) {
        return queues().getOrDefault(queue, List.of()).stream()
                .anyMatch(task -> task.batch().isPresent());
    }

    private Map<String, List<TaskDefinition>> readQueues() {
        var queues = new TreeMap<String, List<TaskDefinition>>();
        tasks().forEach(task ->
                queues.computeIfAbsent(task.queue(), queue -> new ArrayList<>()).add(task));
        var singles = tasks().stream().filter(task -> task.batch().isEmpty()).toList();
        if (!singles.isEmpty()) {
            foreignQueues().forEach(queue -> queues.put(ForeignQueues.named(queue.name()), singles));
        }
        return Collections.unmodifiableMap(queues);
    }

    /** Queues of other systems that are served too. */
    public List<ForeignQueue> foreignQueues() {
        return foreign.get();
    }

    /**
     * Whether the task may come by this queue. Into a queue of another system strangers write the name of whatever task they like.
     *
     * @param queue its name at the broker
     */
    public boolean mayComeBy(String queue, TaskDefinition task) {
        return foreign.get().stream()
                .filter(served -> served.name().equals(queue))
                .allMatch(served -> served.takes(task.name()));
    }

    private static Content read(HandlerScanner.Handlers handlers) {
        var content = new Content(
                new TreeMap<>(), new HashMap<>(), handlers.beats(), new Upcasts(handlers.tasks(), handlers.upcasts()));
        for (var task : handlers.tasks()) {
            addName(content, task);
            var other = content.byPayload().put(task.payload(), task);
            if (other != null) {
                throw new WrongSetup(
                        "Two methods take the payload %s: %s and %s."
                                .formatted(task.payload().getName(), other.handler(), task.handler()),
                        "Give each task a payload record of its own.");
            }
        }
        handlers.beats().forEach(beat -> addName(content, beat.task()));
        checkQueues(content.byName().values());
        return content;
    }

    private static void addName(Content content, TaskDefinition task) {
        var other = content.byName().put(task.name(), task);
        if (other != null) {
            throw new WrongSetup(
                    "Two methods are the task %s: %s and %s.".formatted(task.name(), other.handler(), task.handler()),
                    "Rename one of them.");
        }
    }

    private static void checkQueues(Collection<TaskDefinition> tasks) {
        for (var task : tasks) {
            if (task.queue().isBlank()
                    || task.queue().equals(QueueNames.DEAD)
                    || task.queue().startsWith(QueueNames.LANE)
                    || QueueNames.isForeign(task.queue())) {
                throw new WrongSetup(
                        "The task %s cannot wait in '%s': the engine keeps that name for itself."
                                .formatted(task.name(), task.queue()),
                        "Choose another queue.");
            }
            var neighbours = tasks.stream()
                    .filter(other -> other.queue().equals(task.queue()))
                    .count();
            if (task.batch().isPresent() && neighbours > 1) {
                throw new WrongSetup(
                        "The batch task %s shares the queue %s with other tasks.".formatted(task.name(), task.queue()),
                        "Give it a queue to itself.");
            }
        }
    }

    private record Content(
            Map<String, TaskDefinition> byName,
            Map<Class<? extends Record>, TaskDefinition> byPayload,
            List<BeatDefinition> beats,
            Upcasts upcasts) {}
}
