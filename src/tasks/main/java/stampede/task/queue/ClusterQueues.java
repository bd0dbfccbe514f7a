package stampede.task.queue;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import stampede.support.rabbit.EngineConnections;
import stampede.task.admin.NodeStatus;
import stampede.task.admin.TaskQueue;
import stampede.task.admin.TaskQueues;
import stampede.task.broker.Topology;
import stampede.task.node.TaskNodeRepository;
import stampede.task.outbox.OutboxRepository;
import stampede.task.outbox.QueueCircuitBreakers;
import stampede.task.spi.QueueNames;

/** The queues of the cluster: the broker knows what waits in them, the nodes tell what they have in hand. */
class ClusterQueues implements TaskQueues {

    private static final Logger log = LoggerFactory.getLogger(ClusterQueues.class);

    /** For so long one look at the broker serves all who ask this node. */
    private static final Duration GOOD_FOR = Duration.ofSeconds(2);

    private final ConnectionFactory connections;
    private final KnownQueues known;
    private final QueueNames names;
    private final QueueOverrideRepository orders;
    private final TaskNodeRepository nodes;
    private final QueuePurge purge;
    private final OutboxRepository outbox;
    private Look seen = new Look(Map.of(), Map.of());
    private long seenNanos = System.nanoTime() - GOOD_FOR.toNanos();

    ClusterQueues(
            @EngineConnections ConnectionFactory connections,
            KnownQueues known,
            QueueNames names,
            QueueOverrideRepository orders,
            TaskNodeRepository nodes,
            QueuePurge purge,
            OutboxRepository outbox) {
        this.connections = connections;
        this.known = known;
        this.names = names;
        this.orders = orders;
        this.nodes = nodes;
        this.purge = purge;
        this.outbox = outbox;
    }

    @Override
    public List<TaskQueue> list() {
        var told = nodes.lately();
        return list(known.all(told), told, look());
    }

    /** Also one of which nobody here knows, if the broker has it: somebody has sent to it, and nobody serves it. */
    @Override
    public Optional<TaskQueue> find(String queue) {
        var told = nodes.lately();
        var all = known.all(told);
        if (all.containsKey(queue)) {
            all.keySet().retainAll(List.of(queue));
            return list(all, told, look()).stream().findFirst();
        }
        if (!known.mayBe(queue)) {
            return Optional.empty();
        }
        return Optional.of(lookAt(Set.of(queue)))
                .filter(look -> look.ready().containsKey(queue))
                .flatMap(look -> list(Map.of(queue, Optional.empty()), told, look).stream()
                        .findFirst());
    }

    /** It always has the dead-letter queue. */
    @Override
    public boolean isBrokerAway() {
        return find(QueueNames.DEAD).flatMap(TaskQueue::ready).isEmpty();
    }

    @Override
    public boolean pause(String queue) {
        return isWorked(queue, () -> orders.pause(queue, true));
    }

    @Override
    public boolean resume(String queue) {
        return isWorked(queue, () -> orders.pause(queue, false));
    }

    @Override
    public boolean scale(String queue, Optional<Integer> concurrency, Optional<Integer> prefetch) {
        concurrency.ifPresent(number -> check(number, "concurrency"));
        prefetch.ifPresent(number -> check(number, "prefetch"));
        return isWorked(queue, () -> orders.scale(queue, concurrency, prefetch));
    }

    @Override
    public long purge(String queue) {
        if (find(queue).isEmpty()) {
            return 0;
        }
        var removed = onChannel(channel -> purge.purge(channel, queue));
        forgetCounts();
        return removed.orElseThrow(
                () -> new IllegalStateException("RabbitMQ is away; nothing was removed from " + queue));
    }

    private List<TaskQueue> list(Map<String, Optional<Duration>> which, List<TaskNodeRepository.Told> told, Look look) {
        var asked = orders.all();
        var queues = new ArrayList<TaskQueue>();
        which.forEach((queue, lane) -> queues.add(
                queue(queue, lane, told, look, asked.getOrDefault(queue, QueueOverrideRepository.QueueOverride.NONE))));
        return queues;
    }

