package stampede.replica;

import java.time.Instant;
import java.util.Optional;

/**
 * What was read, for who keeps it in memory and tells it to others.
 *
 * @param asOf if it came from the replica: what was written since then may be missing
 */
public record ReplicaAnswer<T>(T value, Optional<Instant> asOf) {}
