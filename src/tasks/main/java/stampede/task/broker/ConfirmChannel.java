package stampede.task.broker;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Return;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stampede.support.rabbit.LenientRabbitClient;
import stampede.task.message.AmqpMessages;
import stampede.task.message.MessageLimits;

/** One channel in confirm mode with the messages that wait for the broker's answer, by the channel's sequence number. */
final class ConfirmChannel {

    private static final Logger log = LoggerFactory.getLogger(ConfirmChannel.class);

    /** Bytes of a routing key. */
    private static final int LONGEST_KEY = 255;

    private final Channel channel;
    private final Executor answers;
    private final Consumer<Return> notRouted;
    private final ConcurrentNavigableMap<Long, PendingPublish> pending = new ConcurrentSkipListMap<>();

    /** Used by the thread that writes. */
    private boolean unwritable;

    private volatile long published;
    private volatile long answered;

    /** When the broker last answered, or was first asked for an answer after it had given all. */
    private volatile long lastSignNanos = System.nanoTime();

    /** The first that was lost for want of an answer, until one comes late. */
    private volatile @Nullable Unanswered unanswered;

    /** The first that the broker refused, until it takes another for the same queue; it is told on the connection's thread. */
    private volatile @Nullable Refused refused;

    /**
     * @param answers where futures are completed, so that slow callers do not hold up the connection
     * @param notRouted is told of messages that no queue took, on the connection's thread
     */
    ConfirmChannel(Channel channel, Executor answers, Consumer<Return> notRouted) throws IOException {
        this.channel = channel;
        this.answers = answers;
        this.notRouted = notRouted;
        channel.addConfirmListener(
                (sequence, multiple) -> settle(sequence, multiple, this::confirm),
                (sequence, multiple) -> settle(sequence, multiple, this::refuse));
        channel.addReturnListener(this::handleReturn);
        channel.addShutdownListener(cause -> loseAll());
        channel.confirmSelect();
    }

    /**
     * Writes messages, unless they are overdue; only one thread may do so. What cannot be written is lost, which is not refused. Nothing is
     * asked of the broker meanwhile, and nobody told, because what is written is on its way at the end only.
     */
    void publish(List<PendingPublish> messages) {
        var lost = new ArrayList<PendingPublish>();
        try {
            LenientRabbitClient.writeTogether(
                    channel.getConnection(), () -> messages.forEach(message -> publish(message, lost)));
        } catch (IOException broken) {
            log.debug("What was written last is lost", broken);
            unwritable = true;
        }
        lost.forEach(PendingPublish::lose);
        if (unwritable) {
            abandon();
        }
    }

    /** One that does not fit into a frame is refused before it counts, because the client counts it first and then cannot write it. */
    private void publish(PendingPublish message, List<PendingPublish> lost) {
        if (unwritable || message.isOverdue() || !isOpen()) {
            lost.add(message);
            return;
        }
        if (!isWritable(message)) {
            log.error(
                    "A message for {} is refused, because its headers do not fit into a frame",
                    message.route()
                            .queue()
                            .substring(0, Math.min(message.route().queue().length(), LONGEST_KEY)));
            answers.execute(message::refuse);
            return;
        }
        var sequence = channel.getNextPublishSeqNo();
        pending.put(sequence, message);
        if (answered == published) {
            lastSignNanos = System.nanoTime();
        }
        published = sequence;
        try {
            channel.basicPublish(
                    message.route().exchange(),
                    message.route().queue(),
                    true,
                    AmqpMessages.properties(message.envelope(), Long.toString(sequence)),
                    message.envelope().body());
        } catch (IOException | RuntimeException broken) {
            log.debug("A message cannot be written", broken);
            pending.remove(sequence);
            lost.add(message);
            unwritable = true;
        }
    }

