package stampede.listing;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A field of a list's filter.
 *
 * @param name in the address
 * @param kind what may stand in it
 * @param words what the messages of its choices begin with; empty for fields without choices
 * @param choices the values of a choice; empty for other kinds
 * @param labels what people read instead of a message, by choice; empty where each has a message
 */
public record ListField(String name, Kind kind, String words, List<String> choices, Map<String, String> labels) {

    /** Longer texts are cut. */
    static final int LONGEST = 100;

    public ListField {
        choices = List.copyOf(choices);
        labels = Map.copyOf(labels);
    }

    private ListField(String name, Kind kind, String words, List<String> choices) {
        this(name, kind, words, choices, Map.of());
    }

    /** One of these things that people named, in this order, each with its name. */
    public static ListField named(String name, Map<String, String> labels) {
        return new ListField(name, Kind.CHOICE, "", List.copyOf(labels.keySet()), labels);
    }

    public static ListField text(String name) {
        return new ListField(name, Kind.TEXT, "", List.of());
    }

    /** One of these; each has the message {@code words + name}. */
    public static ListField choice(String name, String words, Enum<?>[] choices) {
        return new ListField(
                name, Kind.CHOICE, words, Arrays.stream(choices).map(Enum::name).toList());
    }

    /** Any of these; in the address with dots between them, or as the same field several times. */
    public static ListField choices(String name, String words, Enum<?>[] choices) {
        return new ListField(
                name,
                Kind.CHOICES,
                words,
                Arrays.stream(choices).map(Enum::name).toList());
    }

    /** An amount of money in yuan, such as {@code 19.90}. */
    public static ListField amount(String name) {
        return new ListField(name, Kind.AMOUNT, "", List.of());
    }

    /** A moment to the minute, in the zone of the shop. */
    public static ListField moment(String name) {
        return new ListField(name, Kind.MOMENT, "", List.of());
    }

    /** What may stand in a field. */
    public enum Kind {
        TEXT,
        CHOICE,
        CHOICES,
        AMOUNT,
        MOMENT
    }
}
