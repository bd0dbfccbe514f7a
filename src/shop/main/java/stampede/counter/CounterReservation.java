package stampede.counter;

import stampede.stock.Reservation;

/**
 * A reservation as the counter has it.
 *
 * @param reservation the units kept
 * @param settled whether an order holds them; otherwise it waits for its order
 */
public record CounterReservation(Reservation reservation, boolean settled) {}
