package stampede.task.worker;

import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.Message;
import stampede.task.TaskContext;
import stampede.task.TaskId;
import stampede.task.attempt.AttemptOutcome;
import stampede.task.attempt.ReceivedTask;
import stampede.task.cancel.Cancellations;
import stampede.task.handler.HandlerMethod;
import stampede.task.handler.TaskDefinition;
import stampede.task.handler.TaskRegistry;
import stampede.task.handler.UnreadableTask;
import stampede.task.message.AmqpMessages;
import stampede.task.message.Envelope;
import stampede.task.message.EnvelopeConverter;
import stampede.task.message.MessageChecks;
import stampede.task.message.MessageDecoder;
import stampede.task.message.TaskBundle;
import stampede.task.spi.KnownTasks;
import stampede.task.spi.QueueNames;
import stampede.task.spi.TaskHeaders;

/** Opens messages: which task is it, what does it carry, and is now the time for it? */
class MessageReader {

    /** Clocks of nodes differ; a task that is less early than this is simply run. */
    private static final Duration EARLY_ENOUGH = Duration.ofMillis(500);

    private static final Logger log = LoggerFactory.getLogger(MessageReader.class);

    /** An hour in all: often at first, when a release is rolled out, and seldom later, when it is rather that nobody knows it any more. */
    private static final List<Duration> PAUSES = Stream.of(
                    Collections.nCopies(12, Duration.ofSeconds(10)),
                    Collections.nCopies(8, Duration.ofMinutes(1)),
                    Collections.nCopies(10, Duration.ofMinutes(5)))
            .flatMap(List::stream)
            .toList();

    /** Names and versions are whatever messages say; beyond so many nobody reads of them. */
    private static final int MOST_TOLD = 1_000;

    private final Set<String> toldTooNew = ConcurrentHashMap.newKeySet();
    private final TaskRegistry registry;
    private final EnvelopeConverter format;
    private final QueueNames names;
    private final Cancellations cancellations;
    private final Clock clock;

    MessageReader(
            TaskRegistry registry,
            EnvelopeConverter format,
            QueueNames names,
            Cancellations cancellations,
            Clock clock) {
        this.registry = registry;
        this.format = format;
        this.names = names;
        this.cancellations = cancellations;
        this.clock = clock;
    }

    /** An answer for each task in the message. */
    List<Received> receive(Message message) {
        var raw = AmqpMessages.envelope(message);
        try {
            var tasks = TaskBundle.open(raw);
            return tasks.size() == 1
                    ? List.of(receive(tasks.get(0), message))
                    : tasks.stream().map(task -> receive(task, message)).toList();
        } catch (UnreadableTask unreadable) {
            return List.of(new Rejected(raw, new AttemptOutcome.Unreadable(unreadable.why())));
        }
    }

    private Received receive(Envelope raw, Message message) {
        try {
            var contentType = message.getMessageProperties().getContentType();
            MessageChecks.check(raw);
            return identified(MessageDecoder.plain(raw, contentType), message);
        } catch (UnreadableTask unreadable) {
            return new Rejected(raw, new AttemptOutcome.Unreadable(unreadable.why()));
        }
    }

    private Received identified(Envelope envelope, Message message) {
        var name = envelope.task();
        var task = name.flatMap(registry::byName);
        if (task.isEmpty()) {
            return unknown(envelope, name.orElse("without a name"), message);
        }
        var id = envelope.id();
        if (id.isEmpty()) {
            return new Rejected(envelope, new AttemptOutcome.Unreadable("The message has no usable id"));
        }
        var queue = message.getMessageProperties().getConsumerQueue();
        if (queue != null && !registry.mayComeBy(queue, task.get())) {
            return new Rejected(
                    envelope,
                    new AttemptOutcome.Unreadable(
                            "The task %s may not be called by the queue %s; stampede.celery.queues says which may"
                                    .formatted(task.get().name(), queue)));
        }
        if (task.get().batch().isPresent() && isAstray(task.get(), message)) {
            return new Rejected(
                    envelope,
                    new AttemptOutcome.Unreadable("%s runs in batches, and those are taken from its own queue %s only"
                            .formatted(task.get().name(), task.get().queue())));
        }
        if (task.get().batch().isEmpty() && cameInABatch(message)) {
            return new Rejected(
                    envelope,
                    new AttemptOutcome.Unreadable("%s runs by itself, and the queue %s is of batches"
                            .formatted(
                                    task.get().name(),
                                    message.getMessageProperties().getConsumerQueue())));
        }
        if (cancellations.isCancelled(id.get(), envelope.life())) {
            return new Rejected(envelope, new AttemptOutcome.Cancelled());
        }
        return timely(envelope, task.get(), message);
    }

