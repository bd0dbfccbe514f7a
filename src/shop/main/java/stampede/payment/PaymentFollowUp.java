package stampede.payment;

import org.springframework.stereotype.Component;
import stampede.order.OrderId;
import stampede.order.Orders;

/** Asks Alipay about an order, and lets the order follow what it says. */
@Component
public class PaymentFollowUp {

    private final PaymentInquiry inquiry;
    private final Orders orders;

    PaymentFollowUp(PaymentInquiry inquiry, Orders orders) {
        this.inquiry = inquiry;
        this.orders = orders;
    }

    /** A payment is booked; an order that nobody can pay any more closes. Outside of any transaction. */
    public PaymentStatus ask(OrderId order) {
        var status = inquiry.look(order);
        if (status == PaymentStatus.CLOSED) {
            orders.closeWithTrade(order);
        }
        return status;
    }
}
