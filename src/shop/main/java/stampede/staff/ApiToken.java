package stampede.staff;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import stampede.account.Duty;

/**
 * With what another system uses the API in the name of an operator or a seller; without its secret.
 *
 * @param id names it
 * @param name what its owner calls it
 * @param duties of an operator's; those that the owner has no more do not count
 * @param made when it was made
 * @param expires when it ends by itself
 * @param used when it was used last, to the minute
 */
public record ApiToken(
        String id, String name, Set<Duty> duties, Instant made, Instant expires, Optional<Instant> used) {}
