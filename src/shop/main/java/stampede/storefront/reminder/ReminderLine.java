package stampede.storefront.reminder;

import java.util.Optional;
import stampede.catalog.Offer;
import stampede.catalog.SaleWindow;
import stampede.reminder.Reminder;
import stampede.reminder.ReminderKind;

/**
 * A line of the list of what somebody wants to be told of.
 *
 * @param offer empty: all of a slot
 */
public record ReminderLine(Reminder reminder, SaleWindow window, Optional<Offer> offer) {

    /** Whether it is a place on a waitlist. */
    public boolean isWaiting() {
        return reminder.kind() == ReminderKind.BACK;
    }

    /** The page of what it is about. */
    public String path() {
        return offer.map(one -> "/offers/" + one.id()).orElseGet(() -> "/slots/" + reminder.slot());
    }
}
