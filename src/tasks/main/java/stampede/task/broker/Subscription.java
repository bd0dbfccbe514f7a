package stampede.task.broker;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.support.DefaultMessagePropertiesConverter;
import stampede.support.rabbit.LenientRabbitClient;

/**
 * One subscription to a queue, on a channel of its own. The channel is the client's own and never opens again by itself: a tag
 * acknowledged on another channel than it came by would close that one, and with it all that its neighbours do.
 */
public final class Subscription {

    private static final Logger log = LoggerFactory.getLogger(Subscription.class);
    private static final DefaultMessagePropertiesConverter PROPERTIES = new DefaultMessagePropertiesConverter();

    /** Tags are counted by channel, and each has one consumer. */
    private static final String TAG = "intake";

    /** The argument that says how many milliseconds a message may be unanswered. */
    static final String TIMEOUT = "x-consumer-timeout";

    /** The part of that time after which a cancellation is put down to it; the broker begins to count before the message is here. */
    private static final double NEARLY = 0.9;

    private final Channel channel;
    private final String queue;
    private final Hands hands;
    private final InHand inHand;
    /** When each came, as of {@link System#nanoTime}, by its tag. */
    private final ConcurrentSkipListMap<Long, Long> unanswered = new ConcurrentSkipListMap<>();

    private final int prefetch;
    private final Duration timeout;
    private volatile boolean taking = true;

    /** Whether all that the broker has sent was put into hands; it sends until it has agreed to stop. */
    private volatile boolean quiet;

    /** When it began or a message came last, as of {@link System#nanoTime}. */
    private volatile long heardNanos = System.nanoTime();

    private Subscription(Channel channel, String queue, int prefetch, Duration timeout, Hands hands, InHand inHand) {
        this.channel = channel;
        this.queue = queue;
        this.prefetch = prefetch;
        this.timeout = timeout;
        this.hands = hands;
        this.inHand = inHand;
    }

    /**
     * Subscribes.
     *
     * @param queue its name at the broker
     * @param prefetch how many messages may be unanswered
     * @param arguments of the consumer
     * @param hands is given the messages
     * @throws IOException if the broker is away or has no such queue
     */
    static Subscription open(
            Connection connection,
            String queue,
            int prefetch,
            Map<String, Object> arguments,
            Hands hands,
            InHand inHand)
            throws IOException {
        var channel = Topology.channelOn(connection);
        var subscription = new Subscription(channel, queue, prefetch, timeout(arguments), hands, inHand);
        channel.addShutdownListener(subscription::lose);
        channel.basicQos(prefetch);
        channel.basicConsume(queue, false, TAG, false, false, arguments, subscription.consumer());
        return subscription;
    }

    /** How many messages the broker may have here unanswered. */
    int prefetch() {
        return prefetch;
    }

    /** How many messages it has here unanswered. */
    int unanswered() {
        return unanswered.size();
    }

    public boolean isOpen() {
        return channel.isOpen();
    }

    /** Whether the broker still sends. It stops if it is told to, and by itself when the queue is deleted. */
    boolean isTaking() {
        return taking && channel.isOpen();
    }

    /** Whether nothing has come for so long, and nothing is in hand. */
    boolean isIdleFor(Duration time) {
        return unanswered.isEmpty() && System.nanoTime() - heardNanos >= time.toNanos();
    }

    /** Whether its channel closed although nobody had asked for that. */
    boolean isCutOff() {
        return taking && !channel.isOpen();
    }

    /** Whether it has stopped and everything that came was answered, or never can be. */
    boolean isDone() {
        return !channel.isOpen() || (quiet && unanswered.isEmpty());
    }

    public Channel channel() {
        return channel;
    }

    /** Takes nothing more; what is in hand stays there. Returns when the broker has agreed. */
    void cancel() {
        if (!taking) {
            return;
        }
        taking = false;
        try {
            channel.basicCancel(TAG);
        } catch (IOException | RuntimeException gone) {
            log.debug("{} is not consumed any more anyway", queue, gone);
        }
    }

    /** What is not answered goes back to the broker. */
    void close() {
        taking = false;
        try {
            channel.abort();
        } catch (IOException | RuntimeException gone) {
            log.debug("The channel of {} is gone already", queue, gone);
        }
        lose();
    }

