package stampede.reminder;

import java.time.Clock;
import stampede.task.Beat;
import stampede.task.TaskHandlers;
import stampede.task.Tick;

/** Forgets what there is nothing more to tell of. */
@TaskHandlers
class ReminderTaskHandlers {

    private static final int AT_ONCE = 1_000;

    private final ReminderRepository rows;
    private final ReminderProperties properties;
    private final Clock clock;

    ReminderTaskHandlers(ReminderRepository rows, ReminderProperties properties, Clock clock) {
        this.rows = rows;
        this.properties = properties;
        this.clock = clock;
    }

    /** A thousand at a time, so that no transaction is long. */
    @Beat(name = "reminder.forget", every = "1h", overlap = false)
    void forget(Tick tick) {
        var before = clock.instant().minus(properties.keep()).toEpochMilli();
        int forgotten;
        do {
            forgotten = rows.deleteBefore(before, AT_ONCE);
        } while (forgotten == AT_ONCE);
    }
}
