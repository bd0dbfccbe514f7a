package stampede.purchase;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import stampede.account.AccountId;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;

/** The way from a click to a place in the queue. */
public interface Purchases {

    /**
     * Asks the limiter, in memory: the first thing to do about a press of the button, before what was sent with it is looked at.
     *
     * @param clientAddress the address the request came from
     * @throws PurchaseRefused if it was one too many, or the account is no shopper's
     */
    AdmittedAttempt admit(SignedIn account, String clientAddress);

    /**
     * The same for a press of which it is known already what it is for: a refusal counts as one of that offer's.
     *
     * @throws PurchaseRefused as {@link #admit(SignedIn, String)}
     */
    default AdmittedAttempt admit(SignedIn account, String clientAddress, OfferId offer) {
        return admit(account, clientAddress);
    }

    /**
     * Reserves units and queues the order.
     *
     * @return the purchase, the same for the same idempotency key
     * @throws PurchaseRefused if the shopper cannot have them, or with {@link PurchaseRefusal#OUTCOME_UNKNOWN} if that is not known yet
     */
    PurchaseId buy(PurchaseRequest request);

    /** Counts a press of the button for this offer that was refused before it could be one. */
    void refuse(PurchaseRefusal reason, OfferId offer);

    /**
     * How the shopper's purchase stands, or empty if it is not theirs or nobody knows it.
     *
     * @throws PurchaseRefused with {@link PurchaseRefusal#TOO_MANY_ATTEMPTS} if they asked for too many that are not
     * @throws org.springframework.dao.DataAccessException if only the database can know, and it does not answer
     */
    Optional<PurchaseProgress> progress(AccountId shopper, PurchaseId purchase);

    /** The same for many purchases at once, of any shoppers, in few round trips: for those who push progress to pages. */
    Map<PurchaseId, PurchaseProgress> progress(Collection<PurchaseId> purchases);
}
