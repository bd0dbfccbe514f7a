package stampede.console.orders;

/** What an operator did to an order. */
enum OrderDeed {
    SHIPPED,
    CORRECTED,
    CLOSED,
    GIVEN
}
