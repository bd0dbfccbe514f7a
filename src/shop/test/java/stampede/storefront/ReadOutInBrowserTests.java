package stampede.storefront;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Route;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.catalog.OfferId;
import stampede.counter.StockView.Gate;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.payment.Payment;
import stampede.purchase.PurchaseId;
import stampede.purchase.PurchaseProgress.Placed;
import stampede.purchase.PurchaseProgress.Refused;
import stampede.purchase.PurchaseProgress.Reserved;
import stampede.purchase.PurchaseRefusal;
import stampede.refund.Refund;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** What those hear, and where those stand who have no mouse, while a purchase becomes an order and an order is paid. */
@StorefrontTest
class ReadOutInBrowserTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration BETWEEN_PLACES = Duration.ofSeconds(10);

    /** Asks for a part anew, as the clock of the page does, and waits for the answer and what the page makes of it. */
    private static final String REFRESH = """
            id => new Promise(done => {
              document.body.addEventListener('htmx:afterRequest', () => requestAnimationFrame(() => setTimeout(done, 50)), { once: true });
              htmx.trigger(document.getElementById(id), 'refresh');
            })""";

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @Autowired
    private StandInShop shop;

    @Autowired
    private StandInMoney money;

    @LocalServerPort
    private int port;

    @Test
    void aPlaceIsSaidEveryTenSecondsAtMostAndTheOrderAtOnce() {
        var offer = offer();
        var purchase = queued(offer, 400);
        try (var visitor = shopper(Device.DESKTOP).listen()) {
            var begun = System.nanoTime();
            var page = visitor.open("/purchases/" + purchase).page();
            for (var place = 399; visitor.heard().isEmpty(); place--) {
                shop.progress.put(purchase, new Reserved(Optional.of(place)));
                page.locator("[data-place]:text-is('" + place + "')").waitFor();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(BETWEEN_PLACES);
            shop.progress.put(purchase, new Reserved(Optional.of(5)));
            page.locator("[data-place]:text-is('5')").waitFor();

            var order = order(offer, OrderStatus.AWAITING_PAYMENT);
            shop.progress.put(purchase, new Placed(order));
            page.locator("#pay").waitFor();
            eventually(() -> assertThat(visitor.heard())
                    .last()
                    .asString()
                    .matches("It is yours\\. Pay by \\d\\d:\\d\\d:\\d\\d\\."));
            var places = visitor.heard().subList(0, visitor.heard().size() - 1);
            var most = Duration.ofNanos(System.nanoTime() - begun).dividedBy(BETWEEN_PLACES);
            assertThat(places)
                    .hasSizeBetween(1, (int) most)
                    .allSatisfy(said -> assertThat(said).matches("Your place is \\d+\\."))
                    .doesNotContain("Your place is 400.")
                    .doesNotHaveDuplicates();
            assertThat(page.locator("#pay:focus").count())
                    .as("led to what comes next")
                    .isEqualTo(1);
            visitor.inspect();
        }
    }

    @Test
    void aQueueThatIsAskedForIsNotReadAnewAndARefusalIsSaidOnce() {
        var purchase = queued(offer(), 17);
        try (var visitor = shopper(Device.DESKTOP).listen()) {
            visitor.page().route("**/events", route -> route.fulfill(new Route.FulfillOptions().setStatus(503)));
            visitor.open("/purchases/" + purchase);
            visitor.forgive().tabTo("a.brand");
            refresh(visitor, "purchase", 4);
            assertThat(visitor.heard()).as("of what was read already").isEmpty();

            shop.progress.put(purchase, new Refused(PurchaseRefusal.SOLD_OUT));
            visitor.page().locator(".outcome.no").waitFor();
            eventually(() -> assertThat(visitor.heard()).isNotEmpty());
            assertThat(visitor.heard()).singleElement().asString().startsWith("Sold out. ");
            assertThat(visitor.page().locator("a.brand:focus").count())
                    .as("hands that are elsewhere stay there")
                    .isEqualTo(1);
        }
    }

    @Test
    void whatBecomesOfAnOrderIsSaidOnceAndHandsStayWhereTheyAre() {
        var order = order(offer(), OrderStatus.AWAITING_PAYMENT);
        try (var visitor = shopper(Device.DESKTOP).listen()) {
            visitor.open("/orders/" + order).tabTo("#copy-number");
            refresh(visitor, "order", 3);
            assertThat(visitor.heard()).isEmpty();

            money.came(order, Payment.State.APPLIED);
            shop.move(order, OrderStatus.PAID);
            eventually(() -> assertThat(visitor.heard()).isNotEmpty());
            refresh(visitor, "order", 2);
            assertThat(visitor.heard()).containsExactly("Paid. Thank you. It will be on its way soon.");
            assertThat(visitor.page().locator("#copy-number:focus").count())
                    .as("the button is another, and has the focus")
                    .isEqualTo(1);

            money.refund(order, 500, Refund.Reason.OPERATOR, Refund.State.DONE, "");
            eventually(() -> assertThat(visitor.heard()).hasSizeGreaterThan(1));
            refresh(visitor, "order", 2);
            assertThat(visitor.heard())
                    .hasSize(2)
                    .last()
                    .asString()
                    .startsWith("¥5.00 Paid back. Alipay has sent it to the account");
            visitor.inspect();
        }
    }

    @Test
    void handsOnWhatIsGoneGoOnWhereTheContentBegins() {
        var order = order(offer(), OrderStatus.AWAITING_PAYMENT);
        try (var visitor = shopper(Device.DESKTOP).listen()) {
            visitor.open("/orders/" + order).tabTo("#pay");
            shop.move(order, OrderStatus.CLOSED);
            visitor.page().locator(".status[data-status=CLOSED]").waitFor();
            eventually(() -> assertThat(visitor.heard()).isNotEmpty());

            assertThat(visitor.heard()).containsExactly("Closed. It was cancelled before it was paid.");
            assertThat(visitor.page().evaluate("document.activeElement.id")).isEqualTo("main");
        }
    }

    @Test
    void whoCameBackFromAlipayHearsOnceThatItIsPaid() {
        var order = order(offer(), OrderStatus.AWAITING_PAYMENT);
        try (var visitor = shopper(Device.DESKTOP).listen()) {
            visitor.open("/payments/alipay/return?out_trade_no=" + order).tabTo("#pay");
            refresh(visitor, "returned", 3);
            assertThat(visitor.heard()).isEmpty();
            assertThat(visitor.page().locator("#pay:focus").count()).isEqualTo(1);

            money.paidAtAlipay.add(order);
            visitor.page().locator("#returned[data-status=PAID]").waitFor();
            eventually(() -> assertThat(visitor.heard()).isNotEmpty());
            assertThat(visitor.heard()).containsExactly("Paid. Thank you. It will be on its way soon.");
            assertThat(visitor.page().locator("#to-order:focus").count())
                    .as("led to what comes next")
                    .isEqualTo(1);
            visitor.inspect();
        }
    }

    private static void eventually(ThrowingRunnable holds) {
        await().atMost(PATIENCE).untilAsserted(holds);
    }

    private static void refresh(BrowserVisitor visitor, String part, int times) {
        for (var time = 0; time < times; time++) {
            if (visitor.page().locator("#" + part + "[hx-get]").count() > 0) {
                visitor.page().evaluate(REFRESH, part);
            }
        }
    }

    private OfferId offer() {
        return shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
    }

    private OrderId order(OfferId offer, OrderStatus status) {
        return shop.order(offer, status, Instant.now().plusSeconds(280));
    }

    private PurchaseId queued(OfferId offer, int place) {
        var purchase = shop.purchase(offer);
        shop.progress.put(purchase, new Reserved(Optional.of(place)));
        return purchase;
    }

    private BrowserVisitor shopper(Device device) {
        var address = "http://127.0.0.1:" + port;
        return chromium.visitor(address, device).withCookie("as", StandInShop.SHOPPER.toString(), address);
    }
}
