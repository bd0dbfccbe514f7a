package stampede.report;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import stampede.catalog.OfferId;
import stampede.catalog.OfferKind;

/**
 * A sale in a list.
 *
 * @param offer what was sold
 * @param slot the slot's number
 * @param product the product's name where nobody's language is known
 * @param seller the number of who sells it
 * @param kind goods, or a coupon
 * @param opensAt when it opened or opens
 * @param closesAt when it ended or ends
 * @param total how many units there are
 * @param left how many of them no order holds
 * @param listPriceFen what a unit costs at other times
 * @param closedOutAt when its books were closed, if they are
 */
public record SaleLine(
        OfferId offer,
        long slot,
        String product,
        long seller,
        OfferKind kind,
        Instant opensAt,
        Instant closesAt,
        long total,
        long left,
        long listPriceFen,
        @Nullable Instant closedOutAt) {

    /** How many units orders hold. */
    public long held() {
        return total - left;
    }

    /** Whole percent of them: 100 only if that are all. */
    public int percentSold() {
        return total == 0 ? 0 : (int) (100 * held() / total);
    }

    /** How far it is, for who looks for one. */
    public enum Stage {
        CLOSED_OUT,
        OPEN
    }
}
