package stampede.journey;

import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
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

/** What every visitor's story begins with: something on sale, an account, and an order. */
final class Shopping {

    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final AccountId SELLER = new AccountId(1);

    private final Publishing publishing;
    private final Catalog catalog;
    private final LiveStock stock;

    Shopping(Publishing publishing, Catalog catalog, LiveStock stock) {
        this.publishing = publishing;
        this.catalog = catalog;
        this.stock = stock;
    }

    /** An offer of so many units, in a slot that is open for a while. */
    Offer offer(int units) {
        var opened = Instant.now().truncatedTo(ChronoUnit.MINUTES);
        var slot = publishing.slot(new SaleWindow(opened, opened.plus(Duration.ofHours(1))));
        var product = publishing.addProduct(new NewProduct(
                SELLER,
                "Celadon teapot " + slot,
                "<p>Thrown by hand.</p>",
                "/pictures/celadon-teapot.svg",
                new Money(19_900)));
        return onSale(publishing.publish(new NewOffer(product, slot, new Money(4_990), units, 1)));
    }

    private Offer onSale(OfferId id) {
        await().atMost(PATIENCE)
                .until(() ->
                        stock.of(id).gate() == Gate.OPEN && catalog.offer(id).isPresent());
        return catalog.offer(id).orElseThrow();
    }

    void registersAt(Visitor visitor, Offer offer) {
        visitor.open("/offers/" + offer.id());
        registers(visitor, offer);
    }

    /** From the offer to the form, and back to the offer. */
    void registers(Visitor visitor, Offer offer) {
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

    void buys(Visitor visitor) {
        var page = visitor.page();
        page.fill("#address", "Ann Lee, 1 Long Street, Springfield");
        visitor.inspect().photograph("journey-5-ready");
        page.locator("#buy button[type=submit]").click();
        page.waitForURL("**/purchases/*");
        waitFor(page.locator(".outcome.yes"));
        visitor.inspect();
    }

    void goesToTheOrder(Visitor visitor) {
        visitor.page().locator(".outcome.yes a.button[href^='/orders/']").click();
    }

    static void waitFor(Locator locator) {
        locator.waitFor(new Locator.WaitForOptions().setTimeout((double) PATIENCE.toMillis()));
    }
}
