package stampede.storefront.reminder;

import java.util.Optional;
import stampede.order.OrderId;

/**
 * Whether nothing is in a shopper's way when a sale opens.
 *
 * @param hasAddress whether there is an address to choose
 * @param unpaid an order that waits for its payment
 */
public record ReadyCheck(boolean hasAddress, Optional<OrderId> unpaid) {}
