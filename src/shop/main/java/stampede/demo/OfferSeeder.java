package stampede.demo;

import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.catalog.Catalog;
import stampede.catalog.OfferPublishing;
import stampede.catalog.ProductDetails;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;
import stampede.money.Money;

/** Makes offers by the thousand, in the running slot and the one after it. */
@Component
class OfferSeeder {

    private static final int AT_ONCE = 1_000;
    private static final int ALLOTMENT = 100;
    private static final int LIMIT_PER_SHOPPER = 2;
    private static final Money LIST_PRICE = new Money(9_900);
    private static final Money PRICE = new Money(1_990);

    private final Accounts accounts;
    private final OfferPublishing publishing;
    private final Catalog catalog;
    private final Clock clock;

    OfferSeeder(Accounts accounts, OfferPublishing publishing, Catalog catalog, Clock clock) {
        this.accounts = accounts;
        this.publishing = publishing;
        this.catalog = catalog;
        this.clock = clock;
    }

    /**
     * Makes so many offers.
     *
     * @param progress is told how many there are by now
     * @throws IllegalStateException if no slot is planned for them
     */
    void make(int offers, IntConsumer progress) {
        var slots = slots();
        if (slots.isEmpty()) {
            throw new IllegalStateException("No slot is planned from now on, so there is nowhere to put offers.");
        }
        make(offers, slots, progress);
    }

    void make(int offers, List<Slot> slots, IntConsumer progress) {
        var seller = accounts.ensure("seed-seller", UUID.randomUUID().toString(), Role.SELLER)
                .id();
        for (int done = 0; done < offers; done += AT_ONCE) {
            publish(products(seller, done, Math.min(AT_ONCE, offers - done)), slots);
            progress.accept(Math.min(offers, done + AT_ONCE));
        }
    }

    private List<ProductId> products(AccountId seller, int from, int count) {
        return publishing.addProducts(IntStream.range(from, from + count)
                .mapToObj(number -> product(seller, number))
                .toList());
    }

    private static OfferPublishing.NewProduct product(AccountId seller, int number) {
        var like = DemoProduct.ALL.get(number % DemoProduct.ALL.size());
        var mark = " №" + (number + 1);
        var details = new ProductDetails(
                like.nameZh() + mark,
                like.nameEn() + mark,
                "<p>" + like.chinese() + "</p>",
                "<p>" + like.english() + "</p>",
                LIST_PRICE,
                "");
        return new OfferPublishing.NewProduct(seller, details, like.picture());
    }

    private void publish(List<ProductId> products, List<Slot> slots) {
        publishing.publishAll(IntStream.range(0, products.size())
                .mapToObj(i -> new OfferPublishing.NewOffer(
                        products.get(i), slots.get(i % slots.size()).id(), PRICE, ALLOTMENT, LIMIT_PER_SHOPPER))
                .toList());
    }

    /** The slot that sells now, if one does, and the next, two in all. */
    private List<Slot> slots() {
        var now = clock.instant();
        var today = now.atZone(catalog.zone()).toLocalDate();
        return Stream.iterate(today.minusDays(1), day -> day.plusDays(1))
                .limit(4)
                .flatMap(day -> catalog.slots(day).stream())
                .filter(slot -> slot.window().phaseAt(now) != SaleWindow.Phase.ENDED)
                .limit(2)
                .toList();
    }
}
