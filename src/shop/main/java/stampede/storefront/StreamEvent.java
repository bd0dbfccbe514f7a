package stampede.storefront;

/**
 * What an open page is told; the same again is only a sign of life.
 *
 * @param name the event's name
 * @param data its text; may be empty
 * @param isLast whether the stream ends with it
 */
record StreamEvent(String name, String data, boolean isLast) {

    /** The page fetches what came of it by itself, in its shopper's language; here it only hears that it should. */
    static final StreamEvent SETTLED = new StreamEvent("settled", "", true);
}
