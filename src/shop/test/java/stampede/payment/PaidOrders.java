package stampede.payment;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.alipaysandbox.LocalAlipay;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.TestOffers;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.ids.Ids;
import stampede.order.Order;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.purchase.PatientBuyer;
import stampede.purchase.PurchaseRequest;
import stampede.purchase.Purchases;

/** Orders of ¥19.90 that shoppers of a test's own placed, and paid at the tests' local Alipay. */
@Component
public class PaidOrders {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final LocalAlipay alipay = LocalAlipay.shared();
    private final OfferPublishing offerPublishing;
    private final LiveStock live;
    private final Purchases purchases;
    private final Orders orders;
    private final Payments payments;
    private final Ids ids;

    PaidOrders(
            OfferPublishing offerPublishing,
            LiveStock live,
            Purchases purchases,
            Orders orders,
            Payments payments,
            Ids ids) {
        this.offerPublishing = offerPublishing;
        this.live = live;
        this.purchases = purchases;
        this.orders = orders;
        this.payments = payments;
        this.ids = ids;
    }

    /** An offer that sells now. */
    public OfferId open(int units) {
        var offer = TestOffers.running(offerPublishing, units, 5);
        await().atMost(PATIENCE).until(() -> live.of(offer).gate() == StockView.Gate.OPEN);
        return offer;
    }

    /** One unit for a shopper whom nobody else is. */
    public Order placed(OfferId offer) {
        return placed(offer, new SignedIn(new AccountId(ids.next()), "till", Role.SHOPPER));
    }

    /** One unit for this shopper. */
    public Order placed(OfferId offer, SignedIn shopper) {
        var key = UUID.randomUUID().toString();
        var purchase = PatientBuyer.buy(
                purchases, () -> new PurchaseRequest(purchases.admit(shopper, key), offer, 1, "Somewhere 5", key));
        var order = new OrderId(purchase.reservation().value());
        await().atMost(PATIENCE).until(() -> orders.find(order).isPresent());
        return orders.find(order).orElseThrow();
    }

    /** Placed and paid; the notification has come. */
    public Order paid(OfferId offer) {
        return pay(placed(offer));
    }

    /** The notification has come. */
    public Order pay(Order order) {
        payments.begin(order, PaymentChannel.PAGE);
        alipay.pay(payments.page(order));
        return until(order, OrderStatus.PAID);
    }

    public Order until(Order order, OrderStatus status) {
        await().atMost(PATIENCE)
                .until(() -> orders.find(order.id()).orElseThrow().status() == status);
        return orders.find(order.id()).orElseThrow();
    }

    public OrderMoney money(Order order) {
        return payments.money(List.of(order.id())).getOrDefault(order.id(), OrderMoney.NONE);
    }

    /** What Alipay has paid back of an order's first trade, in fen. */
    public long paidBack(Order order) {
        return alipay.trades(order.id().toString()).get(0).paidBackFen();
    }
}