    private boolean isAstray(TaskDefinition task, Message message) {
        var queue = message.getMessageProperties().getConsumerQueue();
        return queue != null && !queue.equals(names.queue(task.queue()));
    }

    private boolean cameInABatch(Message message) {
        var queue = message.getMessageProperties().getConsumerQueue();
        return queue != null && registry.hasBatches(names.withoutPrefix(queue));
    }

    private Received timely(Envelope envelope, TaskDefinition task, Message message) {
        var now = clock.instant();
        if (envelope.expires().filter(now::isAfter).isPresent()) {
            return new Rejected(envelope, new AttemptOutcome.Expired());
        }
        var eta = envelope.eta().filter(now.plus(EARLY_ENOUGH)::isBefore);
        if (eta.isPresent()) {
            return new Rejected(envelope, new AttemptOutcome.Early(eta.get()));
        }
        return envelope.version() > task.version() ? tooNew(envelope, task) : opened(envelope, task, message);
    }

    /** What another node of this engine has sent may be of a release that is just rolled out; what strangers have sent is not. */
    private Received unknown(Envelope envelope, String name, Message message) {
        if (!isOurs(envelope, message)) {
            return new Rejected(envelope, new AttemptOutcome.Unreadable(KnownTasks.UNKNOWN + name));
        }
        return putOff(
                envelope,
                "task " + name,
                "No handler for the task %s, and in an hour no worker took it that has one".formatted(name));
    }

    private boolean isOurs(Envelope envelope, Message message) {
        var queue = message.getMessageProperties().getConsumerQueue();
        return envelope.isFrom(names.prefix()) && queue != null && queue.startsWith(names.prefix() + ".");
    }

    private Received tooNew(Envelope envelope, TaskDefinition task) {
        return putOff(
                envelope,
                "version %d of %s".formatted(envelope.version(), task.name()),
                "It is of version %d, and in an hour only workers took it that know %d"
                        .formatted(envelope.version(), task.version()));
    }

    /** While a new release is rolled out, old workers leave its messages to the new ones. */
    private Received putOff(Envelope envelope, String what, String inVain) {
        var times = envelope.timesTooNew();
        if (times >= PAUSES.size()) {
            return new Rejected(envelope, new AttemptOutcome.Unreadable(inVain));
        }
        if (toldTooNew.size() < MOST_TOLD && toldTooNew.add(what)) {
            log.warn(
                    "This worker does not know the {}; {} waits an hour for a newer worker that does, then it is a dead task."
                            + " A misspelt name?",
                    what,
                    envelope.id().map(TaskId::value).orElse("the message"));
        }
        return new Rejected(
                envelope.with(TaskHeaders.TOO_NEW, times + 1),
                new AttemptOutcome.Early(clock.instant().plus(PAUSES.get(times))));
    }

    private Received opened(Envelope envelope, TaskDefinition task, Message message) {
        try {
            var payload = payload(envelope, task);
            var id = envelope.id().orElseThrow();
            var context = new TaskContext(id, task.name(), envelope.retries() + 1, envelope.life());
            return new Accepted(
                    new ReceivedTask(task, id, envelope, payload, deliveriesBefore(envelope, message), context));
        } catch (UnreadableTask unreadable) {
            return new Rejected(envelope, new AttemptOutcome.Unreadable(unreadable.why()));
        } catch (Error error) {
            return new Rejected(envelope, AttemptOutcome.of(new HandlerMethod.HandlerError(error), task.retries()));
        }
    }

    private Record payload(Envelope envelope, TaskDefinition task) {
        var version = envelope.version();
        return version == task.version()
                ? format.read(envelope, task.payload())
                : format.upcast(
                        envelope, task.payload(), kwargs -> registry.upcasts().current(task, version, kwargs));
    }

    /** Quorum queues count how often a message came back without an answer; classic ones, which Celery uses, only tell that it did. */
    private static int deliveriesBefore(Envelope envelope, Message message) {
        if (envelope.headers().containsKey(TaskHeaders.AGAIN)) {
            return 1;
        }
        return message.getMessageProperties().getHeader("x-delivery-count") instanceof Number count
                ? count.intValue()
                : Boolean.TRUE.equals(message.getMessageProperties().getRedelivered()) ? 1 : 0;
    }

    sealed interface Received {}

    record Accepted(ReceivedTask arrival) implements Received {}

    /** Not to be run, for the reason that its ending gives. */
    record Rejected(Envelope envelope, AttemptOutcome ending) implements Received {}
}
