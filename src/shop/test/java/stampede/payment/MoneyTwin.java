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
import stampede.audit.AuditLogs;
import stampede.counter.StockWorkbench;
import stampede.money.Money;
import stampede.order.Order;
import stampede.order.OrderId;
import stampede.order.OrderStateMachine;
import stampede.order.Orders;
import stampede.order.TradeCloser;
import stampede.refund.DueRefundRepository;
import stampede.refund.RefundCreator;
import stampede.refund.RefundOutcomes;
import stampede.refund.RefundPayer;
import stampede.refund.RefundProperties;
import stampede.refund.RefundRepository;
import stampede.task.Tasks;

/** The payment module on the real database and a {@link PretendAlipay}, perhaps with one rule of it broken on purpose. */
public final class MoneyTwin {

    private static final SignedIn OPERATOR = new SignedIn(new AccountId(1), "operator", Role.OPERATOR);

    /** Closes trades, and books what was paid meanwhile. */
    public final TradeCloser trades;

    private final StockWorkbench bench = StockWorkbench.get();
    private final PaymentProperties properties =
            new PaymentProperties("", "", List.of(Duration.ofMinutes(1)), Duration.ofSeconds(40), 1000);
    private final RefundProperties refundProperties = new RefundProperties(
            Duration.ofSeconds(3),
            Duration.ofSeconds(10),
            Duration.ofSeconds(40),
            1000,
            Duration.ofSeconds(30),
            Duration.ofSeconds(5));
    private final PaymentRepository payments = new PaymentRepository(bench.sql);
    private final RefundRepository refunds = new RefundRepository(bench.sql);
    private final DueRefundRepository due = new DueRefundRepository(bench.sql);
    private final PaymentAttemptRepository attempts = new PaymentAttemptRepository(bench.sql);
    private final PaymentMeters meters = new PaymentMeters(new SimpleMeterRegistry());
    private final OrderStateMachine steps;
    private final Tasks post;
    private final Alipay alipay;
    private final Clock clock;
    private final PlatformTransactionManager transactions;
    private final RefundCreator payBack;
    private final PaymentBooking paymentBooking;
    private final PaymentInquiry paymentInquiry;
    private final AlipayExecutor callers = new AlipayExecutor();

    public MoneyTwin(
            OrderStateMachine steps,
            Tasks post,
            PretendAlipay alipay,
            Clock clock,
            PlatformTransactionManager transactions) {
        this.steps = steps;
        this.post = post;
        this.alipay = alipay;
        this.clock = clock;
        this.transactions = transactions;
        payBack = new RefundCreator(refunds, post, refundProperties, clock);
        paymentBooking = new PaymentBooking(steps, payments, payBack, meters, event -> {}, clock, transactions);
        paymentInquiry = new PaymentInquiry(this.alipay, paymentBooking);
        trades = new AlipayTradeCloser(this.alipay, paymentInquiry, attempts, callers, properties);
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

        private final AlipayNotifications alipayNotifications;
        private final PaymentFollowUp paymentFollowUp;
        private final PaymentCheckout paymentCheckout;
        private final RefundPayer refundPayer;
        private final RefundDecisions operators;

        private Desk(Orders orders) {
            paymentFollowUp = new PaymentFollowUp(paymentInquiry, orders);
            alipayNotifications = new AlipayNotifications(
                    alipay,
                    steps,
                    new TradeNotificationProcessor(paymentBooking, post, properties),
                    new AlipayNotificationRepository(bench.sql),
                    meters,
                    properties,
                    clock,
                    transactions);
            paymentCheckout = new PaymentCheckout(
                    steps,
                    attempts,
                    post,
                    new ShopAddress(properties, new MockEnvironment()),
                    properties,
                    clock,
                    transactions);
            refundPayer = new RefundPayer(
                    due,
                    alipay,
                    steps,
                    post,
                    refundProperties,
                    new RefundOutcomes(new SimpleMeterRegistry(), event -> {}),
                    clock,
                    transactions);
            operators = new RefundDecisions(
                    refunds,
                    payBack,
                    new AlipayPayments(
                            alipay,
                            paymentCheckout,
                            payments,
                            refunds,
                            new PaymentRefresh(orders, payments, attempts, paymentFollowUp, callers, clock)),
                    orders,
                    steps,
                    AuditLogs.on(bench.sql, clock),
                    clock);
        }

        public AlipayNotification.Verdict notified(Map<String, String> fields) {
            return alipayNotifications.take(new AlipayNotificationForm(fields, false));
        }

        public void ask(OrderId order) {
            paymentFollowUp.ask(order);
        }

        /** False if the order does not wait for money any more. */
        public boolean begin(Order order) {
            return !isRefused(() -> paymentCheckout.begin(order, PaymentChannel.PAGE));
        }

        /** The next step of each refund of these orders, as if its time had come. */
        public void payBack(List<OrderId> ofOrders) {
            for (var refund : refunds.of(ofOrders)) {
                bench.jdbc.update(
                        "update refund set next_try_at_ms = 1 where out_request_no = ? and state = 'DUE'",
                        refund.requestNo());
                refundPayer.step(refund.requestNo());
            }
        }

        public Optional<PaymentRefusal> give(OrderId order, Money amount) {
            return refused(() -> operators.give(OPERATOR, order, amount, "given"));
        }

        /** A shopper asks, and nobody has decided yet. */
        public Optional<PaymentRefusal> ask(AccountId shopper, OrderId order, Money amount) {
            return refused(() -> operators.ask(shopper, order, amount, "please"));
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

        public OrderMoney money(OrderId order) {
            return new OrderMoney(payments.of(List.of(order)), refunds.of(List.of(order)));
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
