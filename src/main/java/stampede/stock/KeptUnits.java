package stampede.stock;

/**
 * A reservation as the counter has it.
 *
 * @param reservation the units kept
 * @param settled whether an order holds them; otherwise it waits for its order
 */
public record KeptUnits(Reservation reservation, boolean settled) {}
