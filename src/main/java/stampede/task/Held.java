package stampede.task;

import java.util.Collection;
import java.util.List;
import org.springframework.amqp.core.Message;

/**
 * A message in this node's hands. It can be acknowledged by the intake that it came through and by no other, because the broker
 * counts its tags by channel.
 *
 * @param takenNanos when it came, as of {@link System#nanoTime}
 */
record Held(Message message, Intake intake, long takenNanos) {

    /** Whether it can still be acknowledged. If not, the broker hands it out again, and it must not run here as well. */
    boolean isOurs() {
        return intake.isOpen();
    }

    /** How many tasks it carries. */
    int size() {
        return Bundle.size(message.getMessageProperties().getHeaders());
    }

    long tag() {
        return message.getMessageProperties().getDeliveryTag();
    }

    static List<Long> tags(Collection<Held> messages) {
        return messages.stream().map(Held::tag).toList();
    }
}
