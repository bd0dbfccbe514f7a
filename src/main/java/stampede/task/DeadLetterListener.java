package stampede.task;

import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
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
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Takes what the dead-letter queue delivers: a last try or two, then a row among the dead tasks, an alarm and an event. */
@Component
class DeadLetterListener implements ChannelAwareMessageListener {

    private static final Logger log = LoggerFactory.getLogger(DeadLetterListener.class);

    /** Together some minutes; what cannot be stored as it is by then is stored in part. */
    private static final int MOST_TIMES_UNSTORED = 4;

    private static final int MOST_OF_A_BODY = 64 * 1024;
    private static final int MOST_TOLD = 300;
    private static final String UNTOLD =
            "Stored without telling those who wait for its end, because that was refused. ";

    private final TaskRegistry registry;
    private final TaskProperties properties;
    private final DeadTaskTable table;
    private final Publisher publisher;
    private final Outbox outbox;
    private final Lanes lanes;
    private final QueueNames names;
    private final Outage outage;
    private final Steps steps;
    private final TransactionTemplate transaction;
    private final ApplicationEventPublisher events;
    private final TaskMetrics metrics;
    private final Clock clock;

    DeadLetterListener(
            TaskRegistry registry,
            TaskProperties properties,
            DeadTaskTable table,
            Publisher publisher,
            Outbox outbox,
            Lanes lanes,
            QueueNames names,
            Outage outage,
            Steps steps,
            TransactionTemplate transaction,
            ApplicationEventPublisher events,
            TaskMetrics metrics,
            Clock clock) {
        this.registry = registry;
        this.properties = properties;
        this.table = table;
        this.publisher = publisher;
        this.outbox = outbox;
        this.lanes = lanes;
        this.names = names;
        this.outage = outage;
        this.steps = steps;
        this.transaction = transaction;
        this.events = events;
        this.metrics = metrics;
        this.clock = clock;
    }

    @Override
    public void onMessage(Message message, @Nullable Channel exposed) throws IOException {
        var channel = Objects.requireNonNull(exposed);
        try {
            for (var letter : letters(Wire.envelope(message))) {
                settle(letter, channel);
            }
            channel.basicAck(message.getMessageProperties().getDeliveryTag(), false);
        } catch (Outage.HandBack stopping) {
            log.debug("A dead letter goes back to the broker, because the node stops");
        }
    }

    /** The broker itself sets aside whole messages, and one may carry many tasks. */
    static List<Envelope> letters(Envelope message) {
        try {
            return Bundle.open(message);
        } catch (EnvelopeFormat.UnreadableTask unreadable) {
            return List.of(message);
        }
    }

    /** One that cannot be stored waits in a lane, where it is in nobody's way, not in this queue, where it would be back at once. */
    private void settle(Envelope letter, Channel channel) {
        try {
            if (deservesAnotherTry(letter)) {
                tryAgain(letter, channel);
            } else {
                outage.holdWhileAway(() -> transaction.executeWithoutResult(status -> bury(letter)));
            }
        } catch (Outage.HandBack stopping) {
            throw stopping;
        } catch (RuntimeException failure) {
            putOff(letter, failure, channel);
        }
    }

    private void putOff(Envelope letter, RuntimeException failure, Channel channel) {
        var tries = letter.timesUnstored() + 1;
        log.warn("A dead task cannot be stored for the time {}: {} {}", tries, idOf(letter), failure.toString());
        var waits = List.copyOf(lanes.all());
        var again = Wire.withoutDeaths(letter)
                .with(Settlement.QUEUE, queueOf(letter))
                .with(Settlement.UNSTORED, tries);
        var wait = waits.get(Math.min(tries, waits.size()) - 1);
        publish(QueueNames.DEAD, again, wait, clock.instant().plus(wait), channel);
    }

    /** Retries count every failure, so what is beyond the task's own plan tells how many last tries there have been. */
    private boolean deservesAnotherTry(Envelope letter) {
        if (letter.headers().containsKey(Settlement.FINAL) || !letter.headers().containsKey(Settlement.QUEUE)) {
            return false;
        }
        Optional<Integer> planned = letter.headers().get(Settlement.PLANNED) instanceof Number number
                ? Optional.of(number.intValue())
                : letter.task()
                        .flatMap(registry::byName)
                        .map(task -> task.retries().mostRetries());
        return planned.isPresent() && letter.retries() <= planned.get() + properties.lastTries();
    }

