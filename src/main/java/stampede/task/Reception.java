package stampede.task;

import java.time.Clock;
import java.time.Duration;
import org.springframework.amqp.core.Message;
import org.springframework.stereotype.Component;

/** Opens messages: which task is it, what does it carry, and is now the time for it? */
@Component
class Reception {

    /** Clocks of nodes differ; a task that is less early than this is simply run. */
    private static final Duration EARLY_ENOUGH = Duration.ofMillis(500);

    private final TaskRegistry registry;
    private final EnvelopeFormat format;
    private final Clock clock;

    Reception(TaskRegistry registry, EnvelopeFormat format, Clock clock) {
        this.registry = registry;
        this.format = format;
        this.clock = clock;
    }

    Received receive(Message message) {
        var envelope = Wire.envelope(message);
        var name = envelope.task();
        var task = name.flatMap(registry::byName);
        if (task.isEmpty()) {
            return new Rejected(
                    envelope, new Ending.Unreadable("No handler for the task " + name.orElse("without a name")));
        }
        if (envelope.id().isEmpty()) {
            return new Rejected(envelope, new Ending.Unreadable("The message has no usable id"));
        }
        return timely(envelope, task.get(), message);
    }

    private Received timely(Envelope envelope, TaskDefinition task, Message message) {
        var now = clock.instant();
        if (envelope.expires().filter(now::isAfter).isPresent()) {
            return new Rejected(envelope, new Ending.Expired());
        }
        var eta = envelope.eta().filter(now.plus(EARLY_ENOUGH)::isBefore);
        if (eta.isPresent()) {
            return new Rejected(envelope, new Ending.Early(eta.get()));
        }
        return opened(envelope, task, message);
    }

    private Received opened(Envelope envelope, TaskDefinition task, Message message) {
        try {
            var payload = format.read(envelope, task.payload());
            var id = envelope.id().orElseThrow();
            return new Accepted(new Arrival(task, id, envelope, payload, deliveriesBefore(message)));
        } catch (EnvelopeFormat.UnreadableTask unreadable) {
            return new Rejected(envelope, new Ending.Unreadable(unreadable.why()));
        }
    }

    /** Quorum queues count how often a message came back without an answer. */
    private static int deliveriesBefore(Message message) {
        return message.getMessageProperties().getHeader("x-delivery-count") instanceof Number count
                ? count.intValue()
                : 0;
    }

    sealed interface Received {}

    record Accepted(Arrival arrival) implements Received {}

    /** Not to be run, for the reason that its ending gives. */
    record Rejected(Envelope envelope, Ending ending) implements Received {}
}