    private TaskQueue queue(
            String queue,
            Optional<Duration> lane,
            List<TaskNodeRepository.Told> told,
            Look look,
            QueueOverrideRepository.QueueOverride override) {
        var shares = shares(told, queue);
        return new TaskQueue(
                queue,
                kind(queue, lane),
                lane,
                Optional.ofNullable(look.ready().get(queue)),
                Optional.of(shares.stream()
                        .mapToLong(TaskNodeRepository.Share::inHand)
                        .sum()),
                look.outbox().getOrDefault(queue, 0L),
                shares.size(),
                shares.stream().mapToDouble(TaskNodeRepository.Share::perSecond).sum(),
                override.paused(),
                override.concurrency(),
                override.prefetch(),
                known.rates(queue),
                told.stream().mapToLong(node -> waitingForRate(node, queue)).sum(),
                told.stream()
                        .map(TaskNodeRepository.Told::node)
                        .filter(node -> node.notServed().containsKey(queue))
                        .collect(Collectors.toMap(
                                NodeStatus::name, node -> node.notServed().get(queue))));
    }

    /** Those for which it is not their turn hold up all that the node has in hand of the queue and does not run. */
    private static long waitingForRate(TaskNodeRepository.Told told, String queue) {
        var share = told.queues().get(queue);
        if (share == null || !share.isHeldUp()) {
            return 0;
        }
        var running = told.node().running().stream()
                .filter(task -> task.queue().equals(queue))
                .count();
        return Math.max(0, share.inHand() - running);
    }

    private static List<TaskNodeRepository.Share> shares(List<TaskNodeRepository.Told> told, String queue) {
        return told.stream()
                .flatMap(node -> Optional.ofNullable(node.queues().get(queue)).stream())
                .toList();
    }

    private static TaskQueue.Kind kind(String queue, Optional<Duration> lane) {
        if (lane.isPresent()) {
            return TaskQueue.Kind.LANE;
        }
        return switch (queue) {
            case QueueNames.DEAD -> TaskQueue.Kind.DEAD;
            case QueueNames.DUE -> TaskQueue.Kind.DUE;
            default -> TaskQueue.Kind.WORK;
        };
    }

    /** As of a moment ago; who asks meanwhile waits for the same look. */
    private synchronized Look look() {
        if (System.nanoTime() - seenNanos >= GOOD_FOR.toNanos()) {
            seen = lookAt(known.all(nodes.lately()).keySet());
            seenNanos = System.nanoTime();
        }
        return seen;
    }

    private Look lookAt(Set<String> queues) {
        return new Look(
                ready(queues),
                outbox.backlogs(queues, QueueCircuitBreakers.LONGEST.plus(QueueCircuitBreakers.SHORTEST)));
    }

    private synchronized void forgetCounts() {
        seenNanos = System.nanoTime() - GOOD_FOR.toNanos();
    }

    /** A queue that the broker does not have closes the channel; those after it are asked about on another. */
    private Map<String, Long> ready(Collection<String> queues) {
        var ready = new TreeMap<String, Long>();
        var left = new ArrayDeque<>(queues);
        var answered = true;
        while (answered && !left.isEmpty()) {
            answered = onChannel(channel -> count(channel, left, ready)).isPresent();
        }
        return ready;
    }

    private boolean count(Channel channel, Queue<String> left, Map<String, Long> ready) throws IOException {
        while (!left.isEmpty()) {
            var queue = left.remove();
            try {
                ready.put(queue, (long)
                        channel.queueDeclarePassive(names.queue(queue)).getMessageCount());
            } catch (IOException failure) {
                if (Topology.isMissing(failure)) {
                    return true;
                }
                throw failure;
            }
        }
        return true;
    }

    private <T> Optional<T> onChannel(Call<T> call) {
        try {
            var channel = Topology.channelOn(connections.createConnection().getDelegate());
            try {
                return Optional.of(call.on(channel));
            } finally {
                channel.abort();
            }
        } catch (AmqpException | IOException | ShutdownSignalException away) {
            log.debug("RabbitMQ cannot be asked", away);
            return Optional.empty();
        }
    }

    private boolean isWorked(String queue, Runnable order) {
        if (find(queue).filter(found -> found.kind() == TaskQueue.Kind.WORK).isEmpty()) {
            return false;
        }
        order.run();
        return true;
    }

    private static void check(int number, String what) {
        if (number < 1 || number > 10_000) {
            throw new IllegalArgumentException(what + " is 1 to 10,000, not " + number);
        }
    }

    /** What waits at the broker, and what waits to get there, by queue. */
    private record Look(Map<String, Long> ready, Map<String, Long> outbox) {}

    private interface Call<T> {

        T on(Channel channel) throws IOException;
    }
}
