package stampede.stock;

import java.time.Instant;
import stampede.account.AccountId;
import stampede.catalog.OfferId;

/**
 * Units kept for a shopper before there is an order.
 *
 * @param id its id, and later the order's
 * @param offer what is bought
 * @param shopper who buys
 * @param units how many
 * @param reservedAt when, by the clock of Redis, to the millisecond
 */
public record Reservation(ReservationId id, OfferId offer, AccountId shopper, int units, Instant reservedAt) {}
