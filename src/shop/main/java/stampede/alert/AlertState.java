package stampede.alert;

/** How far an alert is. */
public enum AlertState {
    /** Bad, and not yet for long enough. */
    PENDING,
    FIRING,
    /** Good again, for a while. */
    RESOLVED
}
