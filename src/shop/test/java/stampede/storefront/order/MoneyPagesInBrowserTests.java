package stampede.storefront.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.counter.StockView.Gate;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.payment.Payment;
import stampede.purchase.PurchaseProgress.Placed;
import stampede.refund.Refund;
import stampede.storefront.StandInMoney;
import stampede.storefront.StandInShop;
import stampede.storefront.StorefrontTest;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** How the pages on which money goes in or back look and behave in a browser. */
@StorefrontTest
class MoneyPagesInBrowserTests {

    private static final String ALIPAY = StandInMoney.ALIPAY.resolve("/") + "**";
    private static final String CASHIER = "<html lang='en'><body><h1>Cashier</h1></body></html>";

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @Autowired
    private StandInShop shop;

    @Autowired
    private StandInMoney money;

    @LocalServerPort
    private int port;

    static Stream<Device> devices() {
        return Stream.of(
                Device.PHONE,
                Device.PHONE.in("zh-CN").atNight(),
                Device.PHONE.wide(320).withoutJavaScript(),
                Device.DESKTOP.in("zh-CN"));
    }

    @ParameterizedTest
    @MethodSource("devices")
    void everyPageIsFitToBeSeen(Device device) {
        try (var visitor = shopper(device)) {
            var unpaid = order(OrderStatus.AWAITING_PAYMENT);
            visitor.open("/orders/" + unpaid).inspect().photograph("money-order-unpaid");
            visitor.open(returned(unpaid)).inspect().photograph("money-returned-unpaid");
            visitor.page().route(ALIPAY, route -> route.fulfill(new Route.FulfillOptions().setStatus(204)));
            money.begun.add(unpaid);
            visitor.open("/orders/" + unpaid + "/payment").inspect().photograph("money-leaving");
            var purchase = shop.purchase(shop.find(unpaid).orElseThrow().offer());
            shop.progress.put(purchase, new Placed(unpaid));
            visitor.open("/purchases/" + purchase).inspect().photograph("money-purchase");

            var paid = paid();
            visitor.open(returned(paid)).inspect().photograph("money-returned-paid");
            visitor.open("/orders/" + paid);
            visitor.page().locator("details.confirm summary").click();
            visitor.inspect().photograph("money-order-paid");
            visitor.page().fill("#amount", "20");
            visitor.page().locator("details.confirm form button").click();
            visitor.page().locator("#amount[aria-invalid=true]").waitFor();
            visitor.forgive().inspect().photograph("money-order-wrong-amount");

            money.refund(paid, 500, Refund.Reason.SHOPPER, Refund.State.DONE, "One cup was broken");
            money.refund(paid, 100, Refund.Reason.SHOPPER, Refund.State.DECLINED, "And it is green");
            money.refund(paid, 990, Refund.Reason.OPERATOR, Refund.State.DUE, "");
            visitor.open("/orders/" + paid).inspect().photograph("money-order-refunds");

            var late = order(OrderStatus.REFUNDING);
            money.came(late, Payment.State.LATE);
            money.refund(late, 1_990, Refund.Reason.LATE_PAYMENT, Refund.State.DUE, "");
            visitor.open("/orders/" + late).inspect().photograph("money-order-late");
            visitor.open(returned(late)).inspect().photograph("money-returned-late");
            visitor.open("/orders").inspect().photograph("money-orders");
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void theWayToAlipayIsOnePressAndTheWayBackIsNoTrap(Device device) {
        var order = order(OrderStatus.AWAITING_PAYMENT);
        try (var visitor = shopper(device)) {
            var page = visitor.page();
            page.route(
                    ALIPAY,
                    route -> route.fulfill(new Route.FulfillOptions()
                            .setContentType("text/html")
                            .setBody(CASHIER)));
            visitor.open("/orders/" + order);

            page.locator("form.pay button").click();
            page.waitForURL(StandInMoney.ALIPAY.toString());
            assertThat(page.locator("h1").textContent()).isEqualTo("Cashier");

            page.goBack();
            page.locator("form.pay button:enabled").waitFor();
            assertThat(page.url()).endsWith("/orders/" + order);
            visitor.inspect();
        }
    }

    @Test
    void whoCameBackTooEarlySeesThePaymentArriveWithoutAReload() {
        var order = order(OrderStatus.AWAITING_PAYMENT);
        try (var visitor = shopper(Device.PHONE)) {
            var page = visitor.open(returned(order)).page();
            page.evaluate("window.stayed = true");

            money.paidAtAlipay.add(order);
            page.locator("#returned[data-status=PAID]").waitFor();

            assertThat(page.evaluate("window.stayed")).isEqualTo(true);
            visitor.inspect();
        }
    }

    @Test
    void withoutJavaScriptThePageReloadsUntilThePaymentArrived() {
        var order = order(OrderStatus.AWAITING_PAYMENT);
        try (var visitor = shopper(Device.PHONE.withoutJavaScript())) {
            visitor.open(returned(order));

            money.paidAtAlipay.add(order);

            visitor.page().locator("#returned[data-status=PAID]").waitFor();
        }
    }

    @Test
    void anOpenOrderTurnsIntoAPaidOneWhenTheMoneyComes() {
        var order = order(OrderStatus.AWAITING_PAYMENT);
        try (var visitor = shopper(Device.DESKTOP)) {
            var page = visitor.open("/orders/" + order).page();

            money.came(order, Payment.State.APPLIED);
            shop.move(order, OrderStatus.PAID);

            page.locator(".status[data-status=PAID]").waitFor();
            assertThat(page.locator("form.pay").count()).isZero();
            visitor.inspect();
        }
    }

    private OrderId paid() {
        var order = order(OrderStatus.PAID);
        money.came(order, Payment.State.APPLIED);
        return order;
    }

    private OrderId order(OrderStatus status) {
        var offer = shop.offer(
                StandInShop.RUNNING, "Cast-iron teapot with a bamboo handle and two cups", 5, 10, 2, Gate.OPEN);
        return shop.order(offer, status, Instant.now().plusSeconds(280));
    }

    private static String returned(OrderId order) {
        return "/payments/alipay/return?out_trade_no=" + order;
    }

    private BrowserVisitor shopper(Device device) {
        var address = "http://127.0.0.1:" + port;
        return chromium.visitor(address, device).withCookie("as", StandInShop.SHOPPER.toString(), address);
    }
}
