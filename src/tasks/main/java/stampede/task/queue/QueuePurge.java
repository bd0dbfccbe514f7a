package stampede.task.queue;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Delivery;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.support.DefaultMessagePropertiesConverter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.event.TaskEvents;
import stampede.task.handler.UnreadableTask;
import stampede.task.message.AmqpMessages;
import stampede.task.message.Envelope;
import stampede.task.message.TaskBundle;
import stampede.task.spi.AttemptEnd;
import stampede.task.spi.QueueNames;
import stampede.task.spi.TaskStep;

/**
 * Takes away what waits in a queue, message by message, so that each task ends as cancelled: for its history, for whoever waits for
 * its unique key, and for its workflow. The broker's own purge tells nobody what it threw away.
 */
class QueuePurge {

    private static final DefaultMessagePropertiesConverter PROPERTIES = new DefaultMessagePropertiesConverter();
    private static final int AT_A_TIME = 500;
    private static final long PATIENCE_MILLIS = 1_000;

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
    private final TaskEvents taskEvents;
    private final TransactionTemplate apart;
    private final Clock clock;

    QueuePurge(QueueNames names, TaskEvents taskEvents, PlatformTransactionManager transactions, Clock clock) {
        this.names = names;
        this.taskEvents = taskEvents;
        this.apart = new TransactionTemplate(transactions);
        this.apart.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        this.apart.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        this.clock = clock;
    }

    /**
     * Removes what waits at this moment, and answers how many messages it got at in the time. What it took beyond that goes back when the
     * channel closes. It subscribes, because a quorum queue answers each single get as a consumer of its own, and of many
     * acknowledgements at once it keeps most in the channel's memory, where closing loses them.
     */
    long purge(Channel channel, String queue) throws IOException {
        long waiting = channel.queueDeclarePassive(names.queue(queue)).getMessageCount();
        var deadline = System.nanoTime() + MOST.toNanos();
        var taken = new LinkedBlockingQueue<Delivery>();
        long removed = 0;
        if (waiting > 0) {
            channel.basicQos((int) Math.min(AT_A_TIME, waiting));
            var tag = channel.basicConsume(
                    names.queue(queue), false, (consumer, delivery) -> taken.add(delivery), consumer -> {});
            var some = List.<Delivery>of();
            do {
                some = some(taken, Math.min(AT_A_TIME, waiting - removed));
                conclude(channel, some);
                removed += some.size();
            } while (!some.isEmpty() && removed < waiting && System.nanoTime() - deadline < 0);
            channel.basicCancel(tag);
        }
        return removed;
    }

    /** Fewer if nothing more comes, as then others have taken the rest. */
    private static List<Delivery> some(BlockingQueue<Delivery> taken, long most) {
        var some = new ArrayList<Delivery>();
        try {
            for (var next = next(taken); next != null; next = some.size() < most ? next(taken) : null) {
                some.add(next);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        return some;
    }

    private static @Nullable Delivery next(BlockingQueue<Delivery> taken) throws InterruptedException {
        return taken.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void conclude(Channel channel, List<Delivery> messages) throws IOException {
        if (!messages.isEmpty()) {
            var ends = messages.stream().flatMap(this::ends).toList();
            apart.executeWithoutResult(status -> taskEvents.concludeHere(ends));
            channel.basicAck(messages.get(messages.size() - 1).getEnvelope().getDeliveryTag(), true);
        }
    }

    /** Nobody waits for what cannot be read. */
    private Stream<TaskStep> ends(Delivery got) {
        var properties = PROPERTIES.toMessageProperties(got.getProperties(), got.getEnvelope(), "UTF-8");
        var queue = names.withoutPrefix(got.getEnvelope().getRoutingKey());
        return tasks(AmqpMessages.envelope(new Message(got.getBody(), properties))).stream()
                .flatMap(task -> task.id().stream().map(id -> end(task, id, queue)));
    }

    private static List<Envelope> tasks(Envelope message) {
        try {
            return TaskBundle.open(message);
        } catch (UnreadableTask unreadable) {
            return List.of();
        }
    }

    private TaskStep end(Envelope task, TaskId id, String queue) {
        return new TaskStep(TaskState.CANCELLED, task.message(id, queue), clock.instant(), Optional.of(NEVER_RAN));
    }
}
