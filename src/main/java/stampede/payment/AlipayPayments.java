package stampede.payment;

import static java.util.stream.Collectors.groupingBy;
import static stampede.task.SendOption.in;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountId;
import stampede.alipay.Alipay;
import stampede.alipay.PayRequest;
import stampede.order.Order;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.OrderSteps;
import stampede.order.Orders;
import stampede.task.Tasks;

/** Sends shoppers to Alipay and tells them what came of it. */
@Service
class AlipayPayments implements Payments {

    private static final Duration ASK_AT_MOST_EVERY = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final Alipay alipay;
    private final ShopAddress shop;
    private final Orders orders;
    private final OrderSteps steps;
    private final PaymentAttempts attempts;
    private final PaymentRows payments;
    private final RefundRows refunds;
    private final FollowUps followUps;
    private final AlipayCallers callers;
    private final Tasks tasks;
    private final PaymentProperties properties;
    private final Clock clock;
    private final TransactionTemplate transaction;

    AlipayPayments(
            Alipay alipay,
            ShopAddress shop,
            Orders orders,
            OrderSteps steps,
            PaymentAttempts attempts,
            PaymentRows payments,
            RefundRows refunds,
            FollowUps followUps,
            AlipayCallers callers,
            Tasks tasks,
            PaymentProperties properties,
            Clock clock,
            PlatformTransactionManager transactions) {
        this.alipay = alipay;
        this.shop = shop;
        this.orders = orders;
        this.steps = steps;
        this.attempts = attempts;
        this.payments = payments;
        this.refunds = refunds;
        this.followUps = followUps;
        this.callers = callers;
        this.tasks = tasks;
        this.properties = properties;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * With the order's row locked: an order that starts closing afterwards finds the attempt and closes its trade, one that
     * started before refuses the attempt.
     */
    @Override
    public void begin(Order order, Channel channel) {
        transaction.executeWithoutResult(status -> {
            var now = clock.instant();
            var standing = steps.lock(order.id()).map(OrderSteps.Locked::status);
            if (!standing.equals(Optional.of(OrderStatus.AWAITING_PAYMENT)) || !now.isBefore(order.payBy())) {
                throw new PaymentRefused(PaymentRefusal.NOT_PAYABLE);
            }
            if (attempts.note(order, channel, now)) {
                tasks.send(QueryPayment.of(order.id(), 0), in(properties.pauseBefore(0)));
            }
        });
    }

    @Override
    public URI page(Order order) {
        return alipay.payPage(request(order));
    }

    @Override
    public String form(Order order) {
        return alipay.payForm(request(order));
    }

    @Override
    public String orderString(Order order) {
        return alipay.payOrderString(request(order));
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

    /** Nothing is signed for an order that was not begun: it would close without asking, while somebody pays. */
    private PayRequest request(Order order) {
        if (order.status() != OrderStatus.AWAITING_PAYMENT
                || attempts.among(Set.of(order.id())).isEmpty()) {
            throw new PaymentRefused(PaymentRefusal.NOT_PAYABLE);
        }
        return new PayRequest(
                order.id().toString(),
                "Stampede " + order.productName(),
                order.total(),
                order.payBy(),
                shop.notifyUrl(),
                shop.returnUrl());
    }
}
