package stampede.task;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles what has ended in one queue and acknowledges it, all that has ended by then at a time. So one commit serves many tasks,
 * while those that run them go on with the next.
 */
final class Settler implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(Settler.class);
    private static final int MOST_TOGETHER = 500;
    private static final long IDLE_MILLIS = 200;

    private final String queue;
    private final QueueListener listener;
    private final Outage outage;
    private final BlockingQueue<Finished> finished = new LinkedBlockingQueue<>();
    private volatile boolean closed;

    Settler(String queue, QueueListener listener, Outage outage) {
        this.queue = queue;
        this.listener = listener;
        this.outage = outage;
    }

    void add(Finished ended) {
        finished.add(ended);
    }

    /** Nothing more is added; what was is still settled. */
    void close() {
        closed = true;
    }

    @Override
    public void run() {
        try {
            while (!closed || !finished.isEmpty()) {
                var first = finished.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
                if (first != null) {
                    var group = new ArrayList<>(List.of(first));
                    finished.drainTo(group, MOST_TOGETHER - 1);
                    settleGoodFirst(group);
                }
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    /** Those that succeeded need not wait until the broker has taken in what failed. */
    private void settleGoodFirst(List<Finished> group) {
        var good = group.stream().filter(Finished::isGood).toList();
        var others = group.stream().filter(Predicate.not(Finished::isGood)).toList();
        settle(good);
        settle(others);
    }

    private void settle(List<Finished> group) {
        if (group.isEmpty()) {
            return;
        }
        var tasks = group.stream().flatMap(each -> each.tasks().stream()).toList();
        try {
            if (listener.settle(tasks, () -> !outage.isStopping() && isOpen(group))) {
                acknowledge(group);
            }
        } catch (Outage.HandBack stopping) {
            log.info("{} tasks of {} go back to the broker, because the node stops", tasks.size(), queue);
        } catch (RuntimeException failure) {
            settleSingly(group, failure);
        }
    }

    /** One that cannot be settled must not take its neighbours with it. */
    private void settleSingly(List<Finished> group, RuntimeException failure) {
        if (group.size() > 1) {
            group.forEach(each -> settle(List.of(each)));
            return;
        }
        log.error("{} tasks of {} go back to the broker", group.get(0).tasks().size(), queue, failure);
        giveBack(group.get(0).messages(), queue);
    }

    private static boolean isOpen(List<Finished> group) {
        return group.stream()
                .flatMap(each -> each.messages().stream())
                .anyMatch(held -> held.intake().isOpen());
    }

    private void acknowledge(List<Finished> group) {
        group.stream()
                .flatMap(each -> each.messages().stream())
                .collect(Collectors.groupingBy(Held::intake))
                .forEach(this::acknowledge);
    }

    private void acknowledge(Intake intake, List<Held> messages) {
        try {
            intake.acknowledge(messages);
        } catch (IOException | RuntimeException closedMeanwhile) {
            log.warn("Tasks of {} come again, because the channel closed: {}", queue, closedMeanwhile.toString());
        }
    }

    /** Without a channel the broker takes them back by itself. */
    static void giveBack(List<Held> messages, String queue) {
        messages.stream().collect(Collectors.groupingBy(Held::intake)).forEach((intake, held) -> {
            try {
                intake.giveBack(held);
            } catch (IOException | RuntimeException closedMeanwhile) {
                log.warn("The channel of {} closed meanwhile: {}", queue, closedMeanwhile.toString());
            }
        });
    }
}
