package stampede.console.orders;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.audit.AuditSearchRepository;
import stampede.order.OrderId;
import stampede.orderadmin.OrderAddresses;
import stampede.orderadmin.OrderLine;
import stampede.orderadmin.OrderSearchRepository;
import stampede.orderadmin.ParcelForms;
import stampede.payment.OrderMoney;
import stampede.payment.Payments;

/** One order with all that its page tells of it. */
@Component
class OrderPageReader {

    private static final int MOST_ACTS = 50;

    private final OrderSearchRepository orders;
    private final Payments payments;
    private final AuditSearchRepository audit;
    private final OrderAddresses addresses;

    OrderPageReader(
            OrderSearchRepository orders, Payments payments, AuditSearchRepository audit, OrderAddresses addresses) {
        this.orders = orders;
        this.payments = payments;
        this.audit = audit;
        this.addresses = addresses;
    }

    static String path(OrderId order) {
        return "/console/orders/" + order;
    }

    /** What there is not has no page. */
    OrderLine find(OrderId id) {
        return orders.find(new Scope.All(), id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    OrderMoney money(OrderId id) {
        return payments.money(List.of(id)).getOrDefault(id, OrderMoney.NONE);
    }

    /** Whether all that was paid can go back now. */
    boolean canGive(OrderLine order) {
        var money = money(order.id());
        return switch (order.status()) {
            case PAID, SHIPPED, FINISHED ->
                !money.hasOpenRefund() && money.refundable().fen() > 0;
            case AWAITING_PAYMENT, CLOSING, CLOSED, REFUNDING, REFUNDED, REJECTED, ABANDONED -> false;
        };
    }

    ModelAndView show(SignedIn operator, OrderLine order) {
        var money = money(order.id());
        return new ModelAndView("console/order")
                .addObject("base", "/console/orders")
                .addObject("order", order)
                .addObject("form", ParcelForms.of(order))
                .addObject("money", money)
                .addObject("canGive", canGive(order))
                .addObject("mayLook", addresses.mayLook(operator, order))
                .addObject("steps", orders.steps(order.id()))
                .addObject(
                        "acts",
                        audit.about(
                                Stream.concat(
                                                Stream.of("order:" + order.id()),
                                                money.refunds().stream().map(refund -> "refund:" + refund.requestNo()))
                                        .toList(),
                                MOST_ACTS));
    }
}
