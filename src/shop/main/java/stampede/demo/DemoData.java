package stampede.demo;

import java.time.Clock;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.Accounts;
import stampede.catalog.Catalog;
import stampede.catalog.OfferPublishing;
import stampede.catalog.ProductDetails;
import stampede.catalog.ProductId;
import stampede.catalog.Products;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;
import stampede.money.Money;

/** Makes more of the demonstration than there is. What is there already is not made again, so it may be run twice. */
@Component
@Profile("demo")
class DemoData {

    private static final Logger log = LoggerFactory.getLogger(DemoData.class);

    private static final String SELLER = "seller";
    private static final int DAYS = 4;
    private static final int ALLOTMENT = 100;
    private static final int LIMIT_PER_SHOPPER = 2;
    private static final int PERCENT = 60;

    private final Accounts accounts;
    private final OfferPublishing publishing;
    private final Products products;
    private final Catalog catalog;
    private final Clock clock;

    DemoData(Accounts accounts, OfferPublishing publishing, Products products, Catalog catalog, Clock clock) {
        this.accounts = accounts;
        this.publishing = publishing;
        this.products = products;
        this.catalog = catalog;
        this.clock = clock;
    }

    void make(MakeDemoData wanted) {
        accounts.find(SELLER).ifPresent(seller -> make(wanted, seller.id(), comingSlots(wanted.slots())));
    }

    /** Puts the offers into these slots, one after the other. */
    void make(MakeDemoData wanted, AccountId seller, List<Slot> slots) {
        var made = IntStream.range(0, wanted.products())
                .mapToObj(number -> product(wanted.run(), number, seller))
                .toList();
        var most = (long) made.size() * slots.size();
        for (var i = 0; i < Math.min(most, wanted.offers()); i++) {
            var product = i % made.size();
            var round = i / made.size();
            offer(made.get(product), product, slots.get((product + round) % slots.size()));
        }
        if (wanted.shoppers() > 0) {
            accounts.addShoppers(wanted.shoppers(), "demo" + wanted.run().replaceAll(".*(?=.{8}$)", "") + "-");
        }
        log.info("The demonstration has {} more", wanted.words());
    }

    private ProductId product(String run, int number, AccountId seller) {
        var sku = "DEMO-" + run + "-" + (number + 1);
        return products.find(seller, sku).map(found -> found.id()).orElseGet(() -> add(sku, number, seller));
    }

    private ProductId add(String sku, int number, AccountId seller) {
        var like = like(number);
        var mark = " №" + (number + 1);
        var details = new ProductDetails(
                like.nameZh() + mark,
                like.nameEn() + mark,
                "<p>" + like.chinese() + "</p>",
                "<p>" + like.english() + "</p>",
                new Money(like.listPriceFen()),
                sku);
        return publishing.addProduct(new OfferPublishing.NewProduct(seller, details, like.picture()));
    }

    private void offer(ProductId product, int number, Slot slot) {
        var listPrice = like(number).listPriceFen();
        try {
            publishing.publish(new OfferPublishing.NewOffer(
                    product,
                    slot.id(),
                    new Money(Math.max(1, listPrice * PERCENT / 100)),
                    ALLOTMENT,
                    LIMIT_PER_SHOPPER));
        } catch (IllegalArgumentException there) {
            log.info("Product {} stays as it is in slot {}: {}", product, slot.id(), there.getMessage());
        }
    }

    private static DemoProduct like(int number) {
        return DemoProduct.ALL.get(number % DemoProduct.ALL.size());
    }

    private List<Slot> comingSlots(int most) {
        var now = clock.instant();
        var today = now.atZone(catalog.zone()).toLocalDate();
        return Stream.iterate(today, day -> day.plusDays(1))
                .limit(DAYS)
                .flatMap(day -> catalog.slots(day).stream())
                .filter(slot -> slot.window().phaseAt(now) == SaleWindow.Phase.UPCOMING)
                .limit(most)
                .toList();
    }
}
