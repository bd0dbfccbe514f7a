package stampede.counter;

import java.util.Optional;
import stampede.account.AccountId;

/** How the counter sees a reservation. */
public sealed interface CounterReservationState {

    /** Reserved, without an order yet; {@code place} is 1 for the next in line, empty while unknown. */
    record Reserved(AccountId shopper, Optional<Integer> place) implements CounterReservationState {}

    /** An order holds its units. */
    record Settled(AccountId shopper) implements CounterReservationState {}

    /** Released, or never heard of. Only the database knows which. */
    record Gone() implements CounterReservationState {}

    /** The counter does not know the offer; ask the database. */
    record Cold() implements CounterReservationState {}
}
