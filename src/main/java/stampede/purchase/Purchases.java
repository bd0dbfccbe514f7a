package stampede.purchase;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import stampede.account.AccountId;

/** The way from a click to a place in the queue. */
public interface Purchases {

    /**
     * Reserves units and queues the order.
     *
     * @return the purchase, the same for the same idempotency key
     * @throws PurchaseRefused if the shopper cannot have them
     */
    PurchaseId buy(PurchaseRequest request);

    /** How the shopper's purchase stands, or empty if it is not theirs. */
    Optional<PurchaseProgress> progress(AccountId shopper, PurchaseId purchase);

    /** The same for many purchases at once, of whoever, in few round trips: for those who push progress to pages. */
    Map<PurchaseId, PurchaseProgress> progress(Collection<PurchaseId> purchases);
}
