package stampede.storefront;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.address.AddressFields;
import stampede.catalog.OfferId;
import stampede.counter.StockView.Gate;
import stampede.order.OrderStatus;
import stampede.purchase.PurchaseId;
import stampede.purchase.PurchaseProgress.Placed;
import stampede.purchase.PurchaseProgress.Refused;
import stampede.purchase.PurchaseProgress.Reserved;
import stampede.purchase.PurchaseRefusal;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** How the pages look and behave in a browser, whatever state the shop is in. */
@StorefrontTest
class PagesInBrowserTests {

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @Autowired
    private StandInShop shop;

    @Autowired
    private StandInAddressBook addressBook;

    @LocalServerPort
    private int port;

    @AfterEach
    void clear() {
        addressBook.clear();
    }

    static Stream<Device> devices() {
        return Stream.of(
                Device.PHONE,
                Device.PHONE.in("zh-CN").atNight(),
                Device.PHONE.wide(320),
                Device.DESKTOP.in("zh-CN"),
                Device.DESKTOP.atNight(),
                Device.PHONE.withoutJavaScript());
    }

    @ParameterizedTest
    @MethodSource("devices")
    void everyPageIsFitToBeSeen(Device device) {
        var onSale = stock();
        try (var visitor = shopper(device)) {
            for (var path : List.of("/", "/slots/1", "/slots/3", "/offers/" + onSale, "/orders")) {
                visitor.open(path)
                        .inspect()
                        .photograph("pages" + path.replaceAll("[0-9]{9,}", "n").replace('/', '-'));
            }
            var order = shop.order(
                    onSale, OrderStatus.AWAITING_PAYMENT, Instant.now().plusSeconds(280));
            visitor.open("/orders/" + order).inspect().photograph("pages-order");
            for (var progress :
                    List.of(new Reserved(Optional.of(17)), new Placed(order), new Refused(PurchaseRefusal.SOLD_OUT))) {
                var purchase = shop.purchase(onSale);
                shop.progress.put(purchase, progress);
                visitor.open("/purchases/" + purchase)
                        .inspect()
                        .photograph("pages-purchase-" + progress.getClass().getSimpleName());
            }
            visitor.open("/no-such-page").forgive().inspect().photograph("pages-error");
        }
    }

    @Test
    void thePlaceInTheQueueTurnsIntoTheOrderWithoutAReload() {
        var offer = onSale(5);
        var purchase = queued(offer, 17);
        try (var visitor = shopper(Device.PHONE)) {
            var page = visitor.open("/purchases/" + purchase).page();
            assertThat(page.locator("[data-place]").textContent()).isEqualTo("17");
            page.evaluate("window.stayed = true");

            shop.progress.put(purchase, new Reserved(Optional.of(3)));
            page.locator("[data-place]:text-is('3')").waitFor();
            assertThat(page.title()).isEqualTo("(3) Your purchase");
            assertThat(page.evaluate("document.querySelector('progress.queue').value"))
                    .isEqualTo(14);

            var order = shop.order(
                    offer, OrderStatus.AWAITING_PAYMENT, Instant.now().plusSeconds(280));
            shop.progress.put(purchase, new Placed(order));
            page.locator(".outcome.yes a[href='/orders/" + order + "']").waitFor();

            assertThat(page.evaluate("window.stayed")).isEqualTo(true);
            assertThat(page.title()).isEqualTo("✓ It is yours");
            visitor.inspect();
        }
    }

    @Test
    void howLongTheQueueTakesIsSaidOnceItHasMovedForAWhile() {
        var purchase = queued(onSale(5), 400);
        try (var visitor = shopper(Device.PHONE)) {
            var page = visitor.open("/purchases/" + purchase).page();
            var about = page.locator("[data-about]");
            page.locator("[data-place]:text-is('400')").waitFor();
            assertThat(about.isVisible()).as("nobody knows yet").isFalse();
            var begun = System.nanoTime();
            for (var place = 380; place > 0 && !about.isVisible(); place -= 20) {
                shop.progress.put(purchase, new Reserved(Optional.of(place)));
                page.locator("[data-place]:text-is('" + place + "')").waitFor();
                page.waitForTimeout(300);
            }
            assertThat(System.nanoTime() - begun).isGreaterThan(2_000_000_000L);
            assertThat(about.textContent()).matches("about \\d+ s");
            visitor.inspect().photograph("pages-queue-about");
        }
    }

