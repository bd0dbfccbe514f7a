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
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
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

    private final HandlerScanner scanner;
    private final Supplier<Content> content;
    private final Supplier<List<ForeignQueue>> foreign;
    private final Supplier<Map<String, List<TaskDefinition>>> queues = SingletonSupplier.of(this::readQueues);
    private final Supplier<Set<String>> queuesOfSettings;

    /** What is sent from here and handled elsewhere, by name, as far as it was asked for. */
    private final Map<String, PayloadDefinition> sentOnly = new ConcurrentHashMap<>();

    /** What records without a handler say of themselves. */
    private final Map<Class<? extends Record>, Optional<PayloadDefinition>> saying = new ConcurrentHashMap<>();

    TaskRegistry(HandlerScanner scanner, ObjectProvider<ForeignQueues> foreign) {
        this.scanner = scanner;
        this.queuesOfSettings = SingletonSupplier.of(scanner::queuesOfSettings);
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
        return payloadOf(task).map(PayloadDefinition::remember).orElse(Remember.EVERYTHING);
    }

    /** What a task carries, as far as this application handles it or has sent it. */
    public Optional<PayloadDefinition> payloadOf(String task) {
        return byName(task).map(TaskDefinition::sent).or(() -> Optional.ofNullable(sentOnly.get(task)));
    }

    /**
     * How a payload is sent.
     *
     * @throws UnknownTask if no handler takes this type, and it does not say itself which task it is for
     */
    public PayloadDefinition byPayload(Class<? extends Record> payload) {
        var task = content.get().byPayload().get(payload);
        return task != null ? task.sent() : sentOnly(payload).orElseThrow(() -> unknown(payload));
    }

    /** How a payload of this type is sent to the task of this name; empty if nobody here says where that waits. */
    public Optional<PayloadDefinition> byName(String task, Class<? extends Record> payload) {
        return Optional.ofNullable(content.get().byPayload().get(payload))
                .map(TaskDefinition::sent)
                .or(() -> sentOnly(payload))
                .filter(definition -> definition.name().equals(task))
                .or(() -> byName(task).map(known -> known.sent().withType(payload)));
    }

    private Optional<PayloadDefinition> sentOnly(Class<? extends Record> payload) {
        return saying.computeIfAbsent(
                payload, unknown -> scanner.payload(payload).map(this::sendOnly));
    }

    /** Remembers how a task is sent that is handled elsewhere. */
    public PayloadDefinition sendOnly(PayloadDefinition definition) {
        sentOnly.put(definition.name(), definition);
        return definition;
    }

    private static UnknownTask unknown(Class<? extends Record> payload) {
        return new UnknownTask(
                "No @Task or @BatchTask method takes a %s. If another application does, put @TaskPayload on the record, or send it with task(name) and queue(name)."
                        .formatted(payload.getName()));
    }

    /**
     * The queue in which the task shall wait.
     *
     * @throws UnknownQueue if it cannot
     */
    public String checked(String queue, PayloadDefinition payload) {
        var task = handlerOf(payload);
        if (task.isPresent() && !queue.equals(task.get().queue())) {
            check(queue, task.get());
        } else if (task.isEmpty() && isReserved(queue)) {
            throw new UnknownQueue(
                    "%s cannot wait in '%s': the engine keeps that name for itself".formatted(payload.name(), queue));
        }
        return queue;
    }

    private void check(String queue, TaskDefinition task) {
        var neighbours = queues().get(queue);
        if (neighbours == null) {
            throw new UnknownQueue("Neither a task nor stampede.task.queues declares the queue '%s'; there are %s"
                    .formatted(queue, queues().keySet()));
        }
        if (task.batch().isPresent() || neighbours.get(0).batch().isPresent()) {
            throw new UnknownQueue("%s cannot wait in '%s', because batches have their queue to themselves"
                    .formatted(task.name(), queue));
        }
    }

    /** Whether tasks of this name are handled elsewhere only. */
    public boolean isSentOnly(PayloadDefinition payload) {
        return handlerOf(payload).isEmpty();
    }

    private Optional<TaskDefinition> handlerOf(PayloadDefinition payload) {
        return Optional.ofNullable(content.get().byPayload().get(payload.type()))
                .filter(task -> task.name().equals(payload.name()))
                .or(() -> byName(payload.name()));
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

    /** The queues that settings declare and from which no worker of this application takes, without the prefix. */
    public Set<String> idleQueues() {
        var idle = new TreeSet<>(queuesOfSettings.get());
        idle.removeAll(queues().keySet());
        return idle;
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
            queuesOfSettings.get().forEach(queue -> queues.putIfAbsent(queue, singles));
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
            if (isReserved(task.queue())) {
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

    private static boolean isReserved(String queue) {
        return queue.isBlank()
                || queue.equals(QueueNames.DEAD)
                || queue.startsWith(QueueNames.LANE)
                || QueueNames.isForeign(queue);
    }

    private record Content(
            Map<String, TaskDefinition> byName,
            Map<Class<? extends Record>, TaskDefinition> byPayload,
            List<BeatDefinition> beats,
            Upcasts upcasts) {}
}
