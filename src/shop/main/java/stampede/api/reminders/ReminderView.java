package stampede.api.reminders;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import stampede.catalog.OfferId;
import stampede.reminder.Reminder;
import stampede.reminder.ReminderKind;

/**
 * Something that the caller is told of.
 *
 * @param kind OPENING: that the sale opens; BACK: that a unit came back to it
 * @param offerId null: all of the slot
 * @param over when there is nothing more to be told: the opening, or the end of the sale
 * @param told when it was told; null: not yet
 */
@Schema(name = "Reminder")
record ReminderView(
        @Schema(example = "708540021337007") String id,
        ReminderKind kind,
        String slotId,
        @Nullable String offerId,
        Instant over,
        @Nullable Instant told) {

    static ReminderView of(Reminder reminder) {
        return new ReminderView(
                reminder.id().toString(),
                reminder.kind(),
                reminder.slot().toString(),
                reminder.offer().map(OfferId::toString).orElse(null),
                reminder.over(),
                reminder.told().orElse(null));
    }
}