    @Test
    void thePlaceInTheQueueIsAskedForWhereItCannotBeTold() {
        var offer = onSale(5);
        var purchase = queued(offer, 17);
        try (var visitor = shopper(Device.DESKTOP)) {
            var page = visitor.page();
            page.route("**/events", route -> route.fulfill(new Route.FulfillOptions().setStatus(503)));
            visitor.open("/purchases/" + purchase);
            page.evaluate("window.stayed = true");

            shop.progress.put(purchase, new Refused(PurchaseRefusal.SOLD_OUT));
            page.locator(".outcome.no h1:text-is('Sold out')").waitFor();

            assertThat(page.evaluate("window.stayed")).isEqualTo(true);
        }
    }

    @Test
    void withoutJavaScriptThePlaceInTheQueueReloadsUntilThereIsAnOrder() {
        var offer = onSale(5);
        var purchase = queued(offer, 17);
        try (var visitor = shopper(Device.PHONE.withoutJavaScript())) {
            visitor.open("/purchases/" + purchase);

            var order = shop.order(
                    offer, OrderStatus.AWAITING_PAYMENT, Instant.now().plusSeconds(280));
            shop.progress.put(purchase, new Placed(order));

            visitor.page().locator(".outcome.yes").waitFor();
        }
    }

    @Test
    void theBuyButtonIsPressedOnce() {
        var offer = onSale(5);
        var presses = new AtomicInteger();
        try (var visitor = shopper(Device.PHONE)) {
            var page = visitor.open("/offers/" + offer).page();
            page.route("**/purchases", route -> {
                presses.incrementAndGet();
                route.fulfill(new Route.FulfillOptions().setStatus(204));
            });
            page.fill("#address", "1 Long Street");

            page.evaluate("for (let i = 0; i < 3; i++) document.querySelector('#buy button').click()");

            page.locator("#buy.busy button:disabled").waitFor();
            assertThat(presses).hasValue(1);
        }
    }

    @Test
    void theBuyButtonSaysTheSumOfWhatIsChosen() {
        try (var visitor = shopper(Device.PHONE)) {
            var page = visitor.open("/offers/" + onSale(5)).page();
            assertThat(page.locator(".button-price").textContent()).isEqualTo("¥19.90");

            page.selectOption("#units", "2");

            assertThat(page.locator(".button-price").textContent()).isEqualTo("¥39.80");
        }
    }

    @Test
    void whoHasAllThatOneShopperMayHaveIsNotAskedToBuy() {
        var offer = onSale(5);
        var orders = List.of(
                shop.order(offer, OrderStatus.PAID, Instant.now()), shop.order(offer, OrderStatus.PAID, Instant.now()));
        try (var visitor = shopper(Device.PHONE)) {
            var page = visitor.open("/offers/" + offer).page();
            page.locator(".mine.all").waitFor();

            assertThat(page.locator("#buy").isVisible()).isFalse();
            visitor.inspect();
        } finally {
            orders.forEach(order -> shop.move(order, OrderStatus.CLOSED));
        }
    }

    @Test
    void withAnAddressInTheBookOnePressIsEnough() {
        var home = addressBook.add(StandInShop.SHOPPER, new AddressFields("Ann Lee", "138", "Hangzhou", "West Lake 1"));
        var work = addressBook.add(StandInShop.SHOPPER, new AddressFields("Ann Lee", "139", "Suzhou", "Long Street 2"));
        for (var device : List.of(Device.PHONE.in("zh-CN"), Device.PHONE.withoutJavaScript())) {
            var offer = onSale(5);
            try (var visitor = shopper(device)) {
                visitor.open("/offers/" + offer)
                        .inspect()
                        .photograph("pages-offer-address")
                        .page()
                        .click("#buy button[type=submit]");
                visitor.page().waitForURL("**/purchases/*");
                assertThat(shop.bought).last().isEqualTo(home.line());

                visitor.open("/offers/" + offer);
                visitor.page().click("#buy summary");
                visitor.page().check("#to-" + work.id());
                visitor.inspect().photograph("pages-offer-addresses").page().click("#buy button[type=submit]");
                visitor.page().waitForURL("**/purchases/*");
                assertThat(shop.bought).last().isEqualTo(work.line());
            }
        }
    }

    @Test
    void whatIsWrittenCountsAndWhatIsChosenAfterwardsCountsMore() {
        var home = addressBook.add(StandInShop.SHOPPER, new AddressFields("Ann Lee", "138", "Hangzhou", "West Lake 1"));
        var offer = onSale(5);
        try (var visitor = shopper(Device.DESKTOP)) {
            var page = visitor.open("/offers/" + offer).page();
            page.click("#buy summary");
            page.fill("#address", "East Lake 5");
            assertThat(page.isChecked("#to-other")).isTrue();
            page.click("#buy button[type=submit]");
            page.waitForURL("**/purchases/*");
            assertThat(shop.bought).last().isEqualTo("East Lake 5");

            visitor.open("/offers/" + offer);
            page.click("#buy summary");
            page.fill("#address", "East Lake 5");
            page.check("#to-" + home.id());
            page.click("#buy button[type=submit]");
            page.waitForURL("**/purchases/*");
            assertThat(shop.bought).last().isEqualTo(home.line());
        }
    }

