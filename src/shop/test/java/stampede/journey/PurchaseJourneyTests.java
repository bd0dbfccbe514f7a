package stampede.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.journey.JourneyShopping.PATIENCE;
import static stampede.journey.JourneyShopping.waitFor;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferPublishing;
import stampede.counter.LiveStock;
import stampede.testing.Apart;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** Two shoppers and one unit, from the home page to the order, through the whole shop. */
@Apart
@StampedeTest
class PurchaseJourneyTests {

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @Autowired
    private OfferPublishing offerPublishing;

    @Autowired
    private Catalog catalog;

    @Autowired
    private LiveStock stock;

    @LocalServerPort
    private int port;

    static Stream<Device> devices() {
        return Stream.of(Device.DESKTOP.in("zh-CN"), Device.PHONE.withoutJavaScript());
    }

    @ParameterizedTest
    @MethodSource("devices")
    void aUnitThatIsNotPaidForGoesToTheNextShopper(Device device) {
        var shopping = new JourneyShopping(offerPublishing, catalog, stock);
        var offer = shopping.offer(1);
        try (var first = visitor(device);
                var second = visitor(device)) {
            findsIt(first, offer);
            JourneyShopping.registers(first, offer.id());
            shopping.registersAt(second, offer);
            JourneyShopping.buys(first);
            first.photograph("journey-5-yours");

            seesItIsGone(second, offer);

            JourneyShopping.goesToTheOrder(first);
            first.inspect().photograph("journey-7-order");
            waitFor(first.page().locator(".status[data-status=CLOSED]"));
            first.inspect().photograph("journey-8-closed");

            waitsForIt(second);
            JourneyShopping.buys(second);
            second.photograph("journey-9-next");
            JourneyShopping.goesToTheOrder(second);
            cancels(second);
        }
    }

    /** Home, another slot, and back to the one that sells it. */
    private void findsIt(BrowserVisitor visitor, Offer offer) {
        var page = visitor.open("/").inspect().photograph("journey-1-home").page();
        var mine = "/slots/" + offer.slot();
        var other = page.locator(".tab[href^='/slots/']:not([href='" + mine + "'])");
        if (other.count() > 0) {
            other.last().click();
            page.waitForURL(url -> !url.endsWith("/") && !url.endsWith(mine));
            visitor.inspect().photograph("journey-2-other-slot");
        }
        var tab = page.locator(".tab[href='" + mine + "']");
        if (tab.count() == 0) {
            visitor.open(mine);
        }
        tab.click();
        page.locator("#slot .cover[href='/offers/" + offer.id() + "']").click();
        page.waitForURL("**/offers/" + offer.id());
        visitor.inspect().photograph("journey-3-offer");
    }

    private void seesItIsGone(BrowserVisitor visitor, Offer offer) {
        await().atMost(PATIENCE).until(() -> stock.of(offer.id()).soldOut());
        visitor.open("/offers/" + offer.id());
        assertThat(visitor.page().locator("#buy button").isDisabled()).isTrue();
        visitor.inspect().photograph("journey-6-sold-out");
    }

    /** With JavaScript the button wakes up by itself; without, the page is reloaded now and then. */
    private void waitsForIt(BrowserVisitor visitor) {
        var awake = visitor.page().locator("#buy button:enabled");
        if (visitor.runsScripts()) {
            waitFor(awake);
        } else {
            await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).until(() -> {
                visitor.page().reload();
                return awake.count() == 1;
            });
        }
    }

    private void cancels(BrowserVisitor visitor) {
        var page = visitor.page();
        page.locator("details.confirm summary").click();
        page.locator("details.confirm button").click();
        if (!visitor.runsScripts()) {
            await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).until(() -> {
                page.reload();
                return page.locator(".status[data-status=CLOSED]").count() == 1;
            });
        }
        waitFor(page.locator(".status[data-status=CLOSED]"));
        visitor.open("/orders").inspect().photograph("journey-10-orders");
        assertThat(page.locator(".badge[data-status=CLOSED]").count()).isEqualTo(1);
    }

    private BrowserVisitor visitor(Device device) {
        return chromium.visitor("http://127.0.0.1:" + port, device);
    }
}
