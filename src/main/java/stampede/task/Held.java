package stampede.task;

import org.springframework.amqp.core.Message;

/**
 * A message in this node's hands. It can be acknowledged by the intake that it came through and by no other, because the broker
 * counts its tags by channel.
 */
record Held(Message message, Intake intake) {

    /** How many tasks it carries. */
    int size() {
        return Bundle.size(message.getMessageProperties().getHeaders());
    }

    long tag() {
        return message.getMessageProperties().getDeliveryTag();
    }
}
