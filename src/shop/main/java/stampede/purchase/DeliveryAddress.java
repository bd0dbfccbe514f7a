package stampede.purchase;

import stampede.order.OrderDetail;

/**
 * Where a parcel goes: one line that reads as it is written. The one rule for the page's form and the API, linear in the length of what
 * they were sent.
 */
public final class DeliveryAddress {

    /** In UTF-16 units, once white space around it is taken off. */
    public static final int LONGEST = OrderDetail.LONGEST_ADDRESS;

    /** What stands where nothing is sent, as with coupons. */
    public static final String NONE = "-";

    private DeliveryAddress() {}

    /** Whether it may be one: something to see, no line breaks, no control characters, nothing that turns the direction of reading. */
    public static boolean isGood(String text) {
        var line = text.strip();
        return line.length() <= LONGEST
                && line.codePoints().noneMatch(DeliveryAddress::misleads)
                && line.codePoints().anyMatch(DeliveryAddress::isSeen);
    }

    /** Half a surrogate pair is a code point of its own, and no database keeps it. */
    private static boolean misleads(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                true;
            case Character.FORMAT -> turnsDirection(character);
            default -> false;
        };
    }

    /** Marks, embeddings, overrides and isolates of the bidirectional algorithm (UAX 9). */
    private static boolean turnsDirection(int character) {
        return character == 0x061C
                || character == 0x200E
                || character == 0x200F
                || (character >= 0x202A && character <= 0x202E)
                || (character >= 0x2066 && character <= 0x2069);
    }

    private static boolean isSeen(int character) {
        return Character.getType(character) != Character.FORMAT
                && !Character.isWhitespace(character)
                && !Character.isSpaceChar(character);
    }
}
