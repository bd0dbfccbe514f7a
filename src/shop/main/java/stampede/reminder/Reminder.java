package stampede.reminder;

import java.time.Instant;
import java.util.Optional;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.catalog.SlotId;

/**
 * Something that a shopper wants to be told of.
 *
 * @param account whose it is
 * @param slot the slot it is about
 * @param offer the offer it is about; empty: all of the slot
 * @param over when there is nothing more to be told: the opening, or the end of the sale
 * @param told when it was told; empty: not yet
 */
public record Reminder(
        ReminderId id,
        AccountId account,
        ReminderKind kind,
        SlotId slot,
        Optional<OfferId> offer,
        Instant over,
        Optional<Instant> told) {}