    private void tryAgain(Envelope letter, Channel channel) {
        var due = clock.instant().plus(properties.lastTryDelay());
        var queue = queueOf(letter);
        var again = Wire.stripped(letter).with(Envelope.ETA, WireTime.write(due));
        publish(queue, again, properties.lastTryDelay(), due, channel);
    }

    /** Through a lane into the queue. What is refused, because the lane is full, waits in the outbox and holds up nobody. */
    private void publish(String queue, Envelope envelope, Duration wait, Instant due, Channel channel) {
        var message = MessageLimits.cut(envelope);
        var route = lanes.route(wait, queue);
        var delivery = publisher.publish(route, message).join();
        while (delivery == Delivery.UNKNOWN) {
            if (!channel.isOpen()) {
                throw new Outage.HandBack();
            }
            outage.rest();
            delivery = publisher.publish(route, message).join();
        }
        if (delivery == Delivery.REFUSED) {
            outage.holdWhileAway(() -> outbox.add(queue, message, due));
        }
    }

    /** One that was refused to the last is stored without telling those who refuse, and without most of a body that may be the reason. */
    private void bury(Envelope letter) {
        var refused = letter.timesUnstored() >= MOST_TIMES_UNSTORED;
        var error = letter.text(Settlement.ERROR).orElse("Delivered too often without an answer");
        var whole = Wire.stripped(letter);
        var body = refused ? whole.withBody(beginning(whole.body())) : whole;
        var id = idOf(letter);
        var name = body.task().orElse("");
        var number = table.bury(body, id, queueOf(letter), refused ? UNTOLD + error : error);
        log.error(
                "Dead task {} {} after {} attempts, number {}: {}",
                firstOf(name),
                id,
                letter.retries(),
                number,
                firstLine(error));
        metrics.died(registry.byName(name).map(TaskDefinition::name).orElse("unknown"));
        if (!refused) {
            steps.concludeHere(List.of(new TaskStep(
                    TaskState.FAILURE, body.message(id, queueOf(letter)), clock.instant(), Optional.of(endOf(error)))));
            events.publishEvent(new TaskDied(number, id, name, error));
        }
    }

    private static byte[] beginning(byte[] body) {
        return body.length <= MOST_OF_A_BODY ? body : Arrays.copyOf(body, MOST_OF_A_BODY);
    }

    private static TaskId idOf(Envelope letter) {
        return Wire.stripped(letter).id().orElseGet(() -> nameless(letter));
    }

    private static AttemptEnd endOf(String error) {
        return new AttemptEnd(
                Optional.empty(), Optional.of(error), Optional.empty(), Duration.ZERO, Optional.empty(), true);
    }

    /** The same message gets the same name when it is delivered again. */
    private static TaskId nameless(Envelope letter) {
        var content = new String(letter.body(), StandardCharsets.ISO_8859_1)
                + Wire.stripped(letter).headers();
        return new TaskId(
                UUID.nameUUIDFromBytes(content.getBytes(StandardCharsets.UTF_8)).toString());
    }

    private String queueOf(Envelope letter) {
        return letter.text(Settlement.QUEUE).or(() -> queueOfFirstDeath(letter)).orElse(QueueNames.DEAD);
    }

    private Optional<String> queueOfFirstDeath(Envelope letter) {
        return letter.headers().get("x-death") instanceof List<?> deaths
                        && !deaths.isEmpty()
                        && deaths.get(0) instanceof Map<?, ?> death
                        && death.get("queue") instanceof String queue
                ? Optional.of(names.withoutPrefix(queue))
                : Optional.empty();
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().map(DeadLetterListener::firstOf).orElse("");
    }

    /** For the log, where nobody reads all of what strangers may call a task. */
    private static String firstOf(String text) {
        return text.substring(0, Math.min(text.length(), MOST_TOLD));
    }
}
