package stampede.payment;

import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.alipaysandbox.LocalAlipay;
import stampede.alipaysandbox.LocalAlipayFault;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.TestOffers;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.order.Order;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.purchase.PatientBuyer;
import stampede.purchase.PurchaseRequest;
import stampede.purchase.Purchases;

/** Orders of ¥19.90 that wait for their money, bought as shoppers buy them, and what can be seen of them. */
@Component
public class OrdersToPay {

    private static final AtomicLong SHOPPERS = new AtomicLong(System.nanoTime() >>> 8);

    private final OfferPublishing offerPublishing;
    private final LiveStock stock;
    private final Purchases purchases;
    private final Orders orders;
    private final Payments payments;
    private final JdbcClient sql;
    private final LocalAlipay alipay = LocalAlipay.shared();
    private @Nullable OfferId offer;

    OrdersToPay(
            OfferPublishing offerPublishing,
            LiveStock stock,
            Purchases purchases,
            Orders orders,
            Payments payments,
            JdbcClient sql) {
        this.offerPublishing = offerPublishing;
        this.stock = stock;
        this.purchases = purchases;
        this.orders = orders;
        this.payments = payments;
        this.sql = sql;
    }

    /** One that nobody went to pay yet. */
    public Order placed() {
        var shopper = new SignedIn(new AccountId(SHOPPERS.incrementAndGet()), "payer", Role.SHOPPER);
        var offer = offer();
        var key = UUID.randomUUID().toString();
        var purchase = PatientBuyer.buy(
                purchases,
                () -> new PurchaseRequest(purchases.admit(shopper, "127.0.0.1"), offer, 1, "West Lake 1", key));
        var id = new OrderId(purchase.reservation().value());
        await().atMost(Duration.ofSeconds(15)).until(() -> orders.find(id).isPresent());
        return orders.find(id).orElseThrow();
    }

    /** One whose shopper is at Alipay. */
    public Order begun() {
        var order = placed();
        payments.begin(order, PaymentChannel.PAGE);
        return order;
    }

    /** Where the shopper of an order pays who has begun. */
    public URI page(Order order) {
        return payments.page(order);
    }

    /** The order is paid at Alipay, and the notification of it is lost. */
    public LocalAlipay.Trade payUnheard(Order order) {
        return payUnheard(order, payments.page(order));
    }

    /** The same, on a page that was signed before. */
    public LocalAlipay.Trade payUnheard(Order order, URI page) {
        var drop = alipay.switchOn(LocalAlipayFault.drop().forOrder(order.id().toString()));
        try {
            return alipay.pay(page).trade();
        } finally {
            drop.off();
        }
    }

    public OrderStatus status(Order order) {
        return orders.find(order.id()).orElseThrow().status();
    }

    public void awaitStatus(Order order, OrderStatus status) {
        await().atMost(Duration.ofSeconds(20)).until(() -> status(order) == status);
    }

    public OrderMoney money(Order order) {
        return payments.money(List.of(order.id())).getOrDefault(order.id(), OrderMoney.NONE);
    }

    /** What the money of an order was used for, oldest first. */
    List<Payment.State> uses(Order order) {
        return money(order).payments().stream().map(Payment::state).toList();
    }

    /** The notifications in the inbox that name the order, oldest first. */
    List<AlipayNotification> inbox(OrderId order) {
        return sql.sql("select * from payment_notification where order_id = :order order by id")
                .param("order", order.value())
                .query(AlipayNotificationRepository::notification)
                .list();
    }

    /** How often the order took this step. */
    long steps(Order order, OrderStatus to) {
        return sql.sql("select count(*) from order_event where order_id = :order and to_status = :to")
                .param("order", order.id().value())
                .param("to", to.name())
                .query(Long.class)
                .single();
    }

    private synchronized OfferId offer() {
        var known = offer;
        if (known == null) {
            known = TestOffers.running(offerPublishing, 5_000, 5);
            var opening = known;
            await().atMost(Duration.ofSeconds(30)).until(() -> stock.of(opening).gate() == StockView.Gate.OPEN);
            offer = known;
        }
        return known;
    }
}
