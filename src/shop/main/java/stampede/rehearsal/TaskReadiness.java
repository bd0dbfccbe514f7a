package stampede.rehearsal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import stampede.books.DeadLetterCount;
import stampede.support.NodeRole;
import stampede.task.admin.NodeStatus;
import stampede.task.admin.TaskNodes;
import stampede.task.admin.TaskQueue;
import stampede.task.admin.TaskQueues;

/** The points of the readiness list about nodes and their tasks. */
@Component
class TaskReadiness {

    /** Where orders wait for workers. */
    static final String ORDERS = "orders";

    private final TaskQueues queues;
    private final TaskNodes nodes;
    private final DeadLetterCount dead;

    TaskReadiness(TaskQueues queues, TaskNodes nodes, DeadLetterCount dead) {
        this.queues = queues;
        this.nodes = nodes;
        this.dead = dead;
    }

    Map<ReadinessPoint, Supplier<ReadinessFinding>> questions() {
        return Map.of(
                ReadinessPoint.ORDERS_QUEUE,
                () -> ordersQueue(queues.find(ORDERS).orElseThrow()),
                ReadinessPoint.NODES,
                () -> nodes(nodes.list()),
                ReadinessPoint.DEAD_LETTERS,
                () -> deadLetters(dead.waiting().orElseThrow()));
    }

    static ReadinessFinding ordersQueue(TaskQueue orders) {
        var workers = orders.workers() - orders.notServed().size();
        return ReadinessFinding.of(
                ReadinessPoint.ORDERS_QUEUE,
                !orders.paused() && workers > 0,
                "paused=" + orders.paused() + ", workers=" + workers);
    }

    static ReadinessFinding nodes(List<NodeStatus> heardOf) {
        var counts = new LinkedHashMap<String, Long>();
        for (var role : NodeRole.values()) {
            var name = role.name().toLowerCase(Locale.ROOT);
            counts.put(name, count(heardOf, name));
        }
        return ReadinessFinding.of(
                ReadinessPoint.NODES,
                counts.values().stream().allMatch(count -> count > 0),
                counts.entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(", ")));
    }

    private static long count(List<NodeStatus> heardOf, String role) {
        return heardOf.stream()
                .filter(node -> !node.stopping() && node.roles().contains(role))
                .count();
    }

    static ReadinessFinding deadLetters(long waiting) {
        return ReadinessFinding.of(ReadinessPoint.DEAD_LETTERS, waiting == 0, "waiting=" + waiting);
    }
}
