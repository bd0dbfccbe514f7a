package stampede.order;

import java.util.Optional;
import stampede.account.AccountId;
import stampede.catalog.OfferId;

/**
 * What the database says of a reservation, tombstones included.
 *
 * @param offer what was wanted
 * @param shopper who wanted it
 * @param status where it stands
 * @param rejection why, if it was {@link OrderStatus#REJECTED}
 */
public record ReservationOutcome(OfferId offer, AccountId shopper, OrderStatus status, Optional<Rejection> rejection) {}
