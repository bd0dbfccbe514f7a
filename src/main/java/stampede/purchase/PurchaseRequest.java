package stampede.purchase;

import stampede.account.SignedIn;
import stampede.catalog.OfferId;

/**
 * A press of the buy button.
 *
 * @param account who pressed it
 * @param clientAddress the address the request came from, for the limiter
 * @param offer what is wanted
 * @param units how many
 * @param address where it shall be delivered
 * @param idempotencyKey the same key gives the same purchase
 */
public record PurchaseRequest(
        SignedIn account, String clientAddress, OfferId offer, int units, String address, String idempotencyKey) {}
