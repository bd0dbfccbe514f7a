package stampede.counter;

import stampede.stock.Reservation;

/**
 * A reservation as the counter has it.
 *
 * @param reservation the units kept
 * @param settled whether an order holds them; otherwise it is reserved
 */
public record CounterReservation(Reservation reservation, boolean settled) {}
