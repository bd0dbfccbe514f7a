package stampede.task.worker;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stampede.support.BackgroundThread;
import stampede.support.NodeRole;
import stampede.support.OnRole;
import stampede.support.OutageRetry;
import stampede.support.StopPhase;
import stampede.task.Delivery;
import stampede.task.broker.DelayLanes;
import stampede.task.broker.Publisher;
import stampede.task.broker.QueueConsumer;
import stampede.task.broker.QueueConsumers;
import stampede.task.broker.TopologyWatch;
import stampede.task.broker.UnackedMessage;
import stampede.task.message.AmqpMessages;
import stampede.task.message.Envelope;
import stampede.task.outbox.OutboxRepository;
import stampede.task.spi.QueueNames;
import stampede.task.spi.TaskHeaders;

/**
 * Passes on what has waited in a lane to the queue that it is meant for, named by its routing key. What that queue refuses, because it
 * is full, goes on waiting in the outbox; what has no queue goes to the dead tasks, with the reason. So nothing that cannot be delivered
 * stands in the way of the rest. Any number may run. On a thread of its own, which waits for messages.
 */
@OnRole(NodeRole.WORKER)
class DelayForwarder implements BackgroundThread.Owner {

    private static final Logger log = LoggerFactory.getLogger(DelayForwarder.class);
    private static final int PREFETCH = 1_000;
    private static final int MOST_TOGETHER = 500;
    private static final Duration BETWEEN_TURNS = Duration.ofMillis(1);
    private static final Duration IDLE = Duration.ofMillis(200);
    private static final Duration WHILE_PUBLISHING = Duration.ofMillis(5);

    /** How long a node that stops waits for the broker's answers. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** No queue of the outbox has a longer name. */
    private static final int LONGEST_NAME = 128;

    private final QueueConsumers consumers;
    private final Publisher publisher;
    private final TopologyWatch topology;
    private final OutboxRepository outbox;
    private final DelayLanes delayLanes;
    private final QueueNames names;
    private final OutageRetry outageRetry;
    private final Clock clock;
    private final Queue<Answered> answers = new ConcurrentLinkedQueue<>();
    private @Nullable QueueConsumer consumer;
    private int underWay;
    private final BackgroundThread thread = new BackgroundThread("task-delays", BETWEEN_TURNS, this::turn);

    DelayForwarder(
            QueueConsumers consumers,
            Publisher publisher,
            TopologyWatch topology,
            OutboxRepository outbox,
            DelayLanes delayLanes,
            QueueNames names,
            OutageRetry outageRetry,
            Clock clock) {
        this.consumers = consumers;
        this.publisher = publisher;
        this.topology = topology;
        this.outbox = outbox;
        this.delayLanes = delayLanes;
        this.names = names;
        this.outageRetry = outageRetry;
        this.clock = clock;
    }

    @Override
    public void start() {
        consumer = consumers.of(QueueNames.DUE);
        thread.start();
    }

    /** What is under way is acknowledged if the broker answers soon; else it arrives twice, as everything may. */
    @Override
    public void stop() {
        thread.stop();
        var taking = consumer;
        if (taking == null) {
            return;
        }
        taking.take(0);
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        while (underWay > 0 && System.nanoTime() - deadline < 0) {
            settle();
            LockSupport.parkNanos(WHILE_PUBLISHING.toNanos());
        }
        taking.close();
        consumer = null;
    }

    /** Ends before the workers, which have enough to do then, and before relay and publisher, which it needs. */
    @Override
    public int getPhase() {
        return StopPhase.DELAYS.value();
    }

    @Override
    public BackgroundThread thread() {
        return thread;
    }

    private void turn() throws InterruptedException {
        var taking = Objects.requireNonNull(consumer);
        taking.take(PREFETCH);
        for (var held : taking.next(MOST_TOGETHER, Duration.ZERO, underWay > 0 ? WHILE_PUBLISHING : IDLE)) {
            pass(new Delayed(held, queueOf(held), AmqpMessages.withoutDeaths(AmqpMessages.envelope(held.message()))));
        }
        settle();
    }

