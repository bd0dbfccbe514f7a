package stampede.payment;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.alipay.Alipay;
import stampede.order.Order;
import stampede.order.OrderId;
import stampede.order.OrderSteps;
import stampede.order.Orders;
import stampede.order.TradeCloser;
import stampede.stock.StockWorkbench;
import stampede.support.AuditLogs;
import stampede.support.Money;
import stampede.task.Tasks;

/** The payment module on the real database and a {@link PretendAlipay}, perhaps with one rule of it broken on purpose. */
public final class MoneyTwin {

    private static final SignedIn OPERATOR = new SignedIn(new AccountId(1), "operator", Role.OPERATOR);

    /** Closes trades, and books what was paid meanwhile. */
    public final TradeCloser trades;

    private final StockWorkbench bench = StockWorkbench.get();
    private final PaymentProperties properties =
            new PaymentProperties("", List.of(Duration.ofMinutes(1)), Duration.ofSeconds(40), 1000);
    private final RefundProperties refundProperties = new RefundProperties(
            Duration.ofSeconds(3),
            Duration.ofSeconds(10),
            Duration.ofSeconds(40),
            1000,
            Duration.ofSeconds(30),
            Duration.ofSeconds(5));
    private final PaymentRows payments = new PaymentRows(bench.sql);
    private final RefundRows refunds = new RefundRows(bench.sql);
    private final DueRefunds due = new DueRefunds(bench.sql);
    private final PaymentAttempts attempts = new PaymentAttempts(bench.sql);
    private final PaymentMeters meters = new PaymentMeters(new SimpleMeterRegistry());
    private final OrderSteps steps;
    private final Tasks post;
    private final Alipay alipay;
    private final Clock clock;
    private final PlatformTransactionManager transactions;
    private final PayBack payBack;
    private final Receipts receipts;
    private final Inquiries inquiries;
    private final AlipayCallers callers = new AlipayCallers();

    public MoneyTwin(
            OrderSteps steps, Tasks post, PretendAlipay alipay, Clock clock, PlatformTransactionManager transactions) {
        this.steps = steps;
        this.post = post;
        this.alipay = alipay;
        this.clock = clock;
        this.transactions = transactions;
        payBack = new PayBack(refunds, post, refundProperties, clock);
        receipts = new Receipts(steps, payments, payBack, meters, clock, transactions);
        inquiries = new Inquiries(this.alipay, receipts);
        trades = new TradesAtAlipay(this.alipay, inquiries, attempts, callers, properties);
    }

    /** What can be done once there are orders. */
    public Desk desk(Orders orders) {
        return new Desk(orders);
    }

    /** A notification of Alipay's that a buyer paid. */
    public static Map<String, String> paid(String order, String trade, Money amount, boolean genuine) {
        return Map.of(
                "notify_id",
                "N" + trade,
                "trade_status",
                "TRADE_SUCCESS",
                "trade_no",
                trade,
                "out_trade_no",
                order,
                "app_id",
                "app",
                "seller_id",
                "seller",
                "total_amount",
                amount.yuan(),
                "sign",
                genuine ? "genuine" : "forged");
    }

    /** The module's doors. */
    public final class Desk {

        private final Notifications notifications;
        private final FollowUps followUps;
        private final Checkout checkout;
        private final PayingBack payingBack;
        private final StoredRefunds operators;

        private Desk(Orders orders) {
            followUps = new FollowUps(inquiries, orders);
            notifications = new Notifications(
                    alipay,
                    steps,
                    new TradeNews(receipts, post, properties),
                    new NotificationRows(bench.sql),
                    meters,
                    properties,
                    clock,
                    transactions);
            checkout = new Checkout(
                    steps,
                    attempts,
                    post,
                    new ShopAddress(properties, new MockEnvironment()),
                    properties,
                    clock,
                    transactions);
            payingBack = new PayingBack(
                    due, alipay, steps, post, refundProperties, new SimpleMeterRegistry(), clock, transactions);
            operators = new StoredRefunds(
                    refunds,
                    payBack,
                    new AlipayPayments(
                            alipay,
                            checkout,
                            payments,
                            refunds,
                            new PaymentRefresh(orders, payments, attempts, followUps, callers, clock)),
                    orders,
                    steps,
                    AuditLogs.on(bench.sql, clock),
                    clock);
        }

        public Notification.Verdict notified(Map<String, String> fields) {
            return notifications.take(new NotificationForm(fields, false));
        }

        public void ask(OrderId order) {
            followUps.ask(order);
        }

        /** False if the order does not wait for money any more. */
        public boolean begin(Order order) {
            return !isRefused(() -> checkout.begin(order, Channel.PAGE));
        }

        /** The next step of each refund of these orders, as if its time had come. */
        public void payBack(List<OrderId> ofOrders) {
            for (var refund : refunds.of(ofOrders)) {
                bench.jdbc.update(
                        "update refund set next_try_at_ms = 1 where out_request_no = ? and state = 'DUE'",
                        refund.requestNo());
                payingBack.step(refund.requestNo());
            }
        }

        public Optional<PaymentRefusal> give(OrderId order, Money amount) {
            return refused(() -> operators.give(OPERATOR, order, amount, "given"));
        }

        /** A shopper asks, and an operator says yes or no. */
        public Optional<PaymentRefusal> askAndDecide(AccountId shopper, OrderId order, Money amount, boolean yes) {
            return refused(() -> {
                var asked = operators.ask(shopper, order, amount, "please");
                if (yes) {
                    operators.approve(OPERATOR, asked.requestNo());
                } else {
                    operators.decline(OPERATOR, asked.requestNo(), "no");
                }
            });
        }

        public Optional<PaymentRefusal> putUnitsBack(OrderId order) {
            return refused(() -> operators.putUnitsBack(OPERATOR, order));
        }

        public MoneyOfOrder money(OrderId order) {
            return new MoneyOfOrder(payments.of(List.of(order)), refunds.of(List.of(order)));
        }

        private boolean isRefused(Runnable work) {
            return refused(work).isPresent();
        }

        private Optional<PaymentRefusal> refused(Runnable work) {
            try {
                new TransactionTemplate(transactions).executeWithoutResult(status -> work.run());
                return Optional.empty();
            } catch (PaymentRefused no) {
                return Optional.of(no.reason());
            }
        }
    }
}