    /**
     * Acknowledges messages by their tags, with as few words as possible: all that lie before the first unanswered one take a single one.
     *
     * @throws IOException if the channel has closed; the broker then delivers them again
     */
    public synchronized void acknowledge(Collection<Long> answered) throws IOException {
        var tags = unansweredOf(answered);
        try {
            var first = firstBeside(tags);
            var together = first.isPresent() ? tags.headSet(first.get()) : tags;
            LenientRabbitClient.writeTogether(channel.getConnection(), () -> {
                if (!together.isEmpty()) {
                    channel.basicAck(together.last(), true);
                }
                for (var tag : tags.tailSet(first.orElse(Long.MAX_VALUE))) {
                    channel.basicAck(tag, false);
                }
            });
        } finally {
            tags.forEach(this::forget);
        }
    }

    /**
     * Gives messages back by their tags, so that the broker delivers them again. They are rejected, because from RabbitMQ 4.3 on it does not count what
     * comes back by {@code basic.nack}, and it would come for ever.
     */
    synchronized void giveBack(Collection<Long> answered) throws IOException {
        var tags = unansweredOf(answered);
        try {
            for (var tag : tags) {
                channel.basicReject(tag, true);
            }
        } finally {
            tags.forEach(this::forget);
        }
    }

    private SortedSet<Long> unansweredOf(Collection<Long> tags) {
        return tags.stream().filter(unanswered::containsKey).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The first message that is not answered now either. */
    private Optional<Long> firstBeside(Set<Long> tags) {
        return unanswered.keySet().stream()
                .filter(Predicate.not(tags::contains))
                .findFirst();
    }

    /** A message was answered, maybe on the channel itself. Only after the answer has gone: with nothing left unanswered the channel is closed, and an answer behind that is lost. */
    public void forget(long tag) {
        if (unanswered.remove(tag) != null) {
            inHand.change(-1);
        }
    }

    private void lose(ShutdownSignalException cause) {
        lose();
        if (String.valueOf(cause.getReason()).contains("timed out")) {
            complain(String.valueOf(cause.getReason()));
        }
    }

    private void complain(String reason) {
        log.error(
                "RabbitMQ took back what this node had of {}, because something was held for longer than the broker's"
                        + " consumer_timeout. Raise that and stampede.task.consumer-timeout together, or limit the time of the"
                        + " queue's tasks: {}",
                queue,
                reason);
    }

    /**
     * The queue was deleted; or something was held for too long, and a broker from 4.3 on hands that out again although the channel stays
     * open. Then the channel is given up, which older brokers do by themselves, so that nothing is taken for ours that is another's.
     */
    private void recordCancel() {
        taking = false;
        quiet = true;
        var oldest = unanswered.firstEntry();
        if (oldest != null && System.nanoTime() - oldest.getValue() > NEARLY * timeout.toNanos()) {
            complain("the consumer was cancelled");
            close();
        }
    }

    private static Duration timeout(Map<String, Object> arguments) {
        return arguments.get(TIMEOUT) instanceof Number millis
                ? Duration.ofMillis(millis.longValue())
                : Duration.ofNanos(Long.MAX_VALUE);
    }

    private void lose() {
        while (unanswered.pollFirstEntry() != null) {
            inHand.change(-1);
        }
    }

    private void take(com.rabbitmq.client.Envelope delivery, BasicProperties properties, byte[] body) {
        var read = PROPERTIES.toMessageProperties(properties, delivery, "UTF-8");
        read.setConsumerQueue(queue);
        var now = System.nanoTime();
        heardNanos = now;
        unanswered.put(delivery.getDeliveryTag(), now);
        inHand.change(1);
        hands.take(new Message(body, read), this, now);
        if (!channel.isOpen()) {
            lose();
        }
    }

    private DefaultConsumer consumer() {
        return new DefaultConsumer(channel) {
            @Override
            public void handleDelivery(
                    String consumer, com.rabbitmq.client.Envelope delivery, BasicProperties properties, byte[] body) {
                take(delivery, properties, body);
            }

            @Override
            public void handleCancelOk(String consumer) {
                quiet = true;
            }

            @Override
            public void handleCancel(String consumer) {
                recordCancel();
            }
        };
    }

    /** Is given what comes. */
    interface Hands {

        /**
         * A message came.
         *
         * @param takenNanos when, as of {@link System#nanoTime}
         */
        void take(Message message, Subscription subscription, long takenNanos);
    }

    /** Is told how many messages came into the node's hands, or left them. */
    interface InHand {

        void change(int messages);
    }
}
