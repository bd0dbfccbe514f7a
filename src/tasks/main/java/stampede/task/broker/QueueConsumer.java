package stampede.task.broker;

import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import stampede.support.rabbit.EngineConnectionFactory;

/** Holds what this node has taken from one queue, and takes more of it, or stops, as it is told. */
public final class QueueConsumer {

    private static final Logger log = LoggerFactory.getLogger(QueueConsumer.class);

    /**
     * After this time without a message the queue is subscribed to again. A broker tells nobody that a queue was deleted if it is declared
     * again within some 50 ms: it keeps the subscription, sends what comes to it, and loses that on the way (seen with RabbitMQ 3.10).
     */
    static final Duration RENEWED_AFTER = Duration.ofSeconds(30);

    private final ConnectionFactory connections;
    private final String queue;
    private final Map<String, Object> arguments;
    private final Subscription.InHand inHand;
    private final TopologySignal signal;
    private final ConsumerCircuitBreaker breaker;
    private final BlockingQueue<UnackedMessage> hands = new LinkedBlockingQueue<>();

    /** Those that take, if any, and those before them that still have something in hand. */
    private final List<Subscription> intakes = new CopyOnWriteArrayList<>();

    private int prefetch;
    private boolean away;

    /**
     * @param queue its name at the broker
     * @param arguments of each subscription
     */
    QueueConsumer(
            ConnectionFactory connections,
            String queue,
            Map<String, Object> arguments,
            Subscription.InHand inHand,
            TopologySignal signal,
            ConsumerCircuitBreaker breaker) {
        this.connections = connections;
        this.queue = queue;
        this.arguments = arguments;
        this.inHand = inHand;
        this.signal = signal;
        this.breaker = breaker;
    }

    /**
     * Makes it so that as many messages as this may be in hand, now and whenever the broker comes back; to be called again and again. If
     * they become fewer, what has not begun and is too much goes back to the broker.
     *
     * @param wanted 0: takes nothing, and keeps what is in hand
     */
    public synchronized void take(int wanted) {
        if (intakes.stream().anyMatch(Subscription::isCutOff)) {
            breaker.recordBreak();
            breaker.trouble().ifPresent(why -> log.error("{} is not served: {}", queue, why));
        }
        if (wanted != prefetch) {
            intakes.forEach(Subscription::cancel);
            if (wanted > 0 && wanted < prefetch) {
                giveBackBeyond(wanted);
            }
            prefetch = wanted;
        }
        for (var subscription : intakes) {
            if (!subscription.isTaking() || subscription.isIdleFor(RENEWED_AFTER)) {
                subscription.cancel();
                retire(subscription);
            }
        }
        if (intakes.stream().anyMatch(Subscription::isTaking)) {
            breaker.recordLife();
        }
        var missing = missing(wanted);
        if (missing > 0 && breaker.permits()) {
            open(missing);
        }
    }

    /** How many more messages may be taken. Much is not diminished by the little that an earlier subscription still has. */
    private int missing(int wanted) {
        var taking = intakes.stream()
                .filter(Subscription::isTaking)
                .mapToInt(Subscription::prefetch)
                .sum();
        var left = intakes.stream()
                .filter(subscription -> !subscription.isTaking())
                .mapToInt(Subscription::unanswered)
                .sum();
        return taking == 0 && wanted > 4 * left ? wanted : wanted - taking - left;
    }

    private void giveBackBeyond(int wanted) {
        var waiting = new ArrayList<UnackedMessage>();
        hands.drainTo(waiting);
        var begun = intakes.stream().mapToInt(Subscription::unanswered).sum() - waiting.size();
        var kept = Math.max(0, Math.min(waiting.size(), wanted - begun));
        hands.addAll(waiting.subList(0, kept));
        giveBack(waiting.subList(kept, waiting.size()), queue);
    }

    /**
     * Messages that can still be answered: as soon as there is one, those that follow within the linger, until they carry so many
     * tasks. A message that carries many is never divided.
     */
    public List<UnackedMessage> next(int most, Duration linger, Duration patience) throws InterruptedException {
        var taken = new ArrayList<UnackedMessage>();
        var size = 0;
        var first = hands.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        var deadline = System.nanoTime() + linger.toNanos();
        for (var held = first; held != null; held = following(size, most, deadline)) {
            if (held.isOurs()) {
                taken.add(held);
                size += held.size();
            }
        }
        return taken;
    }

    private @Nullable UnackedMessage following(int size, int most, long deadline) throws InterruptedException {
        return size >= most ? null : hands.poll(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    /** Whether it takes nothing and has nothing more in hand. */
    public boolean isDone() {
        return intakes.stream().allMatch(Subscription::isDone);
    }

    public synchronized void close() {
        intakes.forEach(Subscription::close);
        intakes.clear();
        hands.clear();
    }

    /** Without a channel the broker takes them back by itself. */
    public static void giveBack(List<UnackedMessage> messages, String queue) {
        messages.stream().collect(Collectors.groupingBy(UnackedMessage::intake)).forEach((subscription, held) -> {
            try {
                subscription.giveBack(UnackedMessage.tags(held));
            } catch (IOException | RuntimeException closedMeanwhile) {
                log.warn("The channel of {} closed meanwhile: {}", queue, closedMeanwhile.toString());
            }
        });
    }

    private void retire(Subscription subscription) {
        if (subscription.isDone()) {
            subscription.close();
            intakes.remove(subscription);
        }
    }

    private void hold(Message message, Subscription subscription, long takenNanos) {
        hands.add(new UnackedMessage(message, subscription, takenNanos));
    }

    private void open(int most) {
        try {
            var connection = connections.createConnection().getDelegate();
            var subscription = Subscription.open(connection, queue, most, arguments, this::hold, inHand);
            if (intakes.isEmpty()) {
                breaker.recordOpening();
            }
            intakes.add(subscription);
            away = false;
        } catch (AmqpException | IOException | ShutdownSignalException unavailable) {
            if (!away) {
                log.warn("{} cannot be consumed, trying on: {}", queue, EngineConnectionFactory.reasonOf(unavailable));
            }
            away = true;
            if (unavailable instanceof IOException failure && Topology.isMissing(failure)) {
                signal.miss(queue);
            }
        }
    }
}
