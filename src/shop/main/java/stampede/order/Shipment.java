package stampede.order;

import java.time.Instant;
import java.util.Optional;

/**
 * How an order was sent.
 *
 * @param carrier who carries it, such as {@code SF}, 1 to 40 characters
 * @param number the carrier's number of it, 1 to 64 letters, digits and hyphens
 * @param shippedAt when it was marked as shipped
 * @param finishedAt when the shopper had it, or was taken to have it
 */
public record Shipment(String carrier, String number, Instant shippedAt, Optional<Instant> finishedAt) {

    /** Whether it is the same parcel, by the words of whoever marks it. */
    public boolean isBy(String otherCarrier, String otherNumber) {
        return carrier.equals(otherCarrier) && number.equals(otherNumber);
    }
}
