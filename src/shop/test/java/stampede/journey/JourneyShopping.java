package stampede.journey;

import static org.awaitility.Awaitility.await;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.microsoft.playwright.Locator;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import stampede.account.AccountId;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.OfferPublishing.NewOffer;
import stampede.catalog.OfferPublishing.NewProduct;
import stampede.catalog.SaleWindow;
import stampede.counter.LiveStock;
import stampede.counter.StockView.Gate;
import stampede.money.Money;
import stampede.testing.BrowserVisitor;

/** What every visitor's story begins with: something on sale, an account, and an order. */
public final class JourneyShopping {

    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final String PASSWORD = "a good password";

    private static final AccountId SELLER = new AccountId(1);

    private final OfferPublishing offerPublishing;
    private final Catalog catalog;
    private final LiveStock stock;

    JourneyShopping(OfferPublishing offerPublishing, Catalog catalog, LiveStock stock) {
        this.offerPublishing = offerPublishing;
        this.catalog = catalog;
        this.stock = stock;
    }

    /** An offer of so many units, in a slot that is open for a while. */
    Offer offer(int units) {
        return onSale(publish(units, Instant.now().truncatedTo(ChronoUnit.MINUTES)));
    }

    /** One whose slot opens then. */
    Offer offer(int units, Instant opens) {
        var id = publish(units, opens);
        await().atMost(PATIENCE).until(() -> catalog.offer(id).isPresent());
        return catalog.offer(id).orElseThrow();
    }

    private OfferId publish(int units, Instant opens) {
        var slot = offerPublishing.slot(new SaleWindow(opens, opens.plus(Duration.ofHours(1))));
        var product = offerPublishing.addProduct(new NewProduct(
                SELLER,
                "Celadon teapot " + slot,
                "<p>Thrown by hand.</p>",
                "/pictures/celadon-teapot.svg",
                new Money(19_900)));
        return offerPublishing.publish(new NewOffer(product, slot, new Money(4_990), units, 1));
    }

    private Offer onSale(OfferId id) {
        await().atMost(PATIENCE)
                .until(() ->
                        stock.of(id).gate() == Gate.OPEN && catalog.offer(id).isPresent());
        return catalog.offer(id).orElseThrow();
    }

    /** Answers the name of the account; its password is {@value #PASSWORD}. */
    @CanIgnoreReturnValue
    String registersAt(BrowserVisitor browserVisitor, Offer offer) {
        browserVisitor.open("/offers/" + offer.id());
        return registers(browserVisitor, offer.id());
    }

    /** From the offer to the form, and back to the offer. Answers the name of the account. */
    @CanIgnoreReturnValue
    public static String registers(BrowserVisitor browserVisitor, OfferId offer) {
        var page = browserVisitor.page();
        page.locator("a.button.wide[href^='/sign-in']").click();
        browserVisitor.inspect().photograph("journey-4-sign-in");
        page.locator("main a[href^='/register']").click();
        browserVisitor.inspect().photograph("journey-4-register");
        var name = "j" + UUID.randomUUID().toString().substring(0, 8);
        page.fill("[name=username]", name);
        page.fill("[name=password]", PASSWORD);
        page.locator("main form button[type=submit]").click();
        page.waitForURL("**/offers/" + offer);
        return name;
    }

    /** On the page of an offer, until it is theirs. */
    public static void buys(BrowserVisitor browserVisitor) {
        var page = browserVisitor.page();
        page.fill("#address", "Ann Lee, 1 Long Street, Springfield");
        browserVisitor.inspect().photograph("journey-5-ready");
        page.locator("#buy button[type=submit]").click();
        page.waitForURL("**/purchases/*");
        waitFor(page.locator(".outcome.yes"));
        browserVisitor.inspect();
    }

    /** From there. */
    public static void goesToTheOrder(BrowserVisitor browserVisitor) {
        browserVisitor.page().locator(".outcome.yes a.button[href^='/orders/']").click();
    }

    static void waitFor(Locator locator) {
        locator.waitFor(new Locator.WaitForOptions().setTimeout((double) PATIENCE.toMillis()));
    }
}
