package stampede.orderadmin;

import java.time.Instant;
import stampede.account.AccountId;
import stampede.ids.Ids;
import stampede.order.OrderId;

/**
 * Who has units of an offer, and where they go.
 *
 * @param address as it was written; blank once it is forgotten
 */
record BuyerRow(OrderId order, AccountId account, String username, String address, Instant reservedAt) {

    /** The account's number says so. */
    Instant madeAt() {
        return Instant.ofEpochMilli(Ids.epochMillisOf(account.value()));
    }
}
