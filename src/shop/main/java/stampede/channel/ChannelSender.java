package stampede.channel;

import java.util.List;

/** Sends to channels of one kind. */
interface ChannelSender {

    ChannelKind kind();

    /** Sends it; never throws for what the other side does. */
    DeliveryResult send(ChannelTerms terms, ChannelSecrets secrets, Telling telling);

    /** How many of these messages, from the first on, may be joined into one. */
    int fits(ChannelTerms terms, List<ChannelMessage> messages);

    /** Whether calling people by their phones takes a message of its own. */
    default boolean isCallSeparate() {
        return false;
    }

    /**
     * One message as it is sent: of one thing, or of many joined into one.
     *
     * @param messages at least one
     * @param calls whether people are called by their phones, too
     */
    record Telling(List<ChannelMessage> messages, boolean calls) {

        public Telling {
            messages = List.copyOf(messages);
        }

        ChannelMessage first() {
            return messages.get(0);
        }

        boolean isJoined() {
            return messages.size() > 1;
        }
    }
}
