package stampede.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.Publishing;
import stampede.catalog.Publishing.NewOffer;
import stampede.catalog.Publishing.NewProduct;
import stampede.catalog.SaleWindow;
import stampede.stock.LiveStock;
import stampede.stock.StockView.Gate;
import stampede.support.Money;

/** Two shoppers and one unit, from the home page to the order, through the whole shop. */
@StampedeTest
class JourneyTests {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String TO_ORDER = ".outcome.yes a.button[href^='/orders/']";
    private static final AccountId SELLER = new AccountId(1);

    private static Chromium chromium;

    @Autowired
    private Publishing publishing;

    @Autowired
    private Catalog catalog;

    @Autowired
    private LiveStock stock;

    @LocalServerPort
    private int port;

    @BeforeAll
    static void start() {
        chromium = new Chromium();
    }

    @AfterAll
    static void stop() {
        chromium.close();
    }

    static Stream<Device> devices() {
        return Stream.of(
                Device.PHONE,
                Device.DESKTOP.in("zh-CN"),
                Device.PHONE.in("zh-CN").withoutJavaScript());
    }

    @ParameterizedTest
    @MethodSource("devices")
    void aUnitThatIsNotPaidForGoesToTheNextShopper(Device device) {
        var offer = theOnlyOne();
        try (var first = visitor(device);
                var second = visitor(device)) {
            findsIt(first, offer);
            registers(first, offer);
            registersAt(second, offer);
            buys(first);
            first.photograph("journey-5-yours");

            seesItIsGone(second, offer);

            first.page().locator(TO_ORDER).click();
            first.inspect().photograph("journey-7-order");
            wait(first.page().locator(".status[data-status=CLOSED]"));
            first.inspect().photograph("journey-8-closed");

            waitsForIt(second);
            buys(second);
            second.photograph("journey-9-next");
            cancels(second);
        }
    }

    /** Home, another slot, and back to the one that sells it. */
    private void findsIt(Visitor visitor, Offer offer) {
        var page = visitor.open("/").inspect().photograph("journey-1-home").page();
        var mine = "/slots/" + offer.slot();
        var other = page.locator(".tab:not([href='" + mine + "'])");
        if (other.count() > 0) {
            other.last().click();
            page.waitForURL(url -> !url.endsWith("/") && !url.endsWith(mine));
            visitor.inspect().photograph("journey-2-other-slot");
        }
        page.locator(".tab[href='" + mine + "']").click();
        page.locator("#slot .cover[href='/offers/" + offer.id() + "']").click();
        page.waitForURL("**/offers/" + offer.id());
        visitor.inspect().photograph("journey-3-offer");
    }

    /** From the offer to the form, and back to the offer. */
    private void registers(Visitor visitor, Offer offer) {
        var page = visitor.page();
        page.locator("a.button[href^='/sign-in']").click();
        visitor.inspect().photograph("journey-4-sign-in");
        page.locator("main a[href^='/register']").click();
        visitor.inspect().photograph("journey-4-register");
        page.fill("[name=username]", "j" + UUID.randomUUID().toString().substring(0, 8));
        page.fill("[name=password]", "a good password");
        page.locator("main form button[type=submit]").click();
        page.waitForURL("**/offers/" + offer.id());
    }

    private void registersAt(Visitor visitor, Offer offer) {
        visitor.open("/offers/" + offer.id());
        registers(visitor, offer);
    }

    private void buys(Visitor visitor) {
        var page = visitor.page();
        page.fill("#address", "Ann Lee, 1 Long Street, Springfield");
        visitor.inspect().photograph("journey-5-ready");
        page.locator("#buy button[type=submit]").click();
        page.waitForURL("**/purchases/*");
        wait(page.locator(".outcome.yes"));
        visitor.inspect();
    }

    private void seesItIsGone(Visitor visitor, Offer offer) {
        await().atMost(PATIENCE).until(() -> stock.of(offer.id()).soldOut());
        visitor.open("/offers/" + offer.id());
        assertThat(visitor.page().locator("#buy button").isDisabled()).isTrue();
        visitor.inspect().photograph("journey-6-sold-out");
    }

    /** With JavaScript the button wakes up by itself; without, the page is reloaded now and then. */
    private void waitsForIt(Visitor visitor) {
        var awake = visitor.page().locator("#buy button:enabled");
        if (visitor.runsScripts()) {
            wait(awake);
        } else {
            await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).until(() -> {
                visitor.page().reload();
                return awake.count() == 1;
            });
        }
    }

    private void cancels(Visitor visitor) {
        var page = visitor.page();
        page.locator(TO_ORDER).click();
        page.locator("details.confirm summary").click();
        page.locator("details.confirm button").click();
        if (!visitor.runsScripts()) {
            await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).until(() -> {
                page.reload();
                return page.locator(".status[data-status=CLOSED]").count() == 1;
            });
        }
        wait(page.locator(".status[data-status=CLOSED]"));
        visitor.open("/orders").inspect().photograph("journey-10-orders");
        assertThat(page.locator(".badge[data-status=CLOSED]").count()).isEqualTo(1);
    }

    private Visitor visitor(Device device) {
        return chromium.visitor("http://127.0.0.1:" + port, device);
    }

    private static void wait(Locator locator) {
        locator.waitFor(new Locator.WaitForOptions().setTimeout((double) PATIENCE.toMillis()));
    }

    /** An offer of one unit, in a slot that is open for a while. */
    private Offer theOnlyOne() {
        var opened = Instant.now().truncatedTo(ChronoUnit.MINUTES);
        var slot = publishing.slot(new SaleWindow(opened, opened.plus(Duration.ofHours(1))));
        var product = publishing.addProduct(new NewProduct(
                SELLER,
                "Celadon teapot " + slot,
                "<p>Thrown by hand.</p>",
                "/pictures/celadon-teapot.svg",
                new Money(19_900)));
        return onSale(publishing.publish(new NewOffer(product, slot, new Money(4_990), 1, 1)));
    }

    private Offer onSale(OfferId id) {
        await().atMost(PATIENCE)
                .until(() ->
                        stock.of(id).gate() == Gate.OPEN && catalog.offer(id).isPresent());
        return catalog.offer(id).orElseThrow();
    }
}
