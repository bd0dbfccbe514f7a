package stampede.task;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.support.DefaultMessagePropertiesConverter;

/**
 * One subscription to a queue, on a channel of its own. The channel is the client's own and never opens again by itself: a tag
 * acknowledged on another channel than it came by would close that one, and with it all that its neighbours do.
 */
final class Intake {

    private static final Logger log = LoggerFactory.getLogger(Intake.class);
    private static final DefaultMessagePropertiesConverter PROPERTIES = new DefaultMessagePropertiesConverter();

    /** Tags are counted by channel, and each has one consumer. */
    private static final String TAG = "intake";

    private final Channel channel;
    private final String queue;
    private final Queue<Held> hands;
    private final InHand inHand;
    private final ConcurrentSkipListSet<Long> unanswered = new ConcurrentSkipListSet<>();
    private final int prefetch;
    private volatile boolean taking = true;

    /** Whether all that the broker has sent was put into hands; it sends until it has agreed to stop. */
    private volatile boolean quiet;

    private Intake(Channel channel, String queue, int prefetch, Queue<Held> hands, InHand inHand) {
        this.channel = channel;
        this.queue = queue;
        this.prefetch = prefetch;
        this.hands = hands;
        this.inHand = inHand;
    }

    /**
     * Subscribes.
     *
     * @param queue its name at the broker
     * @param prefetch how many messages may be unanswered
     * @param arguments of the consumer
     * @param hands where messages are put
     * @throws IOException if the broker is away or has no such queue
     */
    static Intake open(
            Connection connection,
            String queue,
            int prefetch,
            Map<String, Object> arguments,
            Queue<Held> hands,
            InHand inHand)
            throws IOException {
        var channel = Topology.channelOn(connection);
        var intake = new Intake(channel, queue, prefetch, hands, inHand);
        channel.addShutdownListener(intake::lose);
        channel.basicQos(prefetch);
        channel.basicConsume(queue, false, TAG, false, false, arguments, intake.consumer());
        return intake;
    }

    /** How many messages the broker may have here unanswered. */
    int prefetch() {
        return prefetch;
    }

    /** How many messages it has here unanswered. */
    int unanswered() {
        return unanswered.size();
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Whether the broker still sends. It stops if it is told to, and by itself when the queue is deleted. */
    boolean isTaking() {
        return taking && channel.isOpen();
    }

    /** Whether its channel closed although nobody had asked for that. */
    boolean isCutOff() {
        return taking && !channel.isOpen();
    }

    /** Whether it has stopped and everything that came was answered, or never can be. */
    boolean isDone() {
        return !channel.isOpen() || (quiet && unanswered.isEmpty());
    }

    Channel channel() {
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
     * Acknowledges messages, with as few words as possible: all that lie before the first unanswered one take a single one.
     *
     * @throws IOException if the channel has closed; the broker then delivers them again
     */
    synchronized void acknowledge(Collection<Held> messages) throws IOException {
        var tags = unansweredOf(messages);
        try {
            var first = firstBeside(tags);
            var together = first.isPresent() ? tags.headSet(first.get()) : tags;
            if (!together.isEmpty()) {
                channel.basicAck(together.last(), true);
            }
            for (var tag : tags.tailSet(first.orElse(Long.MAX_VALUE))) {
                channel.basicAck(tag, false);
            }
        } finally {
            tags.forEach(this::forget);
        }
    }

    /**
     * Gives messages back, so that the broker delivers them again. They are rejected, because from RabbitMQ 4.3 on it does not count what
     * comes back by {@code basic.nack}, and it would come for ever.
     */
    synchronized void giveBack(Collection<Held> messages) throws IOException {
        var tags = unansweredOf(messages);
        try {
            for (var tag : tags) {
                channel.basicReject(tag, true);
            }
        } finally {
            tags.forEach(this::forget);
        }
    }

    /** A message was answered on the channel itself. */
    void forget(Held message) {
        forget(message.tag());
    }

    private SortedSet<Long> unansweredOf(Collection<Held> messages) {
        return messages.stream()
                .map(Held::tag)
                .filter(unanswered::contains)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The first message that is not answered now either. */
    private Optional<Long> firstBeside(Set<Long> tags) {
        return unanswered.stream().filter(Predicate.not(tags::contains)).findFirst();
    }

    /** Only after the answer has gone: with nothing left unanswered the channel is closed, and an answer behind that is lost. */
    private void forget(long tag) {
        if (unanswered.remove(tag)) {
            inHand.change(-1);
        }
    }

    private void lose(ShutdownSignalException cause) {
        lose();
        if (String.valueOf(cause.getReason()).contains("timed out")) {
            log.error(
                    "RabbitMQ took back what this node had of {}, because something was held for longer than the broker's"
                            + " consumer_timeout. Raise that and stampede.task.consumer-timeout together, or limit the time of the"
                            + " queue's tasks: {}",
                    queue,
                    cause.getReason());
        }
    }

    private void lose() {
        for (var tag = unanswered.pollFirst(); tag != null; tag = unanswered.pollFirst()) {
            inHand.change(-1);
        }
    }

    private void take(com.rabbitmq.client.Envelope delivery, BasicProperties properties, byte[] body) {
        var read = PROPERTIES.toMessageProperties(properties, delivery, "UTF-8");
        read.setConsumerQueue(queue);
        unanswered.add(delivery.getDeliveryTag());
        inHand.change(1);
        hands.add(new Held(new Message(body, read), this, System.nanoTime()));
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
                taking = false;
                quiet = true;
            }
        };
    }

    /** Is told how many messages came into the node's hands, or left them. */
    interface InHand {

        void change(int messages);
    }
}
