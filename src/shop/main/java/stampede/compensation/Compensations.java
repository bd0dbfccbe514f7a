package stampede.compensation;

/** The log of all that was undone or repaired, in the table {@code compensation} and in the file {@code compensation.jsonl}. */
@FunctionalInterface
public interface Compensations {

    /**
     * Writes it down: its row in the caller's transaction, if there is one, and its line when that has committed; else both soon, and
     * without throwing.
     */
    void write(Compensation compensation);
}
