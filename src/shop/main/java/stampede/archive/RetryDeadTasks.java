package stampede.archive;

/**
 * Takes the next turn of a run through the archive.
 *
 * @param runId which, as text because JSON numbers lose digits
 * @param step the turn: one that was taken already does nothing
 */
public record RetryDeadTasks(String runId, int step) {}
