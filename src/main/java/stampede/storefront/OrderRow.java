package stampede.storefront;

import java.util.Optional;
import stampede.order.Order;
import stampede.order.OrderStatus;

/**
 * An order as a page shows it.
 *
 * @param order the order
 * @param card the offer it was made from, if that can still be seen
 */
record OrderRow(Order order, Optional<OfferCard> card) {

    public Optional<String> picture() {
        return card.map(known -> known.offer().picture());
    }

    public boolean awaitsPayment() {
        return order.status() == OrderStatus.AWAITING_PAYMENT;
    }

    /** Whether it may change while the shopper looks on. */
    public boolean isMoving() {
        return awaitsPayment() || order.status() == OrderStatus.CLOSING;
    }
}
