package stampede.payment;

import org.springframework.stereotype.Component;
import stampede.order.OrderId;
import stampede.order.Orders;

/** Asks Alipay about an order, and lets the order follow what it says. */
@Component
class FollowUps {

    private final Inquiries inquiries;
    private final Orders orders;

    FollowUps(Inquiries inquiries, Orders orders) {
        this.inquiries = inquiries;
        this.orders = orders;
    }

    /** A payment is booked; an order that nobody can pay any more closes. Outside of any transaction. */
    PaymentStanding ask(OrderId order) {
        var standing = inquiries.look(order);
        if (standing == PaymentStanding.CLOSED) {
            orders.tradeClosed(order);
        }
        return standing;
    }
}
