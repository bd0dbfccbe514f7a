package stampede.task;

import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
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
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Takes what the dead-letter queue delivers: a last try or two, then a row among the dead tasks, an alarm and an event. */
@Component
class DeadLetterListener implements ChannelAwareMessageListener {

    private static final Logger log = LoggerFactory.getLogger(DeadLetterListener.class);

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
        } catch (Exception failure) {
            log.error("A dead letter cannot be stored, trying again", failure);
            outage.rest();
            channel.basicNack(message.getMessageProperties().getDeliveryTag(), false, true);
        }
    }

    /** The broker itself sets aside whole messages, and one may carry many tasks. */
    private static List<Envelope> letters(Envelope message) {
        try {
            return Bundle.open(message);
        } catch (EnvelopeFormat.UnreadableTask unreadable) {
            return List.of(message);
        }
    }

    private void settle(Envelope letter, Channel channel) throws Exception {
        if (deservesAnotherTry(letter)) {
            tryAgain(letter, channel);
        } else {
            outage.sitOut(() -> {
                transaction.executeWithoutResult(status -> bury(letter));
                return true;
            });
        }
    }

    /** Retries count every failure, so what is beyond the task's own plan tells how many last tries there have been. */
    private boolean deservesAnotherTry(Envelope letter) {
        if (letter.headers().containsKey(Settlement.FINAL) || !letter.headers().containsKey(Settlement.QUEUE)) {
            return false;
        }
        var planned = letter.task()
                .flatMap(registry::byName)
                .map(task -> letter.headers().get(Settlement.PLANNED) instanceof Number number
                        ? number.intValue()
                        : task.retries().mostRetries());
        return planned.isPresent() && letter.retries() <= planned.get() + properties.lastTries();
    }

    private void tryAgain(Envelope letter, Channel channel) {
        var due = clock.instant().plus(properties.lastTryDelay());
        var queue = queueOf(letter);
        var again = Wire.stripped(letter).with(Envelope.ETA, WireTime.write(due));
        var route = lanes.route(properties.lastTryDelay(), queue);
        var delivery = publisher.publish(route, again).join();
        while (delivery == Delivery.UNKNOWN) {
            if (!channel.isOpen()) {
                throw new Outage.HandBack();
            }
            outage.rest();
            delivery = publisher.publish(route, again).join();
        }
        if (delivery == Delivery.REFUSED) {
            outage.holdWhileAway(() -> outbox.add(queue, again, due));
        }
    }

    private void bury(Envelope letter) {
        var error = letter.text(Settlement.ERROR).orElse("Delivered too often without an answer");
        var body = Wire.stripped(letter);
        var id = body.id().orElseGet(() -> nameless(letter));
        var name = body.task().orElse("");
        var number = table.bury(body, id, queueOf(letter), error);
        log.error(
                "Dead task {} {} after {} attempts, number {}: {}",
                name,
                id,
                letter.retries(),
                number,
                firstLine(error));
        steps.conclude(List.of(new TaskStep(
                TaskState.FAILURE, body.message(id, queueOf(letter)), clock.instant(), Optional.of(endOf(error)))));
        metrics.died(registry.byName(name).map(TaskDefinition::name).orElse("unknown"));
        events.publishEvent(new TaskDied(number, id, name, error));
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
        return text.lines().findFirst().orElse("");
    }
}
