package stampede.room;

import java.time.Instant;
import stampede.account.AccountId;
import stampede.catalog.OfferId;

/**
 * Says that it is an account's turn. It opens the way to the buy button and reserves nothing.
 *
 * @param room what it is for
 * @param offer whose room that is
 * @param shopper whose it is
 * @param number of the ticket it was taken with
 * @param until good before that
 */
public record RoomPass(RoomId room, OfferId offer, AccountId shopper, int number, Instant until) {}
