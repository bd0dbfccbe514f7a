package stampede.rehearsal;

/** How far a rehearsal is. The names are part of the JSON API. */
public enum RehearsalStep {
    /** The readiness list is looked at; with a hard point open it ends here. */
    CHECK,
    /** The shadow is put on sale, and its counter filled. */
    PREPARE,
    /** Bots look at the page of the offer. */
    LOOK,
    /** Bots press the button. */
    PRESS,
    /** Until no order waits. */
    DRAIN,
    /** The books of the shadow are checked. */
    BOOKS,
    /** The figures are compared with what is wanted. */
    VERDICT
}
