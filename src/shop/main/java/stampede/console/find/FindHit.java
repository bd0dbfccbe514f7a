package stampede.console.find;

/**
 * Something that was found.
 *
 * @param kind what it is
 * @param label how people call it
 * @param path of its page
 */
public record FindHit(Kind kind, String label, String path) {

    /** What can be found by a word; messages are {@code console.find.kind.NAME}. */
    public enum Kind {
        PAGE,
        PRODUCT,
        OFFER,
        ACCOUNT,
        SETTING
    }
}
