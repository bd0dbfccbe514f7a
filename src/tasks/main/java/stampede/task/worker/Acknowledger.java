package stampede.task.worker;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stampede.support.OutageRetry;
import stampede.task.attempt.EndedTask;
import stampede.task.broker.Subscription;
import stampede.task.broker.UnackedMessage;

/**
 * Settles what has ended in one queue and acknowledges it, all that has ended by then at a time. So one commit serves many tasks,
 * while those that run them go on with the next. An end that is refused is kept and tried again some times, beside the others and
 * without running its task again; then the task is given up.
 */
final class Acknowledger implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(Acknowledger.class);
    private static final int MOST_TOGETHER = 500;
    private static final long IDLE_MILLIS = 200;

    /** Waits between tries, as shares of the wait before a last try. */
    private static final double[] WAITS = {1 / 60.0, 1 / 15.0, 1 / 4.0, 1, 1};

    private final String queue;
    private final QueueListener listener;
    private final Duration longestWait;
    private final BlockingQueue<FinishedMessage> finished = new LinkedBlockingQueue<>();
    private final List<Refused> refused = new ArrayList<>();
    private volatile boolean closed;

    /** @param longestWait before an end is tried again that was refused */
    Acknowledger(String queue, QueueListener listener, Duration longestWait) {
        this.queue = queue;
        this.listener = listener;
        this.longestWait = longestWait;
    }

    void add(List<FinishedMessage> ended) {
        finished.addAll(ended);
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
                tryRefusedAgain();
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        } finally {
            if (closed) {
                refused.forEach(each -> listener.forgetEnding(each.finished().tasks()));
                refused.clear();
            }
        }
    }

    /** Those that succeeded need not wait until the broker has taken in what failed. */
    private void settleGoodFirst(List<FinishedMessage> group) {
        settle(group.stream().filter(FinishedMessage::isGood).toList());
        settle(group.stream().filter(Predicate.not(FinishedMessage::isGood)).toList());
    }

    private void settle(List<FinishedMessage> group) {
        if (group.isEmpty()) {
            return;
        }
        var attempt = new Attempt();
        try {
            attempt.record(group.stream().flatMap(each -> each.tasks().stream()).toList());
            acknowledge(group.stream().filter(attempt::isSafe).toList());
            var left = group.stream().filter(Predicate.not(attempt::isSafe)).toList();
            if (attempt.hasPublished(() -> isOpen(group))) {
                acknowledge(left.stream().filter(attempt::isSafe).toList());
            }
        } finally {
            group.forEach(each -> letGo(each, attempt, 0));
        }
    }

    /** Only what was refused is tried again, and only while its message can be acknowledged. */
    private void letGo(FinishedMessage each, Attempt attempt, int tries) {
        if (attempt.hasRefused(each) && each.message().isOurs() && tries < WAITS.length) {
            keep(each, attempt.refused, tries);
            listener.forgetEnding(each.tasks().stream()
                    .filter(Predicate.not(attempt.refused::containsKey))
                    .toList());
        } else {
            listener.forgetEnding(each.tasks());
        }
    }

    private void keep(FinishedMessage each, IdentityHashMap<EndedTask, RuntimeException> refusals, int tries) {
        var ends = each.tasks().stream().filter(refusals::containsKey).toList();
        if (refused.isEmpty() && tries == 0) {
            log.warn("Ends of tasks of {} are refused, and tried again", queue, refusals.get(ends.get(0)));
        }
        var wait = (long) (longestWait.toNanos() * WAITS[tries]);
        refused.add(new Refused(new FinishedMessage(each.message(), ends), tries + 1, System.nanoTime() + wait));
    }

    private void tryRefusedAgain() {
        var now = System.nanoTime();
        for (var each : List.copyOf(refused)) {
            if (each.nextNanos() - now <= 0) {
                refused.remove(each);
                tryAgain(each);
            }
        }
    }

    private void tryAgain(Refused each) {
        var group = List.of(each.finished());
        var attempt = new Attempt();
        try {
            if (isOpen(group)) {
                attempt.record(each.finished().tasks());
                if (each.tries() == WAITS.length) {
                    attempt.giveUp();
                }
                var unused = attempt.hasPublished(() -> isOpen(group));
                acknowledge(group.stream().filter(attempt::isSafe).toList());
            }
        } finally {
            letGo(each.finished(), attempt, each.tries());
        }
    }

    private static boolean isOpen(List<FinishedMessage> group) {
        return group.stream().anyMatch(each -> each.message().isOurs());
    }

    private void acknowledge(List<FinishedMessage> group) {
        group.stream()
                .map(FinishedMessage::message)
                .collect(Collectors.groupingBy(UnackedMessage::intake))
                .forEach(this::acknowledge);
        var inVain = group.stream()
                .filter(each -> !each.message().isOurs())
                .flatMap(each -> each.tasks().stream())
                .toList();
        if (!inVain.isEmpty()) {
            listener.rememberTakenBack(inVain);
        }
    }

    private void acknowledge(Subscription subscription, List<UnackedMessage> messages) {
        try {
            subscription.acknowledge(UnackedMessage.tags(messages));
        } catch (IOException | RuntimeException closedMeanwhile) {
            log.warn("Tasks of {} come again, because the channel closed: {}", queue, closedMeanwhile.toString());
        }
    }

    /** What of a message has ended, and is refused. */
    private record Refused(FinishedMessage finished, int tries, long nextNanos) {}

    /** One go at settling a group: what became of each task. */
    private final class Attempt {

        private final IdentityHashMap<EndedTask, RuntimeException> refused = new IdentityHashMap<>();
        private final Set<EndedTask> returned = Collections.newSetFromMap(new IdentityHashMap<>());
        private final Set<EndedTask> unpublished = Collections.newSetFromMap(new IdentityHashMap<>());
        private final List<AttemptOutcomes.Parcel> parcels = new ArrayList<>();

        /** In halves, until those that are refused stand alone. */
        void record(List<EndedTask> tasks) {
            try {
                hold(listener.record(tasks));
            } catch (OutageRetry.HandBack stopping) {
                log.info("{} tasks of {} go back to the broker, because the node stops", tasks.size(), queue);
                returned.addAll(tasks);
            } catch (RuntimeException failure) {
                if (tasks.size() == 1) {
                    refused.put(tasks.get(0), failure);
                } else {
                    var middle = tasks.size() / 2;
                    record(tasks.subList(0, middle));
                    record(tasks.subList(middle, tasks.size()));
                }
            }
        }

        void giveUp() {
            refused.forEach((task, why) -> {
                log.warn(
                        "The end of a task of {} is refused to the last; it goes to the dead: {}",
                        queue,
                        why.toString());
                hold(List.of(listener.giveUp(task, why)));
            });
            refused.clear();
        }

        private void hold(List<AttemptOutcomes.Parcel> more) {
            parcels.addAll(more);
            more.forEach(parcel -> unpublished.add(parcel.of()));
        }

        /** Answers false if there was nothing to publish. */
        boolean hasPublished(BooleanSupplier worthwhile) {
            if (parcels.isEmpty()) {
                return false;
            }
            try {
                var left = listener.publish(parcels, worthwhile);
                unpublished.clear();
                left.forEach(parcel -> unpublished.add(parcel.of()));
            } catch (OutageRetry.HandBack stopping) {
                log.info("{} tasks of {} go back to the broker, because the node stops", parcels.size(), queue);
            }
            return true;
        }

        boolean hasRefused(FinishedMessage each) {
            return each.tasks().stream().anyMatch(refused::containsKey);
        }

        /** Whether nothing of it has to be published. */
        boolean isSafe(FinishedMessage each) {
            return each.tasks().stream()
                    .noneMatch(
                            task -> refused.containsKey(task) || returned.contains(task) || unpublished.contains(task));
        }
    }
}
