package stampede.archive;

/** Where a dead task stands. The names are part of the JSON API and of addresses. */
public enum ArchiveState {
    /** Nobody has decided about it. */
    UNDECIDED,
    /** Nobody has decided about it, and nobody has to: what it was for came about in another way. Counts among the undecided. */
    SETTLED,
    /** It was sent once more. */
    RETRIED,
    /** It is not to be sent again. */
    DISCARDED;

    /** Whether somebody decided about it. */
    public boolean isDecided() {
        return this == RETRIED || this == DISCARDED;
    }
}
