package stampede.api;

import java.util.List;
import org.springframework.stereotype.Component;
import stampede.account.SignedIn;
import stampede.api.problem.ApiRefusal;
import stampede.order.Order;
import stampede.order.OrderId;
import stampede.order.Orders;
import stampede.payment.OrderMoney;
import stampede.payment.Payments;
import stampede.refusal.RefusalException;

/** Orders together with what has happened to their money. */
@Component
class OrderViews {

    private final Orders orders;
    private final Payments payments;

    OrderViews(Orders orders, Payments payments) {
        this.orders = orders;
        this.payments = payments;
    }

    /** The shopper's order; refused if it is not theirs. */
    OrderView view(SignedIn account, OrderId id) {
        return of(List.of(find(account, id))).get(0);
    }

    Order find(SignedIn account, OrderId id) {
        return orders.find(account.id(), id).orElseThrow(() -> new RefusalException(ApiRefusal.NOT_FOUND));
    }

    List<OrderView> of(List<Order> found) {
        var money = payments.money(found.stream().map(Order::id).toList());
        return found.stream()
                .map(order -> OrderView.of(order, money.getOrDefault(order.id(), OrderMoney.NONE)))
                .toList();
    }
}
