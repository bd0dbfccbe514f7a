package stampede.channel;

import java.time.LocalTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an operator says of a channel, but for its secrets.
 *
 * @param name how people call it
 * @param address where its messages are sent; empty: where those of its kind are
 * @param recipients addresses of mail, or numbers of phones that urgent messages call by
 * @param severities of what it takes
 * @param rules names of rules that it takes; empty: all, and what no rule says
 * @param types of messages that it takes; empty: all
 * @param language of its messages
 * @param quietFrom from when, in the shop's time, it takes urgent messages only; null: it has no such hours
 * @param quietUntil until when
 * @param paused whether it takes nothing now
 */
public record ChannelTerms(
        String name,
        ChannelKind kind,
        String address,
        List<String> recipients,
        Set<Severity> severities,
        Set<String> rules,
        Set<MessageType> types,
        Locale language,
        @Nullable LocalTime quietFrom,
        @Nullable LocalTime quietUntil,
        boolean paused) {

    public ChannelTerms {
        recipients = List.copyOf(recipients);
        severities = Set.copyOf(severities);
        rules = Set.copyOf(rules);
        types = Set.copyOf(types);
    }

    /** Where its messages are sent. */
    public String target() {
        return address.isEmpty() ? kind.address() : address;
    }

    /** Whether it is there for such a message at all. */
    boolean takes(ChannelMessage message) {
        return !paused
                && severities.contains(message.severity())
                && (rules.isEmpty() || rules.contains(message.rule()))
                && (types.isEmpty()
                        || MessageType.of(message.type())
                                .filter(types::contains)
                                .isPresent());
    }

    /** Whether such a message is left out now, because people sleep. */
    boolean isQuiet(ChannelMessage message, LocalTime now) {
        return message.severity() != Severity.URGENT && isWithin(now);
    }

    /** From ten in the evening until eight in the morning is one night. */
    private boolean isWithin(LocalTime now) {
        if (quietFrom == null || quietUntil == null) {
            return false;
        }
        var after = !now.isBefore(quietFrom);
        var before = now.isBefore(quietUntil);
        return quietFrom.isBefore(quietUntil) ? after && before : after || before;
    }

    /** What it takes, the most urgent first. */
    public List<Severity> sortedSeverities() {
        return severities.stream().sorted().toList();
    }

    /** The hours as people read them. */
    public Optional<String> quiet() {
        return quietFrom == null ? Optional.empty() : Optional.of(quietFrom + "–" + quietUntil);
    }

    /** The same, paused or not. */
    ChannelTerms paused(boolean now) {
        return new ChannelTerms(
                name, kind, address, recipients, severities, rules, types, language, quietFrom, quietUntil, now);
    }
}
