package stampede.task.deadletter;

import com.rabbitmq.client.Channel;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import stampede.support.OutageRetry;
import stampede.task.Delivery;
import stampede.task.broker.DelayLanes;
import stampede.task.broker.Publisher;
import stampede.task.message.Envelope;
import stampede.task.message.MessageLimits;
import stampede.task.outbox.OutboxRepository;
import stampede.task.spi.MessageTime;
import stampede.task.spi.QueueNames;
import stampede.task.spi.TaskHeaders;

/** Sends a dead letter through a lane, to be tried or stored once more; a wait that has no lane is spent in the outbox. */
class DeadLetterRetry {

    private final Publisher publisher;
    private final OutboxRepository outbox;
    private final DelayLanes delayLanes;
    private final OutageRetry outageRetry;
    private final Clock clock;

    DeadLetterRetry(
            Publisher publisher, OutboxRepository outbox, DelayLanes delayLanes, OutageRetry outageRetry, Clock clock) {
        this.publisher = publisher;
        this.outbox = outbox;
        this.delayLanes = delayLanes;
        this.outageRetry = outageRetry;
        this.clock = clock;
    }

    /** Back to the dead letters, each time after a longer wait. */
    void putOff(Envelope letter, int tries, Channel channel) {
        var waits = List.copyOf(delayLanes.all());
        var wait = waits.get(Math.min(tries, waits.size()) - 1);
        send(QueueNames.DEAD, letter, wait, clock.instant().plus(wait), channel);
    }

    /** To the queue of its task. */
    void tryAgain(String queue, Envelope letter, Duration wait, Channel channel) {
        var due = clock.instant().plus(wait);
        send(queue, letter.with(TaskHeaders.ETA, MessageTime.write(due)), wait, due, channel);
    }

    /** Through its lane into the queue. What is refused, because the lane is full, waits in the outbox and holds up nobody. */
    private void send(String queue, Envelope envelope, Duration wait, Instant due, Channel channel) {
        var message = MessageLimits.cut(envelope);
        if (!delayLanes.has(wait)) {
            outageRetry.holdWhileAway(() -> outbox.add(queue, message, due));
            return;
        }
        var route = delayLanes.route(wait, queue);
        var delivery = publisher.publish(route, message).join();
        while (delivery == Delivery.UNKNOWN) {
            if (!channel.isOpen()) {
                throw new OutageRetry.HandBack();
            }
            outageRetry.rest();
            delivery = publisher.publish(route, message).join();
        }
        if (delivery == Delivery.REFUSED) {
            outageRetry.holdWhileAway(() -> outbox.add(queue, message, due));
        }
    }
}
