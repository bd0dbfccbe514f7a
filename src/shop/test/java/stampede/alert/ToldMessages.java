package stampede.alert;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import stampede.channel.ChannelMessage;
import stampede.channel.Channels;

/** Keeps what people would be told. */
final class ToldMessages implements Channels {

    private final List<ChannelMessage> messages = new CopyOnWriteArrayList<>();
    private volatile boolean isBroken;

    @Override
    public void tell(ChannelMessage message) {
        if (isBroken) {
            throw new IllegalStateException("It dies before it tells");
        }
        messages.add(message);
    }

    /** Tells nobody from now on, or again. */
    void setBroken(boolean broken) {
        isBroken = broken;
    }

    /** What was told about a subject, such as {@code alert.firing}, in order. */
    List<String> about(String subject) {
        return messages.stream()
                .filter(message -> message.grouping().equals(subject))
                .map(ChannelMessage::type)
                .toList();
    }

    List<ChannelMessage> messages() {
        return List.copyOf(messages);
    }
}
