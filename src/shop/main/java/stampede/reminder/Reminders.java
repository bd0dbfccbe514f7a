package stampede.reminder;

import java.util.List;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.catalog.SlotId;

/**
 * What each account wants to be told of. Pressing twice changes nothing. Somebody else's is as good as none.
 */
public interface Reminders {

    /** All of an account's that are not over, the one that is over first before the others. */
    List<Reminder> list(AccountId account);

    /** Those that are about the offer alone. */
    List<Reminder> list(AccountId account, OfferId offer);

    /** Those that are about the slot as a whole. */
    List<Reminder> list(AccountId account, SlotId slot);

    /**
     * Reminds of the opening of an offer.
     *
     * @throws ReminderRefused if there is nothing to be reminded of, or there are too many
     */
    Reminder remind(AccountId account, OfferId offer);

    /**
     * Reminds of the opening of a slot.
     *
     * @throws ReminderRefused if there is nothing to be reminded of, or there are too many
     */
    Reminder remind(AccountId account, SlotId slot);

    /**
     * Puts the account on the waitlist of an offer that sells: it is told, once, when there are units that nobody has. Whoever has been
     * told is told again after another press. Nothing is kept for them.
     *
     * @throws ReminderRefused if it does not sell, or there are too many
     */
    Reminder await(AccountId account, OfferId offer);

    /** False if there is none, or it is somebody else's. */
    boolean end(AccountId account, ReminderId reminder);

    /** How many want to be reminded of the offer, as this node knew a while ago; 0 if they are fewer than ten. From memory alone. */
    int count(OfferId offer);
}
