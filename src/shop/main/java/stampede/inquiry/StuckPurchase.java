package stampede.inquiry;

import java.time.Instant;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.order.OrderId;

/**
 * A purchase that was accepted and has stayed for too long where it ought to have moved on from.
 *
 * @param id its number
 * @param offer what was bought
 * @param shopper who bought
 * @param why where it stays
 * @param since since when
 */
public record StuckPurchase(OrderId id, OfferId offer, AccountId shopper, Why why, Instant since) {

    /** Where purchases get stuck. */
    public enum Why {
        /** Reserved; the database has neither an order nor a tombstone. */
        UNDECIDED,
        /** Reserved and decided, but Redis has not been told. */
        NOT_TOLD,
        /** The message that was to make the order was given up, and Redis has forgotten the reservation. */
        DEAD,
        /** Its time to pay is over, and it has not begun to close. */
        UNPAID,
        /** It began to close and has not closed. */
        CLOSING
    }
}
