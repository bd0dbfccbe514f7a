package stampede.order;

import java.util.List;

/**
 * Closes those of these orders that were not paid in time. A promise to look, not a decision: what counts is the order and
 * the database's clock.
 *
 * @param orderIds as text because JSON numbers lose digits
 */
public record CloseUnpaidOrders(List<String> orderIds) {

    public CloseUnpaidOrders {
        orderIds = List.copyOf(orderIds);
    }
}
