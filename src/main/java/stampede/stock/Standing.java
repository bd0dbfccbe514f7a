package stampede.stock;

import java.util.Optional;
import stampede.account.AccountId;

/** How the counter sees a reservation. */
public sealed interface Standing {

    /** Its order has yet to come; {@code place} is 1 for the next in line, empty while unknown. */
    record Waiting(AccountId shopper, Optional<Integer> place) implements Standing {}

    /** An order holds its units. */
    record Settled(AccountId shopper) implements Standing {}

    /** Released, or never heard of. Only the database knows which. */
    record Gone() implements Standing {}

    /** The counter does not know the offer; ask the database. */
    record Cold() implements Standing {}
}
