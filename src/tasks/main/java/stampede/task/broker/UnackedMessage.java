package stampede.task.broker;

import java.util.Collection;
import java.util.List;
import org.springframework.amqp.core.Message;
import stampede.task.message.TaskBundle;

/**
 * A message in this node's hands. It can be acknowledged by the intake that it came through and by no other, because the broker
 * counts its tags by channel.
 *
 * @param takenNanos when it came, as of {@link System#nanoTime}
 */
public record UnackedMessage(Message message, Subscription intake, long takenNanos) {

    /** Whether it can still be acknowledged. If not, the broker hands it out again, and it must not run here as well. */
    public boolean isOurs() {
        return intake.isOpen();
    }

    /** How many tasks it carries. */
    int size() {
        return TaskBundle.size(message.getMessageProperties().getHeaders());
    }

    public long tag() {
        return message.getMessageProperties().getDeliveryTag();
    }

    public static List<Long> tags(Collection<UnackedMessage> messages) {
        return messages.stream().map(UnackedMessage::tag).toList();
    }
}
