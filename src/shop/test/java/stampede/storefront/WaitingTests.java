package stampede.storefront;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.storefront.PageClient.page;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.account.AccountId;
import stampede.counter.StockView.Gate;
import stampede.order.OrderStatus;
import stampede.purchase.PurchaseProgress.Placed;
import stampede.room.StandInRooms;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** The bar that leads back to what waits for a shopper, whatever page is open. */
@StorefrontTest
class WaitingTests {

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    /** Than any page asks. */
    private static final Duration SOONER = Duration.ofSeconds(10);

    @Autowired
    private StandInShop shop;

    @Autowired
    private StandInRooms rooms;

    @Autowired
    private EventStreamLimiter seats;

    @LocalServerPort
    private int port;

    private PageClient web;

    @BeforeEach
    void connect() {
        web = new PageClient(port);
        payNothing();
    }

    @AfterEach
    void payNothing() {
        shop.closeAll();
    }

    @Test
    void whoClosedTheTabFindsTheQueueAndThenTheOrderOnAnyPage() {
        for (var device : List.of(Device.PHONE, Device.PHONE.wide(320).in("zh-CN"), Device.DESKTOP.atNight())) {
            var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
            try (var visitor = shopper(device)) {
                var page = visitor.open("/offers/" + offer).page();
                page.fill("#address", "1 Long Street");
                page.click("#buy button[type=submit]");
                page.waitForURL("**/purchases/*");
                var purchase = page.url().replaceAll(".*/", "");

                visitor.open("/");
                page.locator("#waiting a[href='/purchases/" + purchase + "']").waitFor();
                assertThat(page.locator("#waiting").textContent()).contains("17");
                visitor.inspect().photograph("waiting-in-the-queue");

                var order = shop.order(
                        offer, OrderStatus.AWAITING_PAYMENT, Instant.now().plusSeconds(200));
                shop.progress.keySet().forEach(known -> shop.progress.put(known, new Placed(order)));
                page.locator("#waiting a[href='/orders/" + order + "']").waitFor();
                await("its clock is drawn")
                        .untilAsserted(() -> assertThat(page.locator("#waiting .countdown")
                                        .first()
                                        .textContent())
                                .startsWith("03:"));
                visitor.inspect().photograph("waiting-to-be-paid");

                visitor.open("/orders/" + order);
                assertThat(page.locator("#waiting").count())
                        .as("on the page itself")
                        .isZero();
                visitor.open("/slots/2");
                page.locator("#waiting a").waitFor();

                shop.move(order, OrderStatus.PAID);
                page.locator("#waiting.none")
                        .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED));
                // A reminder of what opens later is there as well, and hidden.
                await("nothing is shown")
                        .untilAsserted(() -> assertThat(
                                        page.locator("#waiting a:visible").count())
                                .isZero());
            }
        }
    }

    /** A page that asks does so every 15 seconds; this one is told. */
    @Test
    void whoWaitsInARoomIsToldHowManyComeBeforeAndThatItIsTheirTurn() {
        for (var device : List.of(Device.PHONE, Device.DESKTOP.in("zh-CN"))) {
            var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
            rooms.waits(offer, 812, 811, 2, 4);
            try (var visitor = shopper(device)) {
                var page = visitor.open("/offers/" + offer + "/queue").page();
                page.click("#room button[type=submit]");
                page.locator("#room[data-stage=WAITING]").waitFor();

                rooms.waits(offer, 812, 310, 2, 4);
                await().atMost(SOONER).until(() -> ahead(page).contains("310"));
                rooms.waits(offer, 812, 1, 2, 4);
                await().atMost(SOONER).until(() -> ahead(page).matches("One person.*|.* 1 人。"));
                visitor.inspect().photograph("room-told");

                rooms.calls(offer);
                page.locator("#room[data-stage=YOUR_TURN]")
                        .waitFor(new Locator.WaitForOptions().setTimeout((double) SOONER.toMillis()));
                visitor.inspect();
            }
        }
    }

    /** So many seats as one account has are taken by others; the page asks. */
    @Test
    void whoGetsNoStreamAsksInstead() {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        rooms.waits(offer, 812, 3, 1, 1);
        var taken = IntStream.range(0, 20)
                .mapToObj(number -> seats.take(new AccountId(1_000 + number), "192.0.2." + number)
                        .orElseThrow())
                .toList();
        try (var visitor = shopper(Device.PHONE)) {
            var page = visitor.open("/offers/" + offer + "/queue").page();
            page.click("#room button[type=submit]");
            page.locator("#room[data-stage=WAITING]").waitFor();
            rooms.calls(offer);
            page.locator("#room[data-stage=YOUR_TURN]").waitFor();
            visitor.forgive();
        } finally {
            taken.forEach(EventStreamLimiter.Seat::leave);
        }
    }

    private static String ahead(Page page) {
        return page.locator("#room [data-ahead-of]").textContent();
    }

    @Test
    void thereIsNothingForWhomNothingWaits() {
        assertThat(web.get("/account/waiting").statusCode()).isEqualTo(204);
        assertThat(web.get("/account/waiting", "Cookie", "as=3").statusCode())
                .as("a seller")
                .isEqualTo(204);
    }

    @Test
    void ofSeveralTheFirstIsShownAndTheListOfOrdersRepeatsNone() {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        var later =
                shop.order(offer, OrderStatus.AWAITING_PAYMENT, Instant.now().plusSeconds(200));
        var sooner =
                shop.order(offer, OrderStatus.AWAITING_PAYMENT, Instant.now().plusSeconds(100));

        var bar = page(web.get("/account/waiting"));
        assertThat(bar.select("#waiting a").eachAttr("href")).containsExactly("/orders/" + sooner, "/orders");
        assertThat(bar.select("#waiting .more").text()).isEqualTo("and one more");
        assertThat(web.get("/account/waiting", "HX-Current-URL", "http://127.0.0.1/orders?show=ALL")
                        .statusCode())
                .as("on the list")
                .isEqualTo(204);
        assertThat(web.get("/account/waiting", "HX-Current-URL", "http://[").statusCode())
                .as("nonsense")
                .isEqualTo(200);
        shop.move(sooner, OrderStatus.PAID);
        assertThat(page(web.get("/account/waiting")).select("#waiting a").eachAttr("href"))
                .containsExactly("/orders/" + later);
    }

    @Test
    void whatDoesNotWaitAnyLongerLeavesTheCookie() {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        var bought = web.post("/offers/" + offer + "/purchases", Map.of("key", "k", "units", "1", "address", "A 1"));
        var cookie = bought.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).contains("purchases=", "HttpOnly", "SameSite=Lax");
        var given = cookie.substring(0, cookie.indexOf(';'));

        var queued = web.get("/account/waiting", "Cookie", "as=7; " + given);
        assertThat(queued.statusCode()).isEqualTo(200);
        assertThat(page(queued).select("#waiting a").text()).contains("Kettle", "in the queue, place 17");
        assertThat(queued.headers().firstValue("Set-Cookie")).isEmpty();
        var seen = page(queued).select("#waiting").attr("hx-get");
        assertThat(web.get(seen, "Cookie", "as=7; " + given).statusCode())
                .as("as the page shows it")
                .isEqualTo(204);

        shop.progress.clear();
        var over = web.get(seen, "Cookie", "as=7; " + given);
        assertThat(over.statusCode()).isEqualTo(200);
        assertThat(page(over).select("#waiting a")).isEmpty();
        assertThat(over.headers().firstValue("Set-Cookie").orElseThrow()).startsWith("purchases=;");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "x", "1-1", "1-1.1-1.1-1", "9999999999999999999-1", "1-2-zzzzzzzzzzzzzzzz", "....", "1-2.."})
    void aCookieThatSomebodyWroteIsOnlyAHint(String written) {
        var answer = web.get("/account/waiting", "Cookie", "as=7; purchases=" + written);

        assertThat(answer.statusCode()).isEqualTo(204);
    }

    private BrowserVisitor shopper(Device device) {
        var address = "http://127.0.0.1:" + port;
        return chromium.visitor(address, device).withCookie("as", StandInShop.SHOPPER.toString(), address);
    }
}
