package stampede.room;

import java.time.Instant;
import stampede.account.AccountId;
import stampede.catalog.OfferId;

/**
 * Says that an account waits, and since when; one for each account, whatever it is shown on.
 *
 * @param room what it is for
 * @param offer whose room that is
 * @param shopper whose it is
 * @param number from 0 on, in the order of arrival
 * @param takenAt when it was taken
 */
public record RoomTicket(RoomId room, OfferId offer, AccountId shopper, int number, Instant takenAt) {}
