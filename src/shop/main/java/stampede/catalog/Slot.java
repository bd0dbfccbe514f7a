package stampede.catalog;

/**
 * A named sale window, such as the one that opens at eight o'clock.
 *
 * @param id its id
 * @param window when it sells
 */
public record Slot(SlotId id, SaleWindow window) {}
