package stampede.counter;

import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.stock.ReservationId;

/**
 * Asks for units of an offer.
 *
 * @param id the id the reservation shall have
 * @param offer what is bought
 * @param shopper who buys
 * @param units how many; 0 reserves nothing and finds what the key reserved before
 * @param idempotencyKey chosen by the client; the same key of the same shopper gives the same reservation. 1 to 64 of
 *     letters, digits, {@code -} and {@code _}
 * @param detail kept with the reservation until it is confirmed, for who has to queue the order again; opaque here
 */
public record ReserveRequest(
        ReservationId id, OfferId offer, AccountId shopper, int units, String idempotencyKey, String detail) {}
