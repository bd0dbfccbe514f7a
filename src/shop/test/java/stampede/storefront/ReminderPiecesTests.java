package stampede.storefront;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.storefront.PageClient.page;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.address.AddressFields;
import stampede.catalog.OfferId;
import stampede.counter.StockView.Gate;
import stampede.order.OrderStatus;
import stampede.reminder.Reminder;
import stampede.reminder.UnpaidOrders;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** Whether a shopper is ready, what they are told of, and what may come back, on the pages of a shop in memory. */
@StorefrontTest
class ReminderPiecesTests {

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @Autowired
    private StandInShop shop;

    @Autowired
    private StandInReminders reminders;

    @Autowired
    private StandInAddressBook addressBook;

    @LocalServerPort
    private int port;

    private PageClient web;

    @BeforeEach
    @AfterEach
    void begin() {
        web = new PageClient(port);
        reminders.all.clear();
        shop.closeAll();
        addressBook.clear();
    }

    @Test
    void eachCrossIsALinkThatMendsItUntilAllIsReady() {
        for (var device : List.of(Device.PHONE, Device.PHONE.wide(320).in("zh-CN"), Device.DESKTOP.atNight())) {
            begin();
            var offer = upcoming();
            var unpaid = shop.order(
                    offer, OrderStatus.AWAITING_PAYMENT, Instant.now().plusSeconds(200));
            try (var visitor = shopper(device)) {
                var page = visitor.open("/offers/" + offer).page();
                page.locator("#tell-me .checks [data-clock].yes").waitFor();
                assertThat(page.locator("#tell-me .checks .no a")
                                .evaluateAll("all => all.map(one => one.getAttribute('href'))"))
                        .isEqualTo(List.of("/account/addresses/new?continue=/offers/" + offer, "/orders/" + unpaid));
                assertThat(page.locator("#tell-me .checks .no button").count())
                        .as("remind me")
                        .isEqualTo(1);
                visitor.inspect().photograph("ready-not-yet");

                addressBook.add(StandInShop.SHOPPER, new AddressFields("Ann Lee", "", "", "West Lake 1"));
                shop.closeAll();
                page.locator("#tell-me .checks .no button").click();
                page.locator("#tell-me .checks:not(:has(.no)) [data-clock].yes").waitFor();
                assertThat(page.locator("#tell-me .checks .yes").count()).isEqualTo(5);
                assertThat(reminders.list(StandInShop.SHOPPER)).hasSize(1);
                visitor.inspect().photograph("ready");

                page.locator("#tell-me .checks form button").click();
                page.locator("#tell-me .checks .no button").waitFor();
                assertThat(reminders.list(StandInShop.SHOPPER)).isEmpty();
            }
        }
    }

    /** The page's own time is set right by the server when it is made; if the device's clock jumps after that, the page is wrong. */
    @Test
    void aClockThatJumpsWhileThePageIsOpenIsACross() {
        var offer = upcoming();
        try (var visitor = shopper(Device.PHONE)) {
            var page = visitor.page();
            page.addInitScript("const real = Date.now; window.jump = 0; Date.now = () => real() + window.jump;");
            visitor.open("/offers/" + offer);
            page.locator("#tell-me [data-clock].yes").waitFor();

            page.evaluate("() => { window.jump = 2000; }");
            page.locator("#tell-me [data-clock].no a[href='/offers/" + offer + "']")
                    .waitFor();
        }
    }

    @Test
    void aPageSaysNothingOfItsReaderAndTheirPartIsMadeForThemAlone() {
        var offer = upcoming();
        reminders.remind(StandInShop.SHOPPER, offer);

        var forNobody = page(web.get("/offers/" + offer, "Cookie", "x=1"));
        assertThat(forNobody.select("#tell-me a").eachAttr("href")).allMatch(("/reminders/offers/" + offer)::equals);
        assertThat(forNobody.select("#tell-me form, #tell-me .checks")).isEmpty();
        var stranger = page(web.get("/reminders/offers/" + offer, "Cookie", "x=1", "HX-Request", "true"));
        assertThat(stranger.select("#tell-me .on.UPCOMING a").eachAttr("href"))
                .containsExactly("/sign-in?continue=/offers/" + offer, "/reminders/offers/" + offer + "/sale.ics");
        assertThat(stranger.select("form")).isEmpty();
        assertThat(page(web.get("/reminders/offers/" + offer, "HX-Request", "true"))
                        .select(".checks .yes")
                        .text())
                .contains("Reminder set");
    }

    @Test
    void withoutScriptsOnePressOfTheFormRemindsAndTooManyAreRefusedByName() {
        var offer = upcoming();
        var form = page(web.get("/reminders/offers/" + offer)).expectFirst("main form");
        assertThat(form.attr("action")).isEqualTo("/reminders/offers/" + offer);
        var pressed = web.post(form.attr("action"), Map.of());
        assertThat(pressed.statusCode()).isEqualTo(302);
        assertThat(pressed.headers().firstValue("Location").orElseThrow()).endsWith("/offers/" + offer);
        assertThat(reminders.list(StandInShop.SHOPPER))
                .extracting(Reminder::offer)
                .containsExactly(Optional.of(offer));

        reminders.remind(StandInShop.SHOPPER, upcoming());
        reminders.remind(StandInShop.SHOPPER, StandInShop.UPCOMING);
        var refused = web.post("/reminders/offers/" + upcoming(), Map.of());
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(page(refused).select("[role=alert]").text()).contains("as many as you may be");

        var list = page(web.get("/account/reminders"));
        assertThat(list.select("main li")).hasSize(3);
        for (var end : list.select("main li form").eachAttr("action")) {
            web.post(end, Map.of());
        }
        assertThat(reminders.list(StandInShop.SHOPPER)).isEmpty();
        assertThat(page(web.get("/account/reminders")).select("main").text()).contains("Nothing yet");
    }

