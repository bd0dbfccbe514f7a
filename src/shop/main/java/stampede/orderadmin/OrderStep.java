package stampede.orderadmin;

import java.time.Instant;
import stampede.order.OrderStatus;

/**
 * A step that an order took.
 *
 * @param to where it has stood since
 * @param at when
 * @param who took it, such as {@code worker} or {@code operator:3}
 */
public record OrderStep(OrderStatus to, Instant at, String who) {}
