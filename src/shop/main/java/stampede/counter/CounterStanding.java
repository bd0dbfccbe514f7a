package stampede.counter;

import java.util.Optional;
import stampede.account.AccountId;

/** How the counter sees a reservation. */
public sealed interface CounterStanding {

    /** Its order has yet to come; {@code place} is 1 for the next in line, empty while unknown. */
    record Waiting(AccountId shopper, Optional<Integer> place) implements CounterStanding {}

    /** An order holds its units. */
    record Settled(AccountId shopper) implements CounterStanding {}

    /** Released, or never heard of. Only the database knows which. */
    record Gone() implements CounterStanding {}

    /** The counter does not know the offer; ask the database. */
    record Cold() implements CounterStanding {}
}
