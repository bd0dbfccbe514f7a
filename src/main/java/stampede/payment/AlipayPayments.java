package stampede.payment;

import static java.util.stream.Collectors.groupingBy;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Service;
import stampede.account.AccountId;
import stampede.alipay.Alipay;
import stampede.order.Order;
import stampede.order.OrderId;
import stampede.order.Orders;

/** Sends shoppers to Alipay and tells them what came of it. */
@Service
class AlipayPayments implements Payments {

    private static final Duration ASK_AT_MOST_EVERY = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final Alipay alipay;
    private final Checkout checkout;
    private final Orders orders;
    private final PaymentAttempts attempts;
    private final PaymentRows payments;
    private final RefundRows refunds;
    private final FollowUps followUps;
    private final AlipayCallers callers;
    private final Clock clock;

    AlipayPayments(
            Alipay alipay,
            Checkout checkout,
            Orders orders,
            PaymentAttempts attempts,
            PaymentRows payments,
            RefundRows refunds,
            FollowUps followUps,
            AlipayCallers callers,
            Clock clock) {
        this.alipay = alipay;
        this.checkout = checkout;
        this.orders = orders;
        this.attempts = attempts;
        this.payments = payments;
        this.refunds = refunds;
        this.followUps = followUps;
        this.callers = callers;
        this.clock = clock;
    }

    @Override
    public void begin(Order order, Channel channel) {
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
        if (orders.find(shopper, id).isPresent()
                && !payments.hasOf(id)
                && attempts.mayAsk(id, clock.instant(), ASK_AT_MOST_EVERY)) {
            callers.call(() -> followUps.ask(id), PATIENCE);
        }
    }

    @Override
    public Map<OrderId, MoneyOfOrder> money(Collection<OrderId> ids) {
        var paid = payments.of(ids).stream().collect(groupingBy(Payment::order));
        var back = refunds.of(ids).stream().collect(groupingBy(Refund::order));
        var money = new HashMap<OrderId, MoneyOfOrder>();
        for (var id : ids) {
            if (paid.containsKey(id) || back.containsKey(id)) {
                money.put(id, new MoneyOfOrder(paid.getOrDefault(id, List.of()), back.getOrDefault(id, List.of())));
            }
        }
        return money;
    }
}