    /** Names that the engine keeps for itself lead nowhere: somebody put the message straight into a lane. */
    private void pass(Delayed delayed) {
        underWay++;
        if (delayed.queue().startsWith(QueueNames.LANE)) {
            answers.add(new Answered(delayed, Delivery.REFUSED));
            return;
        }
        var unused = publisher
                .publish(delayLanes.direct(delayed.queue()), delayed.envelope())
                .thenAccept(delivery -> answers.add(new Answered(delayed, delivery)));
    }

    private void settle() {
        var answered = new ArrayList<Answered>();
        for (var next = answers.poll(); next != null; next = answers.poll()) {
            answered.add(next);
        }
        if (answered.isEmpty()) {
            return;
        }
        underWay -= answered.size();
        settle(answered);
    }

    private void settle(List<Answered> answered) {
        var left = answered.stream()
                .filter(answer -> answer.delivery() != Delivery.CONFIRMED)
                .map(Answered::delayed)
                .filter(delayed -> delayed.held().intake().isOpen())
                .toList();
        try {
            if (!left.isEmpty()) {
                keep(left);
            }
            acknowledge(answered.stream().map(Answered::delayed).toList());
        } catch (OutageRetry.HandBack stopping) {
            log.debug("Delayed tasks go back to the broker, because the node stops");
        } catch (RuntimeException failure) {
            settleSingly(answered, failure);
        }
    }

    /** One that cannot be kept must not take its neighbours with it. */
    private void settleSingly(List<Answered> answered, RuntimeException failure) {
        if (answered.size() > 1) {
            answered.forEach(each -> settle(List.of(each)));
            return;
        }
        var delayed = answered.get(0).delayed();
        log.error("A delayed task for {} goes back to the broker", delayed.queue(), failure);
        outageRetry.rest();
        QueueConsumer.giveBack(List.of(delayed.held()), QueueNames.DUE);
    }

    /** Also what may have arrived, as nobody knows: it may run twice then. */
    private void keep(List<Delayed> left) {
        var now = clock.instant();
        var nowhere = left.stream()
                .map(Delayed::queue)
                .distinct()
                .filter(this::leadsNowhere)
                .collect(Collectors.toSet());
        var rows = left.stream()
                .map(delayed -> nowhere.contains(delayed.queue())
                        ? new OutboxRepository.Waiting(QueueNames.DEAD, letter(delayed), now)
                        : new OutboxRepository.Waiting(delayed.queue(), delayed.envelope(), now))
                .toList();
        outageRetry.holdWhileAway(() -> outbox.addAll(rows));
    }

    private boolean leadsNowhere(String queue) {
        return queue.startsWith(QueueNames.LANE) || queue.length() > LONGEST_NAME || topology.lacks(names.queue(queue));
    }

    private static Envelope letter(Delayed delayed) {
        var queue = delayed.queue().substring(0, Math.min(delayed.queue().length(), LONGEST_NAME));
        return AttemptOutcomes.dead(
                        delayed.envelope(),
                        "RabbitMQ has no queue %s for it when its delay is over".formatted(queue),
                        queue)
                .with(TaskHeaders.FINAL, true);
    }

    private static void acknowledge(List<Delayed> passed) {
        passed.stream()
                .map(Delayed::held)
                .collect(Collectors.groupingBy(UnackedMessage::intake))
                .forEach((intake, messages) -> {
                    try {
                        intake.acknowledge(UnackedMessage.tags(messages));
                    } catch (IOException | RuntimeException closedMeanwhile) {
                        log.warn(
                                "Delayed tasks come again, because the channel closed: {}", closedMeanwhile.toString());
                    }
                });
    }

    private String queueOf(UnackedMessage held) {
        return names.withoutPrefix(
                Objects.requireNonNull(held.message().getMessageProperties().getReceivedRoutingKey()));
    }

    /** @param queue which it is meant for, without the prefix */
    private record Delayed(UnackedMessage held, String queue, Envelope envelope) {}

    private record Answered(Delayed delayed, Delivery delivery) {}
}
