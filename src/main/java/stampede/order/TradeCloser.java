package stampede.order;

/** Closes the trade of an order at the payment provider, so that nobody can pay for units that are about to go back. */
public interface TradeCloser {

    /** Asks the provider to close the order's trade; may be asked again. */
    Answer close(OrderId order);

    /** What the provider said. */
    enum Answer {
        /** The trade is closed, or there never was one: the units may go back. */
        CLOSED,
        /** It was paid meanwhile, and the payment is booked: the order is paid, not closed. */
        PAID,
        /** No answer. The order stays {@link OrderStatus#CLOSING} and is tried again. */
        UNKNOWN
    }
}
