package stampede.purchase;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import stampede.catalog.OfferId;
import stampede.stock.ReservationId;

/**
 * Names a purchase to its shopper, as {@code reservation-offer-signature}: the offer leads to the keys in Redis, so that asking how
 * it stands takes no look-up in between; the signature shows that the shop gave the id to this shopper. Ids are equal if
 * reservation and offer are.
 *
 * @param reservation the reservation, and later the order
 * @param offer what is bought
 * @param signature 16 hexadecimal digits; empty in an id that was made from the other two
 */
public record PurchaseId(ReservationId reservation, OfferId offer, String signature) {

    /** What an id looks like, as a regular expression. */
    public static final String FORM = "[1-9][0-9]{0,18}-[1-9][0-9]{0,18}(-[0-9a-f]{16})?";

    private static final Pattern SIGNATURE = Pattern.compile("[0-9a-f]{16}");

    /** An id without signature: it finds what Redis or the database knows, and nothing else. */
    public PurchaseId(ReservationId reservation, OfferId offer) {
        this(reservation, offer, "");
    }

    /**
     * Reads the form that {@link #toString()} writes, with or without signature.
     *
     * @throws IllegalArgumentException if it is not of that form
     */
    public static PurchaseId of(String text) {
        var first = text.indexOf('-');
        if (first < 1) {
            throw malformed();
        }
        var second = text.indexOf('-', first + 1);
        var signature = second < 0 ? "" : text.substring(second + 1);
        if (second >= 0 && !SIGNATURE.matcher(signature).matches()) {
            throw malformed();
        }
        return new PurchaseId(
                ReservationId.of(text.substring(0, first)),
                OfferId.of(second < 0 ? text.substring(first + 1) : text.substring(first + 1, second)),
                signature);
    }

    private static IllegalArgumentException malformed() {
        return new IllegalArgumentException("A purchase id looks like 708540021-42-0123456789abcdef");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PurchaseId that && reservation.equals(that.reservation) && offer.equals(that.offer);
    }

    @Override
    public int hashCode() {
        return 31 * reservation.hashCode() + offer.hashCode();
    }

    @Override
    public String toString() {
        return signature.isEmpty() ? reservation + "-" + offer : reservation + "-" + offer + "-" + signature;
    }
}
