package stampede.task.deadletter;

import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.listener.api.ChannelAwareMessageListener;
import stampede.support.OutageRetry;
import stampede.task.TaskId;
import stampede.task.handler.TaskRegistry;
import stampede.task.handler.UnreadableTask;
import stampede.task.message.AmqpMessages;
import stampede.task.message.Envelope;
import stampede.task.message.TaskBundle;
import stampede.task.retry.RetryOverrides;
import stampede.task.spi.QueueNames;
import stampede.task.spi.TaskHeaders;

/** Takes what the dead-letter queue delivers: a last try or two, then it is stored. */
public class DeadLetterListener implements ChannelAwareMessageListener {

    private static final Logger log = LoggerFactory.getLogger(DeadLetterListener.class);

    /** No queue of the outbox has a longer name. */
    private static final int LONGEST_QUEUE = 128;

    private final TaskRegistry registry;
    private final RetryOverrides overrides;
    private final LastTries lastTries;
    private final DeadLetterRecorder store;
    private final DeadLetterRetry lane;
    private final QueueNames names;
    private final OutageRetry outageRetry;

    DeadLetterListener(
            TaskRegistry registry,
            RetryOverrides overrides,
            LastTries lastTries,
            DeadLetterRecorder store,
            DeadLetterRetry lane,
            QueueNames names,
            OutageRetry outageRetry) {
        this.registry = registry;
        this.overrides = overrides;
        this.lastTries = lastTries;
        this.store = store;
        this.lane = lane;
        this.names = names;
        this.outageRetry = outageRetry;
    }

    @Override
    public void onMessage(Message message, @Nullable Channel exposed) throws IOException {
        var channel = Objects.requireNonNull(exposed);
        try {
            for (var letter : letters(AmqpMessages.envelope(message))) {
                settle(letter, channel);
            }
            channel.basicAck(message.getMessageProperties().getDeliveryTag(), false);
        } catch (OutageRetry.HandBack stopping) {
            log.debug("A dead letter goes back to the broker, because the node stops");
        }
    }

    /** The broker itself sets aside whole messages, and one may carry many tasks. */
    public static List<Envelope> letters(Envelope message) {
        try {
            return TaskBundle.open(message);
        } catch (UnreadableTask unreadable) {
            return List.of(message);
        }
    }

    /** One that cannot be stored waits in a lane, where it is in nobody's way, not in this queue, where it would be back at once. */
    private void settle(Envelope letter, Channel channel) {
        try {
            var wait = untilLastTry(letter);
            if (wait.isPresent()) {
                lane.tryAgain(queueOf(letter), AmqpMessages.stripped(letter), wait.get(), channel);
            } else {
                outageRetry.holdWhileAway(() -> store.bury(letter, idOf(letter), queueOf(letter)));
            }
        } catch (OutageRetry.HandBack stopping) {
            throw stopping;
        } catch (RuntimeException failure) {
            putOff(letter, failure, channel);
        }
    }

    private void putOff(Envelope letter, RuntimeException failure, Channel channel) {
        var tries = letter.timesUnstored() + 1;
        if (tries == 1) {
            log.warn("A dead task cannot be stored yet, and is tried again: {} {}", idOf(letter), failure.toString());
        }
        var again = AmqpMessages.withoutDeaths(letter)
                .with(TaskHeaders.QUEUE, queueOf(letter))
                .with(TaskHeaders.UNSTORED, tries);
        lane.putOff(again, tries, channel);
    }

    /** Retries count every failure, so what is beyond the task's own plan tells how many last tries there have been. */
    private Optional<Duration> untilLastTry(Envelope letter) {
        if (letter.headers().containsKey(TaskHeaders.FINAL) || !leadsBack(letter)) {
            return Optional.empty();
        }
        Optional<Integer> planned = letter.headers().get(TaskHeaders.PLANNED) instanceof Number number
                ? Optional.of(number.intValue())
                : letter.task()
                        .flatMap(registry::byName)
                        .map(task -> overrides.plan(task).mostRetries());
        return planned.flatMap(retries -> lastTries.waitAfter(letter.task(), letter.retries(), retries));
    }

    /** A stranger's message may name any queue: this one, where it would be back at once, or one that cannot be stored anywhere. */
    private static boolean leadsBack(Envelope letter) {
        return letter.text(TaskHeaders.QUEUE)
                .filter(queue -> !queue.equals(QueueNames.DEAD) && queue.length() <= LONGEST_QUEUE)
                .isPresent();
    }

    private static TaskId idOf(Envelope letter) {
        return AmqpMessages.stripped(letter).id().orElseGet(() -> nameless(letter));
    }

    /** The same message gets the same name when it is delivered again. */
    private static TaskId nameless(Envelope letter) {
        var content = new String(letter.body(), StandardCharsets.ISO_8859_1)
                + AmqpMessages.stripped(letter).headers();
        return new TaskId(
                UUID.nameUUIDFromBytes(content.getBytes(StandardCharsets.UTF_8)).toString());
    }

    private String queueOf(Envelope letter) {
        return letter.text(TaskHeaders.QUEUE)
                .or(() -> queueOfFirstDeath(letter))
                .orElse(QueueNames.DEAD);
    }

    private Optional<String> queueOfFirstDeath(Envelope letter) {
        return letter.headers().get("x-death") instanceof List<?> deaths
                        && !deaths.isEmpty()
                        && deaths.get(0) instanceof Map<?, ?> death
                        && death.get("queue") instanceof String queue
                ? Optional.of(names.withoutPrefix(queue))
                : Optional.empty();
    }
}
