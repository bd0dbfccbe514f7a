package stampede.task;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.GetResponse;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.support.DefaultMessagePropertiesConverter;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Takes away what waits in a queue, message by message, so that each task ends as cancelled: for its history, for whoever waits for
 * its unique key, and for its workflow. The broker's own purge tells nobody what it threw away.
 */
@Component
class QueuePurge {

    private static final DefaultMessagePropertiesConverter PROPERTIES = new DefaultMessagePropertiesConverter();
    private static final int AT_A_TIME = 500;

    /** A person waits for the answer. */
    private static final Duration MOST = Duration.ofSeconds(10);

    private static final AttemptEnd NEVER_RAN = new AttemptEnd(
            Optional.empty(),
            Optional.of("Its queue was emptied"),
            Optional.empty(),
            Duration.ZERO,
            Optional.empty(),
            false);

    private final QueueNames names;
    private final Steps steps;
    private final TransactionTemplate apart;
    private final Clock clock;

    QueuePurge(QueueNames names, Steps steps, PlatformTransactionManager transactions, Clock clock) {
        this.names = names;
        this.steps = steps;
        this.apart = new TransactionTemplate(
                transactions, new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_REQUIRES_NEW));
        this.clock = clock;
    }

    /** Removes what waits at this moment, and answers how many messages it got at in the time. */
    long purge(Channel channel, String queue) throws IOException {
        long waiting = channel.queueDeclarePassive(names.queue(queue)).getMessageCount();
        var deadline = System.nanoTime() + MOST.toNanos();
        long removed = 0;
        var got = -1;
        while (got != 0 && removed < waiting && System.nanoTime() - deadline < 0) {
            got = some(channel, queue, (int) Math.min(AT_A_TIME, waiting - removed));
            removed += got;
        }
        return removed;
    }

    private int some(Channel channel, String queue, int most) throws IOException {
        var messages = new ArrayList<GetResponse>();
        for (var next = get(channel, queue); next != null; next = messages.size() < most ? get(channel, queue) : null) {
            messages.add(next);
        }
        if (!messages.isEmpty()) {
            var ends = messages.stream().flatMap(this::ends).toList();
            apart.executeWithoutResult(status -> steps.concludeHere(ends));
            channel.basicAck(messages.get(messages.size() - 1).getEnvelope().getDeliveryTag(), true);
        }
        return messages.size();
    }

    private @Nullable GetResponse get(Channel channel, String queue) throws IOException {
        return channel.basicGet(names.queue(queue), false);
    }

    /** Nobody waits for what cannot be read. */
    private Stream<TaskStep> ends(GetResponse got) {
        var properties = PROPERTIES.toMessageProperties(got.getProps(), got.getEnvelope(), "UTF-8");
        var queue = names.withoutPrefix(got.getEnvelope().getRoutingKey());
        return tasks(Wire.envelope(new Message(got.getBody(), properties))).stream()
                .flatMap(task -> task.id().stream().map(id -> end(task, id, queue)));
    }

    private static List<Envelope> tasks(Envelope message) {
        try {
            return Bundle.open(message);
        } catch (EnvelopeFormat.UnreadableTask unreadable) {
            return List.of();
        }
    }

    private TaskStep end(Envelope task, TaskId id, String queue) {
        return new TaskStep(TaskState.CANCELLED, task.message(id, queue), clock.instant(), Optional.of(NEVER_RAN));
    }
}
