package stampede.shipping;

import java.util.Optional;
import stampede.order.OrderId;

/**
 * What became of one of many.
 *
 * @param order which
 * @param refusal why it was not marked as shipped; empty if it was, now or before
 */
public record ShippingAnswer(OrderId order, Optional<ShippingRefusal> refusal) {}
