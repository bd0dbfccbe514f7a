package stampede.storefront;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.catalog.OfferId;
import stampede.challenge.StandInCrowds;
import stampede.counter.StockView.Gate;
import stampede.room.StandInRooms;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** Waiting, and proving that one is no crowd, for those who hear the page or have no mouse. */
@StorefrontTest
class RoomInBrowserTests {

    /** Asks for the room anew, as the clock of the page does, and waits until it stands there. */
    private static final String REFRESH = """
            () => new Promise(done => {
              document.body.addEventListener('htmx:afterSettle', () => done(), { once: true });
              htmx.trigger(document.querySelector('#room'), 'refresh');
            })""";

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @Autowired
    private StandInRooms rooms;

    @Autowired
    private StandInShop shop;

    @LocalServerPort
    private int port;

    @AfterEach
    void forget() {
        shop.refusal = null;
    }

    @Test
    void whatMattersIsSaidOnceHoweverOftenThePageAsks() {
        var offer = offer();
        rooms.gathers(offer, Instant.now().plusSeconds(3_600));
        try (var visitor = shopper(Device.DESKTOP).listen()) {
            var page = visitor.open("/offers/" + offer + "/queue").page();
            page.click("#room button[type=submit]");
            page.locator("#room[data-stage=GATHERING]").waitFor();
            refresh(visitor, 3);
            assertThat(visitor.heard()).as("of what was read already").isEmpty();

            rooms.waits(offer, 812, 811, 2, 4);
            refresh(visitor, 3);
            assertThat(visitor.heard()).containsExactly("Your place is 812. 811 people come in before you.");
            assertThat(page.title()).isEqualTo("(812) Waiting room");
            rooms.waits(offer, 407, 406, 1, 2);
            refresh(visitor, 2);
            assertThat(visitor.heard()).hasSize(1);
            rooms.waits(offer, 406, 405, 1, 2);
            refresh(visitor, 2);
            assertThat(visitor.heard()).as("half of them are gone").hasSize(2);
            assertThat(page.locator("#room").textContent()).contains("About 1 to 2 minutes.");
            rooms.waits(offer, 11, 10, 1, 1);
            refresh(visitor, 2);
            assertThat(page.locator("#room").textContent()).contains("About a minute.");
            rooms.waits(offer, 7, 6, 1, 1);
            refresh(visitor, 2);
            assertThat(visitor.heard()).as("the last ten").hasSize(3);

            rooms.callsInVain(offer);
            refresh(visitor, 2);
            assertThat(visitor.heard()).as("Redis does not answer").hasSize(4);
            assertThat(page.locator("#room[data-poll='2000'] h1").textContent()).isEqualTo("Please wait for your turn");

            rooms.calls(offer);
            refresh(visitor, 1);
            assertThat(visitor.heard()).hasSize(5);
            assertThat(visitor.heard().get(4)).startsWith("It is your turn. Buy by ");
            assertThat(page.title()).isEqualTo("It is your turn");
            assertThat(visitor.heard()).doesNotHaveDuplicates();
            visitor.inspect();
        }
    }

    @Test
    void thatAllIsReservedAndThatItIsOverIsSaidOnce() {
        var offer = offer();
        rooms.waits(offer, 812, 811, 2, 4);
        try (var visitor = shopper(Device.DESKTOP).listen()) {
            var page = visitor.open("/offers/" + offer + "/queue").page();
            page.click("#room button[type=submit]");
            page.locator("#room[data-stage=WAITING]").waitFor();
            assertThat(page.locator("#room").textContent())
                    .contains("Your ticket has number 16.")
                    .doesNotContain("All units are reserved");

            rooms.reserves(offer, 12);
            refresh(visitor, 2);
            assertThat(visitor.heard())
                    .singleElement()
                    .asString()
                    .startsWith("All units are reserved; 12 are not paid yet.");
            rooms.reserves(offer, 1);
            refresh(visitor, 2);
            assertThat(page.locator("#room").textContent()).contains("All units are reserved; one is not paid yet.");
            assertThat(visitor.heard()).as("another number is no news").hasSize(1);

            rooms.sells(offer);
            refresh(visitor, 2);
            assertThat(visitor.heard())
                    .hasSize(2)
                    .last()
                    .isEqualTo("It is over. All units are sold and paid. Nobody has to wait any more.");
            assertThat(page.title()).isEqualTo("It is over");
            assertThat(page.locator("#room[data-poll], #room[data-state], #room[data-events]")
                            .count())
                    .as("nothing is asked any more")
                    .isZero();
            visitor.inspect();
        }
    }

