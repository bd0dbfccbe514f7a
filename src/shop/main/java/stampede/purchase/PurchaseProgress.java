package stampede.purchase;

import java.util.Optional;
import stampede.order.OrderId;

/** How a purchase stands. */
public sealed interface PurchaseProgress {

    /** Reserved, without an order yet; {@code place} is 1 for the next in line, empty while unknown. */
    record Reserved(Optional<Integer> place) implements PurchaseProgress {}

    /** There is an order. */
    record Placed(OrderId order) implements PurchaseProgress {}

    /** There will be no order. */
    record Refused(PurchaseRefusal reason) implements PurchaseProgress {}
}
