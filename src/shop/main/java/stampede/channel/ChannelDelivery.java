package stampede.channel;

import com.google.common.base.Ascii;
import java.time.Instant;

/**
 * What became of a message in a channel.
 *
 * @param id of the row; 0 as long as it has none
 * @param messageId the id of the message
 * @param channelId the channel
 * @param channelName what it was called then
 * @param type of the message
 * @param rule that spoke
 * @param grouping of what
 * @param severity of the message
 * @param state what became of it
 * @param tries how often it was tried
 * @param result what the last try came to
 * @param ms how long it took
 * @param at when that was
 */
public record ChannelDelivery(
        long id,
        String messageId,
        long channelId,
        String channelName,
        String type,
        String rule,
        String grouping,
        Severity severity,
        DeliveryState state,
        int tries,
        DeliveryResult result,
        long ms,
        Instant at) {

    static ChannelDelivery of(
            Channel channel,
            ChannelMessage message,
            DeliveryState state,
            int tries,
            DeliveryResult result,
            long ms,
            Instant at) {
        return new ChannelDelivery(
                0,
                message.id(),
                channel.id(),
                channel.terms().name(),
                Ascii.truncate(message.type(), 40, ""),
                Ascii.truncate(message.rule(), 64, ""),
                Ascii.truncate(message.grouping(), 191, ""),
                message.severity(),
                state,
                tries,
                result,
                ms,
                at);
    }
}
