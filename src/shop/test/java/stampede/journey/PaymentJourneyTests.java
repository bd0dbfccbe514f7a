package stampede.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.journey.JourneyShopping.PATIENCE;
import static stampede.journey.JourneyShopping.waitFor;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.alipaysandbox.LocalAlipay;
import stampede.alipaysandbox.LocalAlipayFault;
import stampede.catalog.Catalog;
import stampede.catalog.OfferPublishing;
import stampede.counter.LiveStock;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.payment.Payments;
import stampede.testing.Apart;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** From the pay button to Alipay's cashier and back, as buyers do it and as they should not. */
@Apart
@StampedeTest
class PaymentJourneyTests {

    private static final LocalAlipay alipay = LocalAlipay.shared();

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @Autowired
    private OfferPublishing offerPublishing;

    @Autowired
    private Catalog catalog;

    @Autowired
    private LiveStock stock;

    @Autowired
    private Orders orders;

    @Autowired
    private Payments payments;

    @LocalServerPort
    private int port;

    private JourneyShopping journeyShopping;

    @BeforeEach
    void shop() {
        journeyShopping = new JourneyShopping(offerPublishing, catalog, stock);
    }

    static Stream<Device> devices() {
        return Stream.of(Device.DESKTOP, Device.PHONE.in("zh-CN").withoutJavaScript());
    }

    @ParameterizedTest
    @MethodSource("devices")
    void payingLeadsBackToAPaidOrderAlthoughTheNotificationIsLost(Device device) {
        try (var visitor = visitor(device)) {
            var order = buys(visitor);
            alipay.switchOn(LocalAlipayFault.drop().forOrder(order));
            goesToAlipay(visitor);
            visitor.inspect().photograph("pay-2-cashier");

            paysFromAnotherSite(visitor);

            comesBackTo(visitor, order, "PAID");
            visitor.inspect().photograph("pay-3-returned");
            visitor.open("/orders/" + order).inspect().photograph("pay-4-order");
            assertThat(visitor.page().locator(".status[data-status=PAID]").count())
                    .isEqualTo(1);
            visitor.open("/orders").inspect().photograph("pay-5-orders");
            assertThat(visitor.page().locator(".badge[data-status=PAID]").count())
                    .isEqualTo(1);
        }
    }

    /** Pays with the phone, the browser waits at the cashier, and comes back when all is done. */
    @Test
    void whoComesBackAfterTheNotificationFindsAPaidOrder() {
        try (var visitor = visitor(Device.DESKTOP.in("zh-CN"))) {
            var order = buys(visitor);
            goesToAlipay(visitor);
            alipay.pay(payPage(order));
            await().atMost(PATIENCE).until(() -> status(order) == OrderStatus.PAID);

            visitor.page().locator("#onward").click();

            comesBackTo(visitor, order, "PAID");
            visitor.inspect();
        }
    }

    @Test
    void whoWalksAwayIsToldSoAndTheOrderCloses() {
        try (var visitor = visitor(Device.PHONE.in("zh-CN"))) {
            var order = buys(visitor);
            goesToAlipay(visitor);
            visitor.page().locator("#sign-in").click();

            visitor.page().locator("#onward").click();

            comesBackTo(visitor, order, "AWAITING_PAYMENT");
            visitor.inspect().photograph("pay-6-not-paid");
            assertThat(visitor.page().locator("form.pay button").count()).isEqualTo(1);
            comesBackTo(visitor, order, "CLOSED");
            visitor.inspect().photograph("pay-7-closed");
        }
    }

    @Test
    void aPaymentInTheLastSecondsCounts() {
        try (var visitor = visitor(Device.PHONE)) {
            var order = buys(visitor);
            goesToAlipay(visitor);
            var payBy = orders.find(OrderId.of(order)).orElseThrow().payBy();
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> Instant.now().isAfter(payBy.minusSeconds(6)));

            visitor.page().locator("#pay").click();

            comesBackTo(visitor, order, "PAID");
        }
    }

    static Stream<Device> others() {
        return Stream.of(Device.PHONE, Device.DESKTOP.in("zh-CN").withoutJavaScript());
    }

    @ParameterizedTest
    @MethodSource("others")
    void aPaymentForAClosedOrderGoesBackAndTheOrderSaysSo(Device device) {
        try (var visitor = visitor(device)) {
            var order = buys(visitor);
            goesToAlipay(visitor);
            orders.cancel(orders.find(OrderId.of(order)).orElseThrow().shopper(), OrderId.of(order));
            await().atMost(PATIENCE).until(() -> status(order) == OrderStatus.CLOSED);

            visitor.page().locator("#pay").click();

            comesBackTo(visitor, order, "REFUNDED");
            visitor.inspect().photograph("pay-8-refunded");
            visitor.open("/orders/" + order).inspect().photograph("pay-9-refunded-order");
            assertThat(visitor.page().locator("[data-refund=DONE]").count()).isEqualTo(1);
            assertThat(alipay.trades(order))
                    .singleElement()
                    .satisfies(trade -> assertThat(trade.paidBackFen()).isEqualTo(trade.fen()));
        }
    }

    /** Answers the order's number. */
    private String buys(BrowserVisitor visitor) {
        journeyShopping.registersAt(visitor, journeyShopping.offer(1));
        JourneyShopping.buys(visitor);
        visitor.photograph("pay-1-yours");
        var href = visitor.page()
                .locator(".outcome.yes a.button[href^='/orders/']")
                .getAttribute("href");
        return href.substring(href.lastIndexOf('/') + 1);
    }

    /** By the button; the page in between leads on by itself, with or without JavaScript. */
    private void goesToAlipay(BrowserVisitor visitor) {
        visitor.page().locator("form.pay button").click();
        visitor.page().waitForURL(alipay.address() + "/cashier/*");
    }

    /** As it is with the real one: the browser comes back from another site than the shop's. */
    private void paysFromAnotherSite(BrowserVisitor visitor) {
        visitor.open(visitor.page().url().replace("127.0.0.1", "localhost"));
        visitor.page().locator("#pay").click();
    }

    private void comesBackTo(BrowserVisitor visitor, String order, String status) {
        visitor.page().waitForURL("**/payments/alipay/return?**");
        assertThat(visitor.page().url()).contains("out_trade_no=" + order);
        waitFor(visitor.page().locator("#returned[data-status=" + status + "]"));
    }

    private URI payPage(String order) {
        return payments.page(orders.find(OrderId.of(order)).orElseThrow());
    }

    private OrderStatus status(String order) {
        return orders.find(OrderId.of(order)).orElseThrow().status();
    }

    private BrowserVisitor visitor(Device device) {
        return chromium.visitor("http://127.0.0.1:" + port, device);
    }
}
