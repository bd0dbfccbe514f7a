package stampede.task.sending;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.broker.BrokerLink;
import stampede.task.cancel.TaskLifeSequence;
import stampede.task.handler.PayloadDefinition;
import stampede.task.handler.TaskRegistry;
import stampede.task.message.Envelope;
import stampede.task.message.EnvelopeConverter;
import stampede.task.message.MessageLimits;
import stampede.task.spi.TaskHeaders;
import stampede.task.spi.TaskRequest;

/** Makes messages of payloads and of the options they are sent with, and refuses what cannot be sent. */
class EnvelopeFactory {

    private final TaskRegistry registry;
    private final EnvelopeConverter format;
    private final MessageLimits limits;
    private final TaskLifeSequence lives;
    private final BrokerLink link;
    private final Clock clock;

    EnvelopeFactory(
            TaskRegistry registry,
            EnvelopeConverter format,
            MessageLimits limits,
            TaskLifeSequence lives,
            BrokerLink link,
            Clock clock) {
        this.registry = registry;
        this.format = format;
        this.limits = limits;
        this.lives = lives;
        this.link = link;
        this.clock = clock;
    }

    /** A message of its own. A random id is used once, so only a chosen one is told from another of its kind. */
    Outgoing one(Record payload, SendOption... options) {
        var copy = copy(payload, options);
        var sending = copy.sending();
        return sending.hasChosenId()
                ? new Outgoing(copy.queue(), copy.envelope().with(TaskHeaders.LIFE, lives.next(sending.id())), sending)
                : copy;
    }

    /** The same without a look into the database: a message that may be a copy of another of its id. */
    Outgoing copy(Record payload, SendOption... options) {
        var sending = new SendPlan(clock.instant(), options);
        var task = sending.definition(payload, registry);
        var queue = queue(task, sending);
        var envelope = sending.marked(format.write(task.name(), sending.id(), payload, sending.eta()));
        return new Outgoing(
                queue,
                limits.checked(task.version() == 1 ? envelope : envelope.with(TaskHeaders.VERSION, task.version())),
                sending);
    }

    Envelope of(TaskRequest request) {
        return limits.checked(format.write(request));
    }

    TaskRequest request(Record payload, SendOption... options) {
        var sending = new SendPlan(clock.instant(), options);
        var task = sending.definition(payload, registry);
        var life = sending.hasChosenId() ? lives.next(sending.id()) : 0;
        return format.request(task, sending.id(), life, queue(task, sending), payload);
    }

    /** As few messages of several tasks as they fit into, all for the queue of their task. */
    Together together(Map<TaskId, ? extends Record> payloads) {
        var name = registry.byPayload(payloads.values().iterator().next().getClass())
                .name();
        var task = registry.byName(name)
                .filter(known -> known.batch().isPresent())
                .orElseThrow(() -> new IllegalArgumentException(
                        "No @BatchTask method here is the task %s, so each needs its own message".formatted(name)));
        var messages = format.writeTogether(task, payloads, limits.mostBytes());
        messages.forEach(limits::checked);
        return new Together(task.queue(), messages);
    }

    private String queue(PayloadDefinition task, SendPlan sending) {
        var queue = registry.checked(sending.queue().orElse(task.queue()), task);
        if (registry.isSentOnly(task)) {
            link.declare(queue);
        }
        return queue;
    }

    /** @param queue without the prefix */
    record Outgoing(String queue, Envelope envelope, SendPlan sending) {}

    /** @param queue without the prefix */
    record Together(String queue, List<Envelope> messages) {}
}