    @Test
    void whoComesWhenItIsOverIsToldSoWithoutScripts() {
        var offer = offer();
        rooms.waits(offer, 812, 811, 2, 4);
        rooms.stops(offer);
        try (var visitor = shopper(Device.PHONE.withoutJavaScript())) {
            var page = visitor.open("/offers/" + offer + "/queue").page();
            assertThat(page.locator("#room h1").textContent()).isEqualTo("It is over");
            assertThat(page.locator("#room").textContent()).contains("The sale has ended.");
            assertThat(page.locator("#room form").count())
                    .as("nothing to enter")
                    .isZero();
            assertThat(page.locator("meta[http-equiv=refresh]").count()).isZero();
            visitor.inspect();
        }
    }

    @Test
    void whoHasNoMouseWaitsAndIsLedOn() {
        var offer = offer();
        rooms.gathers(offer, Instant.now().plusSeconds(3_600));
        try (var visitor = shopper(Device.DESKTOP)) {
            var page = visitor.open("/offers/" + offer).page();
            visitor.tabTo("a.button[href='/offers/" + offer + "/queue']").enter();
            page.waitForURL("**/queue");
            visitor.tabTo("#room button[type=submit]").enter();
            page.locator("#room[data-stage=GATHERING]").waitFor();

            visitor.tabTo("#room-back");
            refresh(visitor, 3);
            assertThat(page.locator("#room-back:focus").count())
                    .as("the focus stays")
                    .isEqualTo(1);
            rooms.calls(offer);
            refresh(visitor, 1);
            assertThat(page.locator("#room [data-next]:focus").count())
                    .as("and is led to what comes next")
                    .isEqualTo(1);
            visitor.enter();
            page.waitForURL("**/offers/" + offer);
        }
    }

    @Test
    void whoHasNoMouseProvesThatTheyAreNoCrowd() {
        for (var device : List.of(Device.DESKTOP, Device.DESKTOP.withoutJavaScript())) {
            var offer = offer();
            shop.refusal = StandInCrowds.refusal(StandInShop.SHOPPER, offer);
            try (var visitor = shopper(device).listen()) {
                var page = visitor.open("/offers/" + offer).page();
                visitor.tabTo("#address");
                page.keyboard().type("1 Long Street");
                visitor.tabTo("#buy button[type=submit]").enter();
                page.locator("form[data-challenge] button:enabled").waitFor();
                if (visitor.runsScripts()) {
                    await().untilAsserted(() -> assertThat(visitor.heard())
                            .containsOnlyOnce("Checking, a few seconds …", "Ready. Press the button to go on."));
                }

                shop.refusal = null;
                visitor.tabTo("form[data-challenge] button").enter();
                page.waitForURL("**/purchases/*");
            }
        }
    }

    private OfferId offer() {
        return shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
    }

    private static void refresh(BrowserVisitor visitor, int times) {
        for (var time = 0; time < times; time++) {
            visitor.page().evaluate(REFRESH);
        }
    }

    private BrowserVisitor shopper(Device device) {
        var address = "http://127.0.0.1:" + port;
        return chromium.visitor(address, device).withCookie("as", StandInShop.SHOPPER.toString(), address);
    }
}
