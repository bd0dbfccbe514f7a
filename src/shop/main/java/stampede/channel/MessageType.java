package stampede.channel;

import java.util.Arrays;
import java.util.Optional;

/** The types of messages, as channels choose among them. */
public enum MessageType {
    FIRING(ChannelMessage.FIRING),
    RESOLVED(ChannelMessage.RESOLVED),
    WEEK(ChannelMessage.WEEK),
    ARCHIVED(ChannelMessage.ARCHIVED),
    TEST(ChannelMessage.TEST);

    private final String wire;

    MessageType(String wire) {
        this.wire = wire;
    }

    /** As messages and webhooks name it, such as {@code alert.firing}. */
    public String wire() {
        return wire;
    }

    /** Empty for a type that a later release may have. */
    public static Optional<MessageType> of(String wire) {
        return Arrays.stream(values()).filter(type -> type.wire.equals(wire)).findFirst();
    }
}
