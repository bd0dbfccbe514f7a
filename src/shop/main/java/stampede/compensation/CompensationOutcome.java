package stampede.compensation;

/** What came of it. */
public enum CompensationOutcome {
    /** It is undone or repaired. */
    OK,
    /** It is tried again. */
    RETRYING,
    /** Nothing more happens by itself. */
    FAILED
}
