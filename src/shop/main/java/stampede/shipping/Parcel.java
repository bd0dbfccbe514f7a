package stampede.shipping;

import java.util.regex.Pattern;
import stampede.order.OrderId;

/**
 * Says of an order how it is sent.
 *
 * @param order which
 * @param carrier who carries it, such as {@code SF}
 * @param number the carrier's number of it
 */
public record Parcel(OrderId order, String carrier, String number) {

    private static final int LONGEST_CARRIER = 40;
    private static final Pattern NUMBER = Pattern.compile("[A-Za-z0-9-]{1,64}");

    public Parcel {
        carrier = carrier.strip();
        number = number.strip();
    }

    /** Whether a carrier could number a parcel so: 1 to 64 letters, digits and hyphens. */
    public static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches();
    }

    /** As the audit log has it. */
    String label() {
        return carrier + " " + number;
    }

    boolean isSound() {
        return !carrier.isEmpty() && carrier.length() <= LONGEST_CARRIER && isNumber(number);
    }
}