    @Test
    void theBuyButtonWakesUpWhenUnitsComeBack() {
        var offer = onSale(0);
        try (var visitor = shopper(Device.PHONE)) {
            var page = visitor.open("/offers/" + offer).page();
            page.fill("#address", "1 Long Street");
            assertThat(page.locator("#buy button").isDisabled()).isTrue();

            shop.left(offer, 1);

            page.locator("#buy button:enabled").waitFor();
            assertThat(page.inputValue("#address")).isEqualTo("1 Long Street");
        }
    }

    @Test
    void anOrderClosesOnThePageByItselfAndAnOpenQuestionStaysOpen() {
        var order = shop.order(
                onSale(5), OrderStatus.AWAITING_PAYMENT, Instant.now().plusSeconds(3));
        try (var visitor = shopper(Device.PHONE)) {
            var page = visitor.open("/orders/" + order).page();
            page.locator("details.confirm summary").click();
            page.locator(".countdown.urgent:text-is('00:01')").waitFor();
            assertThat(page.locator("details.confirm[open]").count()).isEqualTo(1);

            shop.move(order, OrderStatus.CLOSED);

            page.locator(".status[data-status=CLOSED]").waitFor();
        }
    }

    @Test
    void aTabLoadsItsSlotAndTheWayBackWorks() {
        stock();
        try (var visitor = shopper(Device.DESKTOP)) {
            var page = visitor.open("/").page();
            page.evaluate("window.stayed = true");

            page.locator(".tab[href='/slots/3']").click();
            page.locator("#slot .card:has-text('Travel mug')").first().waitFor();

            assertThat(page.url()).endsWith("/slots/3");
            assertThat(page.locator(".tab[aria-current]").getAttribute("href")).isEqualTo("/slots/3");
            assertThat(page.evaluate("window.stayed")).isEqualTo(true);

            page.goBack();
            page.locator("#slot .card:has-text('Pocket radio')").first().waitFor();
            assertThat(page.locator(".tab[aria-current]").getAttribute("href")).isEqualTo("/slots/2");
        }
    }

    @Test
    void everythingCanBeReachedByKeyboard() {
        stock();
        try (var visitor = shopper(Device.DESKTOP)) {
            var page = visitor.open("/").page();

            page.keyboard().press("Tab");
            assertThat(page.evaluate("document.activeElement.className")).isEqualTo("skip");
            page.keyboard().press("Enter");
            for (var press = 0; press < 20 && !focused(visitor).contains("/offers/"); press++) {
                page.keyboard().press("Tab");
            }

            assertThat(focused(visitor)).contains("/offers/");
        }
    }

    private static String focused(BrowserVisitor visitor) {
        return String.valueOf(visitor.page().evaluate("document.activeElement.href || ''"));
    }

    private OfferId onSale(int left) {
        return shop.offer(StandInShop.RUNNING, "Kettle", left, 10, 2, Gate.OPEN);
    }

    private PurchaseId queued(OfferId offer, int place) {
        var purchase = shop.purchase(offer);
        shop.progress.put(purchase, new Reserved(Optional.of(place)));
        return purchase;
    }

    private BrowserVisitor shopper(Device device) {
        return visitor(device).withCookie("as", StandInShop.SHOPPER.toString(), address());
    }

    private BrowserVisitor visitor(Device device) {
        return chromium.visitor(address(), device);
    }

    private String address() {
        return "http://127.0.0.1:" + port;
    }

    private OfferId stock() {
        shop.offer(StandInShop.ENDED, "Wool blanket", 3, 40, 1, Gate.OPEN);
        shop.offer(StandInShop.RUNNING, "Cast-iron teapot with a bamboo handle and two cups", 4, 50, 2, Gate.OPEN);
        var onSale = shop.offer(StandInShop.RUNNING, "手工陶瓷茶壶套装（含茶杯六只）", 32, 50, 2, Gate.OPEN);
        shop.offer(StandInShop.RUNNING, "Pocket radio", 0, 50, 1, Gate.OPEN);
        shop.offer(StandInShop.RUNNING, "Desk lamp", 50, 50, 1, Gate.PAUSED);
        shop.offer(StandInShop.UPCOMING, "Travel mug", 100, 100, 2, Gate.COLD);
        shop.offer(StandInShop.UPCOMING, "Fountain pen", 10, 10, 1, Gate.COLD);
        shop.order(onSale, OrderStatus.CLOSED, Instant.now().minusSeconds(900));
        shop.order(onSale, OrderStatus.PAID, Instant.now().minusSeconds(900));
        return onSale;
    }
}
