package stampede.task.node;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import stampede.task.broker.QueueConsumers;
import stampede.task.broker.QueueFigures;
import stampede.task.handler.TaskDefinition;
import stampede.task.handler.TaskRegistry;
import stampede.task.spi.QueueNames;

/** What this node has of each queue since it last told. */
public class QueueShares {

    private static final QueueFigures.Figures NOTHING = new QueueFigures.Figures(0, 0, 0);

    private final QueueFigures figures;
    private final QueueConsumers consumers;
    private final TaskRegistry registry;
    private final Clock clock;
    private Map<String, QueueFigures.Figures> before = Map.of();
    private long beforeNanos = System.nanoTime();

    QueueShares(QueueFigures figures, QueueConsumers consumers, TaskRegistry registry, Clock clock) {
        this.figures = figures;
        this.consumers = consumers;
        this.registry = registry;
        this.clock = clock;
    }

    /** To be asked once for each time that it is told. */
    Map<String, TaskNodeRepository.Share> next() {
        var now = figures.all();
        var notServed = consumers.notServed();
        var seconds = Math.max(0.001, (System.nanoTime() - beforeNanos) / 1e9);
        var shares = new TreeMap<String, TaskNodeRepository.Share>();
        now.forEach((queue, counts) -> {
            var ended = counts.ended() - before.getOrDefault(queue, NOTHING).ended();
            var perSecond = Math.round(ended / seconds * 10) / 10.0;
            shares.put(
                    queue,
                    new TaskNodeRepository.Share(
                            counts.inHand(),
                            perSecond,
                            counts.waitForRate(),
                            versions(queue),
                            notServed.containsKey(queue) ? trouble(notServed.get(queue)) : null));
        });
        before = now;
        beforeNanos = System.nanoTime();
        return shares;
    }

    /** Of the payloads of its tasks. Another system's queue may carry any. */
    private Map<String, Integer> versions(String queue) {
        return QueueNames.isForeign(queue)
                ? Map.of()
                : registry.queues().getOrDefault(queue, List.of()).stream()
                        .collect(Collectors.toMap(TaskDefinition::name, TaskDefinition::version));
    }

    private TaskNodeRepository.Trouble trouble(QueueConsumers.NotServed queue) {
        return new TaskNodeRepository.Trouble(
                queue.why(), clock.instant().minus(queue.lasts()).toEpochMilli());
    }
}
