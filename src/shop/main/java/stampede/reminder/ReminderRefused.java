package stampede.reminder;

import stampede.refusal.RefusalException;

/** Somebody is not told of something. */
public class ReminderRefused extends RefusalException {

    public ReminderRefused(ReminderRefusal reason) {
        super(reason);
    }

    @Override
    public ReminderRefusal reason() {
        return (ReminderRefusal) super.reason();
    }
}
