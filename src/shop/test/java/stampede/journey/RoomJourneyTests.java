package stampede.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.journey.JourneyShopping.PATIENCE;
import static stampede.journey.JourneyShopping.waitFor;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferPublishing;
import stampede.counter.LiveStock;
import stampede.room.RoomOpening;
import stampede.room.WaitingRooms;
import stampede.testing.Apart;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** From the offer through the waiting room to the order, with scripts and without, by two buttons and some patience. */
@Apart
@StampedeTest
class RoomJourneyTests {

    private static final SignedIn OPERATOR = new SignedIn(new AccountId(3), "operator", Role.OPERATOR);

    /** So long it takes to register twice. */
    private static final int SECONDS_BEFORE = 20;

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
            shopping.registersAt(plain, offer);
            enters(plain, offer);
            scripted.inspect().photograph("room-journey-1-gathering");

            for (var visitor : List.of(scripted, plain)) {
                waitFor(visitor.page().locator("#room[data-stage=YOUR_TURN]"));
                visitor.inspect().photograph("room-journey-2-turn");
                visitor.page().locator("#room a.button:not(.quiet)").click();
                visitor.page().waitForURL("**/offers/" + offer.id());
                shopping.buys(visitor);
                visitor.photograph("room-journey-3-yours");
            }
        }
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

    private static void enters(BrowserVisitor visitor, Offer offer) {
        visitor.page()
                .locator("a.button[href='/offers/" + offer.id() + "/queue']")
                .click();
        visitor.page().locator("#room button[type=submit]").click();
        waitFor(visitor.page().locator("#room[data-stage]"));
    }

    private BrowserVisitor visitor(Device device) {
        return chromium.visitor("http://127.0.0.1:" + port, device);
    }
}