    @Test
    void aSlotIsRemindedOfByOnePressOnItsPage() {
        upcoming();
        try (var visitor = shopper(Device.PHONE)) {
            var page = visitor.open("/slots/" + StandInShop.UPCOMING).page();
            page.locator("#slot-mine form button").click();
            page.locator("#slot-mine strong.yes").waitFor();
            visitor.inspect().photograph("slot-reminded");
            assertThat(reminders.list(StandInShop.SHOPPER, StandInShop.UPCOMING))
                    .hasSize(1);
        }
    }

    @Test
    void threeMinutesBeforeTheTitleCountsAndTheBarLeadsThere() {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        reminders.remind(StandInShop.SHOPPER, offer, Instant.now().plusSeconds(170));
        reminders.remind(StandInShop.SHOPPER, offer, Instant.now().plusSeconds(3_000));
        try (var visitor = shopper(Device.PHONE)) {
            var page = visitor.open("/slots/1").page();
            page.locator("#waiting li:not([hidden]) a[href='/offers/" + offer + "']")
                    .waitFor();
            assertThat(page.locator("#waiting li:not([hidden])").count()).isEqualTo(1);
            page.waitForFunction("() => /^\\(02:\\d\\d\\) Kettle$/.test(document.title)");
            visitor.inspect().photograph("reminder-in-the-bar");
            assertThat(page.evaluate(
                            "() => Object.keys(sessionStorage).filter((mark) => mark.startsWith('told-')).length"))
                    .isEqualTo(1);

            page.evaluate("() => document.querySelector('[data-remind]').dataset.remind = Date.now() + 9000");
            page.waitForFunction("() => Object.keys(sessionStorage).some((mark) => mark.endsWith('-last'))");
            page.evaluate("() => document.querySelector('[data-remind]').dataset.remind = Date.now() - 1");
            page.waitForFunction("() => !document.title.includes('Kettle')");
            assertThat(page.locator("#waiting").isVisible()).isFalse();
        }
    }

    @Test
    void whoWaitsIsToldOnAnyPageOfAUnitThatCameBack() {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 0, 10, 2, Gate.OPEN);
        var until = Instant.now().plusSeconds(200);
        reminders.unpaid.put(offer, new UnpaidOrders.Tally(12, until));
        try (var visitor = shopper(Device.PHONE)) {
            var page = visitor.open("/offers/" + offer).page();
            assertThat(page.locator("#unpaid-" + offer).textContent())
                    .startsWith("12 orders are still unpaid: they may come back until ");
            page.locator("#tell-me .on.SOLD_OUT form button").click();
            page.locator("#tell-me .on.SOLD_OUT strong.yes").waitFor();
            visitor.inspect().photograph("sold-out-waiting");

            visitor.open("/slots/1");
            page.locator("#waiting[data-poll]")
                    .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED));
            assertThat(Integer.parseInt(page.locator("#waiting").getAttribute("data-poll")))
                    .as("milliseconds")
                    .isLessThan(4_000);
            assertThat(page.locator("#waiting").isVisible()).isFalse();
            shop.left(offer, 1);
            page.locator("#waiting a[href='/offers/" + offer + "']").waitFor();
            visitor.inspect().photograph("back-on-sale-in-the-bar");
        }
    }

    @Test
    void theFigureOfUnpaidOrdersFollowsWithTheNumbers() {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 0, 10, 2, Gate.OPEN);
        var seen = page(web.get("/offers/" + offer)).select("#offer-poll").attr("hx-get");
        assertThat(web.get(seen).statusCode()).as("as the page shows it").isEqualTo(204);

        reminders.unpaid.put(offer, new UnpaidOrders.Tally(1, Instant.now()));
        var news = page(web.get(seen));
        assertThat(news.select("#unpaid-" + offer + "[hx-swap-oob]").text()).startsWith("One order is still unpaid");
        shop.left(offer, 1);
        assertThat(page(web.get(seen)).select("#unpaid-" + offer).text())
                .as("on sale again")
                .isEmpty();
    }

    @Test
    void aCardSaysHowManyWantToBeRemindedFromTenOn() {
        var few = upcoming();
        var many = upcoming();
        reminders.counts.put(many, 12);

        var slot = page(web.get("/slots/" + StandInShop.UPCOMING));
        assertThat(slot.select(".card:has(a[href='/offers/" + many + "'])").text())
                .contains("12 want to be reminded");
        assertThat(slot.select(".card:has(a[href='/offers/" + few + "'])").text())
                .doesNotContain("reminded");
    }

    private OfferId upcoming() {
        return shop.offer(StandInShop.UPCOMING, "Kettle", 5, 10, 2, Gate.OPEN);
    }

    private BrowserVisitor shopper(Device device) {
        var address = "http://127.0.0.1:" + port;
        return chromium.visitor(address, device).withCookie("as", StandInShop.SHOPPER.toString(), address);
    }
}
