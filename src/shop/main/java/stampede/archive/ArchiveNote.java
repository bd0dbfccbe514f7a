package stampede.archive;

import java.time.Instant;

/**
 * What an operator noted about a dead task.
 *
 * @param who such as {@code operator:3}
 * @param text in their words
 */
public record ArchiveNote(Instant at, String who, String text) {}
