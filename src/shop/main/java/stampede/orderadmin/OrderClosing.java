package stampede.orderadmin;

import org.springframework.stereotype.Service;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.audit.AuditLog.Change;
import stampede.audit.AuditedActs;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Orders;

/** Closes orders that nobody paid before their time is up. */
@Service
public class OrderClosing {

    private final Orders orders;
    private final AuditedActs acts;

    OrderClosing(Orders orders, AuditedActs acts) {
        this.orders = orders;
        this.acts = acts;
    }

    /**
     * Begins to close an order, and closes it as far as the provider answers; its units then go back, once. Audited.
     *
     * @return whether it waited for its payment; otherwise nothing is done
     */
    public boolean close(SignedIn operator, OrderId order, String reason) {
        var act = new AuditLog.Act(operator.who(), "ORDER_CLOSED", "order:" + order).because(reason);
        var begun = acts.run(
                act,
                () -> orders.startClosing(order, operator.who())
                        ? AuditedActs.Done.of(true, Change.of(OrderStatus.AWAITING_PAYMENT, OrderStatus.CLOSING))
                        : AuditedActs.Done.nothing(false));
        if (begun) {
            orders.closeIfDue(order, operator.who());
        }
        return begun;
    }
}
