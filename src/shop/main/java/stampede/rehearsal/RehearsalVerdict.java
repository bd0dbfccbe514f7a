package stampede.rehearsal;

/** What a figure, or a whole rehearsal, comes to; a later one is worse. The names are part of the JSON API. */
public enum RehearsalVerdict {
    READY,
    WARNING,
    NOT_READY,
    /** It did not come to its end, so it says nothing. Never of a figure. */
    STOPPED
}
