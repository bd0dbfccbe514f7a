package stampede.reminder;

/** What there is to be told. The names are part of the JSON API and of the table. */
public enum ReminderKind {
    /** That a sale opens in a moment. */
    OPENING,
    /** That a unit came back to a sale that was sold out: the waitlist. */
    BACK
}