    private boolean isWritable(PendingPublish message) {
        var frame = channel.getConnection().getFrameMax();
        var key = message.route().queue();
        return (key.length() <= LONGEST_KEY / 3 || key.getBytes(StandardCharsets.UTF_8).length <= LONGEST_KEY)
                && MessageLimits.fits(message.envelope(), frame == 0 ? Long.MAX_VALUE : frame);
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Whether the broker has been asked for answers and has given none for so long. */
    boolean isSilent(Duration time) {
        return answered < published && System.nanoTime() - lastSignNanos > time.toNanos();
    }

    /** Whether a message has been without an answer for so long, be others answered or not. */
    boolean isStuck(Duration time) {
        var first = unanswered;
        return first != null && System.nanoTime() - first.sinceNanos() > time.toNanos();
    }

    /** Whether the broker has refused a message so long ago and has taken none for that queue since. */
    boolean isRefused(Duration time) {
        var first = refused;
        return first != null && System.nanoTime() - first.sinceNanos() > time.toNanos();
    }

    int waiting() {
        return pending.size();
    }

    /** Gives up waiting for answers that are overdue. Sequence numbers are in the order of deadlines. */
    void loseOverdue() {
        for (var first = pending.firstEntry();
                first != null && first.getValue().isOverdue();
                first = pending.firstEntry()) {
            lose(first.getKey(), first.getValue());
        }
    }

    /** The answer may come at the same moment; then nothing is unanswered. */
    private void lose(long sequence, PendingPublish message) {
        if (unanswered == null) {
            unanswered = new Unanswered(sequence, message.takenNanos());
        }
        if (pending.remove(sequence, message)) {
            message.lose();
        } else {
            forgetUnanswered(sequence, false);
        }
    }

    private void forgetUnanswered(long sequence, boolean multiple) {
        var first = unanswered;
        if (first != null && (first.sequence() == sequence || (multiple && first.sequence() < sequence))) {
            unanswered = null;
        }
    }

    void close() {
        try {
            channel.close();
        } catch (IOException | TimeoutException | RuntimeException closedAnyway) {
            loseAll();
        }
    }

    private void abandon() {
        try {
            channel.abort();
        } catch (IOException | RuntimeException goneAlready) {
            log.debug("The channel is gone already", goneAlready);
        }
        loseAll();
    }

    /** On the connection's thread, the only one that hears the broker. */
    private void settle(long sequence, boolean multiple, Consumer<Collection<PendingPublish>> verdict) {
        lastSignNanos = System.nanoTime();
        answered = Math.max(answered, sequence);
        if (multiple) {
            finish(pending.headMap(sequence, true), verdict);
        } else {
            var message = pending.remove(sequence);
            if (message != null) {
                verdict.accept(List.of(message));
            }
        }
        forgetUnanswered(sequence, multiple);
    }

    private void confirm(Collection<PendingPublish> messages) {
        var first = refused;
        if (first != null
                && messages.stream().anyMatch(message -> message.route().equals(first.route()))) {
            refused = null;
        }
        answers.execute(() -> messages.forEach(PendingPublish::confirm));
    }

    private void refuse(Collection<PendingPublish> messages) {
        if (refused == null) {
            messages.stream()
                    .findFirst()
                    .ifPresent(message -> refused = new Refused(message.route(), System.nanoTime()));
        }
        answers.execute(() -> messages.forEach(PendingPublish::refuse));
    }

    private void handleReturn(Return message) {
        var publish = pending.get(Long.parseLong(message.getProperties().getMessageId()));
        if (publish != null) {
            publish.markReturned();
        }
        notRouted.accept(message);
    }

    private void loseAll() {
        finish(pending, messages -> answers.execute(() -> messages.forEach(PendingPublish::lose)));
    }

    private static void finish(
            ConcurrentNavigableMap<Long, PendingPublish> part, Consumer<Collection<PendingPublish>> verdict) {
        Collection<PendingPublish> messages = List.copyOf(part.values());
        part.clear();
        if (!messages.isEmpty()) {
            verdict.accept(messages);
        }
    }

    /**
     * A message that got no answer in time.
     *
     * @param sinceNanos when it was handed over, as of {@link System#nanoTime}
     */
    private record Unanswered(long sequence, long sinceNanos) {}

    /**
     * The first of a queue that takes nothing.
     *
     * @param sinceNanos when it said so, as of {@link System#nanoTime}
     */
    private record Refused(Route route, long sinceNanos) {}
}
