package stampede.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.journey.JourneyShopping.PATIENCE;
import static stampede.journey.JourneyShopping.waitFor;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Route;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferPublishing;
import stampede.counter.LiveStock;
import stampede.room.RoomOpening;
import stampede.room.WaitingRooms;
import stampede.sale.SaleStop;
import stampede.testing.Apart;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** From the offer through the waiting room to the order, with scripts and without, by two buttons and some patience. */
@Apart
@StampedeTest
class RoomJourneyTests {

    private static final SignedIn OPERATOR = new SignedIn(new AccountId(3), "operator", Role.OPERATOR);

    /** So long it takes to register twice, in a browser that has just started and beside other tests. */
    private static final int SECONDS_BEFORE = 40;

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @Autowired
    private OfferPublishing offerPublishing;

    @Autowired
    private Catalog catalog;

    @Autowired
    private LiveStock stock;

    @Autowired
    private RoomOpening opening;

    @Autowired
    private WaitingRooms rooms;

    @Autowired
    private SaleStop stopping;

    @Autowired
    private ShopFixture fixture;

    @LocalServerPort
    private int port;

    @Test
    void waitsIsDrawnComesInAndBuys() {
        var shopping = new JourneyShopping(offerPublishing, catalog, stock);
        var offer = shopping.offer(5, Instant.now().plusSeconds(SECONDS_BEFORE).truncatedTo(ChronoUnit.SECONDS));
        opening.open(OPERATOR, offer.id(), "");
        await().atMost(PATIENCE).until(() -> rooms.of(offer.id()).isPresent());
        try (var scripted = visitor(Device.DESKTOP.in("zh-CN"));
                var plain = visitor(Device.PHONE.withoutJavaScript())) {
            shopping.registersAt(scripted, offer);
            enters(scripted, offer);
            var asked = asked(scripted);
            shopping.registersAt(plain, offer);
            enters(plain, offer);
            scripted.inspect().photograph("room-journey-1-gathering");

            for (var visitor : List.of(scripted, plain)) {
                waitFor(visitor.page().locator("#room[data-stage=YOUR_TURN]"));
                visitor.inspect().photograph("room-journey-2-turn");
                if (!visitor.runsScripts()) {
                    checksTheDraw(visitor, offer);
                }
                visitor.page().locator("#room a.button:not(.quiet)").click();
                visitor.page().waitForURL("**/offers/" + offer.id());
                JourneyShopping.buys(visitor);
                visitor.photograph("room-journey-3-yours");
            }
            seesWhoBought(scripted, offer);
            var queue = "/offers/" + offer.id() + "/queue";
            assertThat(asked).as("what is the same for all").contains("/api/v1" + queue + "/state");
            assertThat(asked.stream().filter(queue::equals))
                    .as("their own page, when it is drawn and, if that was not then, when it is their turn")
                    .hasSizeBetween(1, 2);
        }
    }

