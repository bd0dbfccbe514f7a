package stampede.inquiry;

import java.util.Optional;
import java.util.stream.Stream;
import stampede.counter.CounterReservation;
import stampede.counter.CounterTrace;
import stampede.order.OrderId;
import stampede.stock.Reservation;

/**
 * Everything that is known about one purchase now.
 *
 * @param id its number
 * @param row its row in the database
 * @param trace what the counter of its offer has on it; empty if its offer is not known, or Redis did not answer
 * @param dead its message, if that was given up
 * @param redisAnswered whether Redis could be asked
 */
record PurchaseFacts(
        OrderId id,
        Optional<PurchaseRow> row,
        Optional<CounterTrace> trace,
        Optional<DeadOrderMessage> dead,
        boolean redisAnswered) {

    /** Whether there is any sign of it. */
    boolean known() {
        return reservation().isPresent() || trace.filter(CounterTrace::knowsIt).isPresent();
    }

    /** What was reserved, from whoever knows it best. */
    Optional<Reservation> reservation() {
        return Stream.of(
                        row.map(PurchaseRow::reservation),
                        trace.flatMap(CounterTrace::kept).map(CounterReservation::reservation),
                        dead.map(DeadOrderMessage::reservation))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Whether Redis has it reserved. */
    boolean isReserved() {
        return trace.flatMap(CounterTrace::reserved).isPresent();
    }

    boolean holds() {
        return row.filter(PurchaseRow::holds).isPresent();
    }

    /** Whether an order holds its units by Redis. */
    boolean settled() {
        return trace.flatMap(CounterTrace::kept)
                .filter(CounterReservation::settled)
                .isPresent();
    }

    /** Whether Redis has not yet been told what the database decided. */
    boolean redisIsBehind() {
        return row.isPresent()
                && trace.filter(CounterTrace::warm).isPresent()
                && (holds() ? !settled() : trace.flatMap(CounterTrace::kept).isPresent());
    }
}
