package stampede.task;

/** What the history keeps of a task. */
public enum Remember {

    /** Every step, the result included; for what people ask about. Costs each node a row per task, written in groups. */
    EVERYTHING,

    /**
     * Only tasks that failed once, were cancelled or expired, from then on. For tasks that come in thousands a second: what goes well
     * costs nothing, and leaves neither state nor result.
     */
    FAILURES
}