    /** Two bought, from the two places that there were. */
    private static void seesWhoBought(BrowserVisitor visitor, Offer offer) {
        await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).untilAsserted(() -> {
            visitor.open("/offers/" + offer.id() + "/proof");
            assertThat(visitor.page().locator("#room-bought").textContent()).matches("2\\D+2\\D*");
        });
        visitor.inspect().photograph("room-journey-4-bought");
    }

    /** With the ticket that this browser has. */
    private static void checksTheDraw(BrowserVisitor visitor, Offer offer) {
        visitor.page().locator("#room-check").click();
        visitor.page().waitForURL("**/proof");
        assertThat(visitor.page().locator("#outcome").textContent())
                .matches("\\D+" + number(visitor, offer) + " → \\D+[12]\\D*");
        visitor.inspect().photograph("room-journey-check");
        visitor.open("/offers/" + offer.id() + "/queue");
        waitFor(visitor.page().locator("#room[data-stage=YOUR_TURN]"));
    }

    @Test
    void whoWaitsIsToldThatItIsOver() {
        var shopping = new JourneyShopping(offerPublishing, catalog, stock);
        var offer = shopping.offer(1, Instant.now().plusSeconds(3).truncatedTo(ChronoUnit.SECONDS));
        opening.open(OPERATOR, offer.id(), "");
        await().atMost(PATIENCE).until(() -> rooms.of(offer.id()).isPresent());
        new RoomCrowd(new ApiClient(port), fixture.shoppers(40), offer.id().toString()).join();
        await().atMost(PATIENCE)
                .until(() ->
                        rooms.of(offer.id()).filter(room -> room.isServing()).isPresent());
        try (var scripted = visitor(Device.DESKTOP.in("zh-CN"));
                var plain = visitor(Device.PHONE.withoutJavaScript())) {
            for (var visitor : List.of(scripted, plain)) {
                shopping.registersAt(visitor, offer);
                enters(visitor, offer);
                waitFor(visitor.page().locator("#room[data-stage=WAITING]"));
            }
            stopping.stop(OPERATOR, offer.id(), "The lot is spoiled");

            for (var visitor : List.of(scripted, plain)) {
                waitFor(visitor.page().locator("#room[data-moment=OVER]"));
                visitor.inspect().photograph("room-journey-over");
            }
            var asked = asked(scripted);
            assertThat(plain.page().locator("meta[http-equiv=refresh]").count()).isZero();
            await("nothing is asked for any more")
                    .during(Duration.ofSeconds(4))
                    .atMost(PATIENCE)
                    .until(() -> asked.stream().noneMatch(path -> path.contains("/queue")));
        }
    }

    @Test
    void whoIsToldNothingAsksForWhatEverybodyMaySee() {
        var shopping = new JourneyShopping(offerPublishing, catalog, stock);
        var offer = shopping.offer(1, Instant.now().plusSeconds(3).truncatedTo(ChronoUnit.SECONDS));
        opening.open(OPERATOR, offer.id(), "");
        await().atMost(PATIENCE).until(() -> rooms.of(offer.id()).isPresent());
        var crowd = new RoomCrowd(
                new ApiClient(port), fixture.shoppers(6), offer.id().toString());
        crowd.join();
        await().atMost(PATIENCE)
                .until(() ->
                        rooms.of(offer.id()).filter(room -> room.isServing()).isPresent());
        try (var visitor = visitor(Device.DESKTOP)) {
            var page = visitor.page();
            page.route("**/queue/events", Route::abort);
            shopping.registersAt(visitor, offer);
            enters(visitor, offer);
            var asked = asked(visitor);
            waitFor(page.locator("#room[data-stage=YOUR_TURN]"));

            assertThat(asked.stream().filter(path -> path.endsWith("/queue/state")))
                    .as("what is the same for all")
                    .isNotEmpty();
            assertThat(asked.stream().filter(path -> path.endsWith("/queue")))
                    .as("their own page, where half of those before them were gone, and for their turn")
                    .hasSizeBetween(1, 3);
        }
    }

    /** The paths that the page asks for from now on. */
    private static List<String> asked(BrowserVisitor visitor) {
        var paths = new CopyOnWriteArrayList<String>();
        visitor.page().onRequest(request -> paths.add(URI.create(request.url()).getPath()));
        return paths;
    }

    @Test
    void whoHasNoPassIsLedIntoTheRoom() {
        var shopping = new JourneyShopping(offerPublishing, catalog, stock);
        var offer = shopping.offer(5, Instant.now().plusSeconds(3).truncatedTo(ChronoUnit.SECONDS));
        opening.open(OPERATOR, offer.id(), "");
        await().atMost(PATIENCE)
                .until(() ->
                        rooms.of(offer.id()).filter(room -> room.isServing()).isPresent());
        try (var visitor = visitor(Device.PHONE.in("zh-CN"))) {
            shopping.registersAt(visitor, offer);
            visitor.page().fill("#address", "Ann Lee, 1 Long Street, Springfield");
            visitor.page().locator("#buy button[type=submit]").click();
            waitFor(visitor.page().locator(".outcome.no"));
            visitor.forgive().inspect().photograph("room-journey-4-refused");

            visitor.page().locator(".outcome.no a[href$='/queue']").click();
            visitor.page().locator("#room button[type=submit]").click();
            waitFor(visitor.page().locator("#room[data-stage=YOUR_TURN]"));

            assertThat(visitor.page().locator("#room h1").textContent()).isNotBlank();
        }
    }

    @Test
    void thePlaceIsTheAccountsOnWhateverDevice() {
        var shopping = new JourneyShopping(offerPublishing, catalog, stock);
        var offer = shopping.offer(5, Instant.now().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS));
        opening.open(OPERATOR, offer.id(), "");
        await().atMost(PATIENCE).until(() -> rooms.of(offer.id()).isPresent());
        var queue = "/offers/" + offer.id() + "/queue";
        try (var first = visitor(Device.DESKTOP);
                var second = visitor(Device.PHONE.in("zh-CN").withoutJavaScript());
                var stranger = visitor(Device.PHONE)) {
            var name = shopping.registersAt(first, offer);
            enters(first, offer);
            var number = number(first, offer);
            shopping.registersAt(stranger, offer);
            enters(stranger, offer);
            assertThat(number(stranger, offer)).isNotEqualTo(number);

            first.page().reload();
            assertThat(number(first, offer)).as("after a reload").isEqualTo(number);
            first.page()
                    .context()
                    .clearCookies(new BrowserContext.ClearCookiesOptions().setName("ticket-" + offer.id()));
            enters(first, offer);
            assertThat(number(first, offer)).as("without its cookie").isEqualTo(number);
            first.page().locator("header details.menu summary").click();
            first.page().locator("header form[action$='/sign-out'] button").click();
            for (var device : List.of(first, second)) {
                device.open("/sign-in?continue=" + queue);
                device.page().fill("[name=username]", name);
                device.page().fill("[name=password]", JourneyShopping.PASSWORD);
                device.page().locator("main form button[type=submit]").click();
                device.page().waitForURL("**" + queue);
                enters(device, offer);
                assertThat(number(device, offer)).as("signed in again").isEqualTo(number);
            }

            var theirs = ticket(first, offer);
            stranger.withCookie("ticket-" + offer.id(), theirs, "http://127.0.0.1:" + port + queue);
            stranger.open(queue);
            assertThat(stranger.page().locator("#room button[type=submit]").count())
                    .as("somebody else's ticket is none")
                    .isEqualTo(1);
        }
    }

    @Test
    void twoTabsHaveOnePlaceAndOneTurnAndShowOneOrder() {
        var shopping = new JourneyShopping(offerPublishing, catalog, stock);
        var offer = shopping.offer(5, Instant.now().plusSeconds(SECONDS_BEFORE).truncatedTo(ChronoUnit.SECONDS));
        opening.open(OPERATOR, offer.id(), "");
        await().atMost(PATIENCE).until(() -> rooms.of(offer.id()).isPresent());
        try (var first = visitor(Device.DESKTOP)) {
            shopping.registersAt(first, offer);
            var tabs = List.of(first, first.secondTab());
            tabs.forEach(tab -> tab.open("/offers/" + offer.id() + "/queue"));
            var numbers = tabs.stream()
                    .map(tab -> {
                        tab.page().locator("#room button[type=submit]").click();
                        waitFor(tab.page().locator("#room[data-stage]"));
                        tab.page().evaluate("window.stayed = true");
                        return number(tab, offer);
                    })
                    .distinct()
                    .toList();
            assertThat(numbers)
                    .as("a form that stood there before the other tab had a ticket")
                    .hasSize(1);

            var turns = tabs.stream()
                    .map(tab -> {
                        waitFor(tab.page().locator("#room[data-stage=YOUR_TURN] [data-next]"));
                        assertThat(tab.page().evaluate("window.stayed"))
                                .as("whether it asked by itself")
                                .isEqualTo(true);
                        return tab.inspect().page().locator("#room h1 + p").textContent();
                    })
                    .distinct()
                    .toList();
            assertThat(turns).as("until when they may buy").hasSize(1);
            assertThat(number(first, offer)).isEqualTo(numbers.get(0));

            first.page().locator("#room [data-next]").click();
            first.page().waitForURL("**/offers/" + offer.id());
            JourneyShopping.buys(first);
            var order = first.page().locator(".outcome.yes a[href^='/orders/']").getAttribute("href");

            var other = tabs.get(1).page();
            other.locator("#room [data-next]").click();
            waitFor(other.locator(".mine.all a[href='" + order + "']").first());
            assertThat(other.locator("#buy").isVisible())
                    .as("nothing more to buy")
                    .isFalse();
            tabs.get(1).inspect();
        }
    }

    private static int number(BrowserVisitor visitor, Offer offer) {
        return RoomCrowd.numberOf(ticket(visitor, offer));
    }

    static String ticket(BrowserVisitor visitor, Offer offer) {
        return visitor.page().context().cookies().stream()
                .filter(cookie -> cookie.name.equals("ticket-" + offer.id()))
                .map(cookie -> cookie.value)
                .findFirst()
                .orElseThrow();
    }

    /** Whoever has a ticket in this browser is in already. */
    static void enters(BrowserVisitor visitor, Offer offer) {
        visitor.open("/offers/" + offer.id());
        visitor.page()
                .locator("a.button[href='/offers/" + offer.id() + "/queue']")
                .click();
        if (visitor.page().locator("#room[data-stage]").count() == 0) {
            visitor.page().locator("#room button[type=submit]").click();
        }
        waitFor(visitor.page().locator("#room[data-stage]"));
    }

    private BrowserVisitor visitor(Device device) {
        return chromium.visitor("http://127.0.0.1:" + port, device);
    }
}
