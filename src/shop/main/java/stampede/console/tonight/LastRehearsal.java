package stampede.console.tonight;

import java.util.Optional;
import stampede.rehearsal.Rehearsal;

/**
 * What the newest rehearsal came to.
 *
 * @param rehearsal asked for within the last 24 hours; empty if none was
 */
public record LastRehearsal(Optional<Rehearsal> rehearsal) {}
