package stampede.channel;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * What nobody may see of a channel. Its text holds nothing of it.
 *
 * @param token stands in the address
 * @param secret signs
 * @param previous signs too, while a receiver changes to the new one
 */
record ChannelSecrets(String token, String secret, String previous) {

    static final ChannelSecrets NONE = new ChannelSecrets("", "", "");

    /** Shorter ones would be given away by four characters. */
    private static final int LONG_ENOUGH = 12;

    private static final int SHOWN = 4;

    /** A short word may stand anywhere by chance. */
    private static final int WORTH_HIDING = 6;

    /** The last characters of one, for people who have several. */
    static Optional<String> tail(String value) {
        if (value.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(value.length() < LONG_ENOUGH ? "…" : "…" + value.substring(value.length() - SHOWN));
    }

    /** The text without them, in case somebody answers what they were sent. */
    String hide(String text) {
        return Stream.of(token, secret, previous)
                .filter(value -> value.length() >= WORTH_HIDING)
                .reduce(text, (clean, value) -> clean.replace(value, "•••"));
    }

    @Override
    public String toString() {
        return "ChannelSecrets[•••]";
    }
}
