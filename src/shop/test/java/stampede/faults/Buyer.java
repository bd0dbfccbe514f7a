package stampede.faults;

import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.alipaysandbox.LocalAlipay;
import stampede.catalog.OfferId;
import stampede.order.Order;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.payment.PaymentChannel;
import stampede.payment.Payments;
import stampede.payment.Refunds;
import stampede.purchase.PurchaseId;
import stampede.purchase.PurchaseRefused;
import stampede.purchase.PurchaseRequest;
import stampede.purchase.Purchases;

/** Somebody who buys one thing and then does as people do; what, was decided by a seed. */
final class Buyer {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final SignedIn OPERATOR = new SignedIn(new AccountId(1), "operator", Role.OPERATOR);

    private final OwnShop shop;
    private final LocalAlipay alipay;
    private final OfferId offer;
    private final SignedIn account;
    private final Story story;
    private final PaymentChannel paymentChannel;
    private Order order;
    private URI checkout;

    /** @param number of this buyer; the seed and the number decide what they do */
    Buyer(OwnShop shop, LocalAlipay alipay, OfferId offer, long seed, int number) {
        var chance = new Random(seed * 31 + number);
        this.shop = shop;
        this.alipay = alipay;
        this.offer = offer;
        this.account = new SignedIn(new AccountId(1_000 + number), "buyer" + number, Role.SHOPPER);
        this.story = Story.at(chance.nextInt(100));
        this.paymentChannel = chance.nextInt(100) < 70 ? PaymentChannel.PAGE : PaymentChannel.APP;
    }

    /** What somebody does with an order of theirs. */
    enum Story {
        PAYS(52),
        /** Somebody else opened the same page, and pays as well. */
        PAYS_TWICE(10),
        /** Signs in at Alipay and goes away. */
        ONLY_LOOKS(8),
        NEVER_GOES_THERE(5),
        /** Takes the order back while the page of Alipay is open in another window, and pays there. */
        CANCELS_AND_PAYS(8),
        /** Alipay takes the money as the shop closes the order: the two cross on their way. */
        PAYS_TOO_LATE(7),
        GETS_IT_BACK(10);

        private final int percent;

        Story(int percent) {
            this.percent = percent;
        }

        static Story at(int place) {
            var left = place;
            for (var story : values()) {
                left -= story.percent;
                if (left < 0) {
                    return story;
                }
            }
            throw new IllegalArgumentException("Not a percentage: " + place);
        }
    }

    /** What they do while they can pay. */
    void begin() {
        order = buy();
        if (story == Story.NEVER_GOES_THERE) {
            return;
        }
        checkout = checkout();
        switch (story) {
            case PAYS, GETS_IT_BACK -> alipay.pay(checkout);
            case PAYS_TWICE -> {
                alipay.pay(checkout);
                alipay.pay(checkout, "somebody else");
            }
            case ONLY_LOOKS, PAYS_TOO_LATE -> alipay.open(checkout);
            case CANCELS_AND_PAYS -> {
                shop.the(Orders.class).cancel(account.id(), order.id());
                alipay.pay(checkout);
            }
            case NEVER_GOES_THERE -> {}
        }
    }

    /** What they do when it is decided whether they paid in time. */
    void end() {
        if (story == Story.PAYS_TOO_LATE) {
            alipay.payLate(checkout);
        } else if (story == Story.GETS_IT_BACK && status() == OrderStatus.PAID) {
            shop.the(Refunds.class).give(OPERATOR, order.id(), order.total(), "a gift");
        }
    }

    /** Presses again if the shop is busy, with the same key. */
    private Order buy() {
        var number = account.id().value();
        var address = "10.0." + number / 250 + "." + number % 250;
        var purchase = await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(PurchaseRefused.class)
                .until(() -> buy(shop.the(Purchases.class), address), bought -> true);
        var id = new OrderId(purchase.reservation().value());
        return await().atMost(PATIENCE)
                .until(() -> shop.the(Orders.class).find(account.id(), id), Optional::isPresent)
                .orElseThrow();
    }

    private PurchaseId buy(Purchases purchases, String address) {
        return purchases.buy(
                new PurchaseRequest(purchases.admit(account, address), offer, 1, "West Lake 1", "only-once"));
    }

    /** What a browser or a phone takes to Alipay: the same request, signed by the shop. */
    private URI checkout() {
        var payments = shop.the(Payments.class);
        payments.begin(order, paymentChannel);
        return paymentChannel == PaymentChannel.PAGE
                ? payments.page(order)
                : URI.create(alipay.address() + "/app?" + payments.orderString(order));
    }

    private OrderStatus status() {
        return shop.the(Orders.class).find(order.id()).orElseThrow().status();
    }
}
