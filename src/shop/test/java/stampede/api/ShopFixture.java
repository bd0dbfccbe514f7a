package stampede.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.api.ops.QuickOfferRequest;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.SaleWindow;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.money.Money;
import stampede.token.AccessTokenIssuer;

/** Makes what each test of the API has for itself: offers on sale, and people with tokens. */
@Component
public class ShopFixture {

    private static final AtomicInteger CROWDS = new AtomicInteger();
    private static final String RUN = Long.toString(System.nanoTime(), 36);

    private final Accounts accounts;
    private final AccessTokenIssuer tokens;
    private final OfferPublishing offerPublishing;
    private final LiveStock stock;

    ShopFixture(Accounts accounts, AccessTokenIssuer tokens, OfferPublishing offerPublishing, LiveStock stock) {
        this.accounts = accounts;
        this.tokens = tokens;
        this.offerPublishing = offerPublishing;
        this.stock = stock;
    }

    public String operator() {
        return tokens.issue(accounts.ensure("api-operator", UUID.randomUUID().toString(), Role.OPERATOR));
    }

    public String seller() {
        return tokens.issue(seat());
    }

    public String shopper() {
        return shoppers(1).get(0);
    }

    public List<String> shoppers(int count) {
        return accounts.addShoppers(count, "a" + RUN + "-" + CROWDS.incrementAndGet() + "-").stream()
                .map(tokens::issue)
                .toList();
    }

    /** An offer that can be bought by now. */
    public String onSale(ApiClient shop, int units, int limit) {
        var answer = shop.as(operator())
                .post("/api/ops/offers", new QuickOfferRequest("Celadon teapot", 1990L, units, limit));
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(201);
        var offer = answer.text("offerId");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> stock.of(OfferId.of(offer)).gate() == StockView.Gate.OPEN);
        return offer;
    }

    /** An offer that can be bought by now, with a picture and in a slot of its own, so that nothing is wrong with any offer of the slot. */
    public String inSlotOfItsOwn(int units, int limit) {
        return inSlotOfItsOwn("Celadon teapot", units, limit);
    }

    /** The same under a name of its own. */
    public String inSlotOfItsOwn(String name, int units, int limit) {
        var product = offerPublishing.addProduct(
                new OfferPublishing.NewProduct(seat().id(), name, "", "/pictures/folding-fan.svg", new Money(3980)));
        var now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        var slot =
                offerPublishing.slot(new SaleWindow(now.minus(Duration.ofMinutes(1)), now.plus(Duration.ofHours(1))));
        var offer = offerPublishing.publish(new OfferPublishing.NewOffer(product, slot, new Money(1990), units, limit));
        await().atMost(Duration.ofSeconds(20)).until(() -> stock.of(offer).gate() == StockView.Gate.OPEN);
        return offer.toString();
    }

    public String inWindow(SaleWindow window) {
        var product = offerPublishing.addProduct(new OfferPublishing.NewProduct(
                seat().id(), "Silk fan", "", "/pictures/folding-fan.svg", new Money(500)));
        var offer = new OfferPublishing.NewOffer(product, offerPublishing.slot(window), new Money(300), 5, 2);
        return offerPublishing.publish(offer).toString();
    }

    private SignedIn seat() {
        return accounts.ensure("api-seller", UUID.randomUUID().toString(), Role.SELLER);
    }
}
