package stampede.payment;

import static java.util.stream.Collectors.groupingBy;

import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Service;
import stampede.account.AccountId;
import stampede.alipay.Alipay;
import stampede.order.Order;
import stampede.order.OrderId;
import stampede.refund.Refund;
import stampede.refund.RefundRepository;

/** Sends shoppers to Alipay and tells them what came of it. */
@Service
class AlipayPayments implements Payments {

    private final Alipay alipay;
    private final PaymentCheckout checkout;
    private final PaymentRepository payments;
    private final RefundRepository refunds;
    private final PaymentRefresh refresh;

    AlipayPayments(
            Alipay alipay,
            PaymentCheckout checkout,
            PaymentRepository payments,
            RefundRepository refunds,
            PaymentRefresh refresh) {
        this.alipay = alipay;
        this.checkout = checkout;
        this.payments = payments;
        this.refunds = refunds;
        this.refresh = refresh;
    }

    @Override
    public void begin(Order order, PaymentChannel channel) {
        checkout.begin(order, channel);
    }

    @Override
    public URI page(Order order) {
        return alipay.payPage(checkout.request(order));
    }

    @Override
    public String form(Order order) {
        return alipay.payForm(checkout.request(order));
    }

    @Override
    public String orderString(Order order) {
        return alipay.payOrderString(checkout.request(order));
    }

    @Override
    public void refresh(AccountId shopper, OrderId id) {
        refresh.ask(shopper, id);
    }

    @Override
    public Map<OrderId, OrderMoney> money(Collection<OrderId> ids) {
        var paid = payments.of(ids).stream().collect(groupingBy(Payment::order));
        var back = refunds.of(ids).stream().collect(groupingBy(Refund::order));
        var money = new HashMap<OrderId, OrderMoney>();
        for (var id : ids) {
            if (paid.containsKey(id) || back.containsKey(id)) {
                money.put(id, new OrderMoney(paid.getOrDefault(id, List.of()), back.getOrDefault(id, List.of())));
            }
        }
        return money;
    }
}
