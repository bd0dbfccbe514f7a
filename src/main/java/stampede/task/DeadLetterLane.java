package stampede.task;

import com.rabbitmq.client.Channel;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/** Sends a dead letter through a lane, to be tried or stored once more. */
@Component
class DeadLetterLane {

    private final Publisher publisher;
    private final Outbox outbox;
    private final Lanes lanes;
    private final Outage outage;
    private final Clock clock;

    DeadLetterLane(Publisher publisher, Outbox outbox, Lanes lanes, Outage outage, Clock clock) {
        this.publisher = publisher;
        this.outbox = outbox;
        this.lanes = lanes;
        this.outage = outage;
        this.clock = clock;
    }

    /** Back to the dead letters, each time after a longer wait. */
    void putOff(Envelope letter, int tries, Channel channel) {
        var waits = List.copyOf(lanes.all());
        var wait = waits.get(Math.min(tries, waits.size()) - 1);
        send(QueueNames.DEAD, letter, wait, clock.instant().plus(wait), channel);
    }

    /** To the queue of its task. */
    void tryAgain(String queue, Envelope letter, Duration wait, Channel channel) {
        var due = clock.instant().plus(wait);
        send(queue, letter.with(TaskHeaders.ETA, WireTime.write(due)), wait, due, channel);
    }

    /** Through a lane into the queue. What is refused, because the lane is full, waits in the outbox and holds up nobody. */
    private void send(String queue, Envelope envelope, Duration wait, Instant due, Channel channel) {
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
}
