package stampede.channel;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The way out for each kind of channel. */
final class ChannelSenders {

    private final Map<ChannelKind, ChannelSender> byKind = new EnumMap<>(ChannelKind.class);

    ChannelSenders(List<ChannelSender> senders) {
        senders.forEach(sender -> byKind.put(sender.kind(), sender));
    }

    /** Sends it; nothing secret is in what comes back. */
    DeliveryResult send(ChannelCache.Known channel, ChannelSender.Telling telling) {
        var secrets = channel.secrets();
        if (secrets.isEmpty()) {
            return DeliveryResult.of(DeliveryCause.SECRET_LOST);
        }
        var result = of(channel.terms()).send(channel.terms(), secrets.get(), telling);
        return new DeliveryResult(result.cause(), result.http(), secrets.get().hide(result.answer()));
    }

    int fits(ChannelTerms terms, List<ChannelMessage> messages) {
        return of(terms).fits(terms, messages);
    }

    boolean isCallSeparate(ChannelTerms terms) {
        return of(terms).isCallSeparate();
    }

    private ChannelSender of(ChannelTerms terms) {
        return Objects.requireNonNull(byKind.get(terms.kind()));
    }
}
