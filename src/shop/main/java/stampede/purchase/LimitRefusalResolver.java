package stampede.purchase;

import java.util.List;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import stampede.account.AccountId;
import stampede.catalog.Offer;
import stampede.order.Order;
import stampede.order.OrderStatus;
import stampede.order.Orders;

/** Says in the shopper's words what "limit" means: the one place of buying that asks the database, for those only who have units. */
@Component
class LimitRefusalResolver {

    private final Orders orders;

    LimitRefusalResolver(Orders orders) {
        this.orders = orders;
    }

    PurchaseRefusal resolve(AccountId shopper, Offer offer) {
        if (offer.limitPerShopper() > 1) {
            return PurchaseRefusal.LIMIT_REACHED;
        }
        return held(shopper, offer).stream()
                .findFirst()
                .map(order -> isUnpaid(order) ? PurchaseRefusal.HAS_UNPAID_ORDER : PurchaseRefusal.ALREADY_BOUGHT)
                .orElse(PurchaseRefusal.LIMIT_REACHED);
    }

    private List<Order> held(AccountId shopper, Offer offer) {
        try {
            return orders.held(shopper, offer.id());
        } catch (DataAccessException | TransactionException noDatabase) {
            return List.of();
        }
    }

    private static boolean isUnpaid(Order order) {
        return order.status() == OrderStatus.AWAITING_PAYMENT || order.status() == OrderStatus.CLOSING;
    }
}
