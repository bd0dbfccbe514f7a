package stampede.demo;

import static java.util.stream.Collectors.toMap;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.Accounts;
import stampede.catalog.Catalog;
import stampede.catalog.OfferPublishing;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;
import stampede.money.Money;

/** Keeps the slots of the coming day filled with the demonstration's offers, a different dozen each. */
@Component
@Profile("demo")
class DemoOffers {

    private static final Logger log = LoggerFactory.getLogger(DemoOffers.class);

    private static final Duration AHEAD = Duration.ofHours(24);
    private static final String LEASE = "demo:filling";
    private static final Duration LEASE_TIME = Duration.ofMinutes(2);

    /** By how much the next slot's dozen moves on; shares no divisor with 24, so that the dozens differ. */
    private static final int STEP = 7;

    private static final List<Lot> LOTS = List.of(
            new Lot(1, 1, 10),
            new Lot(50, 2, 65),
            new Lot(500, 3, 49),
            new Lot(8, 1, 30),
            new Lot(100, 2, 55),
            new Lot(20, 1, 45),
            new Lot(3, 1, 20),
            new Lot(200, 3, 60),
            new Lot(30, 2, 52),
            new Lot(80, 1, 58),
            new Lot(5, 1, 25),
            new Lot(1, 1, 1));

    private final Accounts accounts;
    private final OfferPublishing publishing;
    private final Catalog catalog;
    private final StringRedisTemplate redis;
    private final Clock clock;

    DemoOffers(Accounts accounts, OfferPublishing publishing, Catalog catalog, StringRedisTemplate redis, Clock clock) {
        this.accounts = accounts;
        this.publishing = publishing;
        this.catalog = catalog;
        this.redis = redis;
        this.clock = clock;
    }

    /** Fills what is empty, unless another node is at it. */
    void fill() {
        if (!Boolean.TRUE.equals(redis.opsForValue().setIfAbsent(LEASE, "1", LEASE_TIME))) {
            return;
        }
        try {
            accounts.find("seller").ifPresent(seller -> comingSlots().forEach(slot -> fill(slot, seller.id())));
        } finally {
            redis.delete(LEASE);
        }
    }

    /** Puts a dozen products into a slot, unless the seller has something there. */
    void fill(Slot slot, AccountId seller) {
        if (catalog.offers(slot.id()).stream().anyMatch(offer -> offer.seller().equals(seller))) {
            return;
        }
        var products = productsOf(seller);
        var first = (int)
                Math.floorMod(slot.window().opensAt().getEpochSecond() / 3_600 * STEP, (long) DemoProduct.ALL.size());
        publishing.publishAll(IntStream.range(0, LOTS.size())
                .mapToObj(i -> offer(slot, LOTS.get(i), at(first + i), products))
                .toList());
        log.info("The slot that opens at {} has {} demo offers", slot.window().opensAt(), LOTS.size());
    }

    private static OfferPublishing.NewOffer offer(
            Slot slot, Lot lot, DemoProduct product, Map<String, ProductId> products) {
        var id = products.get(product.nameZh());
        if (id == null) {
            throw new IllegalStateException("The demo seller has no " + product.nameZh());
        }
        return new OfferPublishing.NewOffer(
                id, slot.id(), lot.priceOf(product), lot.allotment(), lot.limitPerShopper());
    }

    private static DemoProduct at(int place) {
        return DemoProduct.ALL.get(place % DemoProduct.ALL.size());
    }

    private Map<String, ProductId> productsOf(AccountId seller) {
        var there = namesOf(seller);
        var missing = DemoProduct.ALL.stream()
                .filter(product -> !there.containsKey(product.nameZh()))
                .map(product -> product.of(seller))
                .toList();
        if (missing.isEmpty()) {
            return there;
        }
        publishing.addProducts(missing);
        return namesOf(seller);
    }

    private Map<String, ProductId> namesOf(AccountId seller) {
        return publishing.products(seller).stream()
                .collect(toMap(OfferPublishing.Product::name, OfferPublishing.Product::id, (first, again) -> first));
    }

    /** The slots that have not ended and open within a day, the running one first. */
    private List<Slot> comingSlots() {
        var now = clock.instant();
        var today = now.atZone(catalog.zone()).toLocalDate();
        return Stream.of(today.minusDays(1), today, today.plusDays(1))
                .flatMap(day -> catalog.slots(day).stream())
                .filter(slot -> slot.window().phaseAt(now) != SaleWindow.Phase.ENDED)
                .filter(slot -> slot.window().opensAt().isBefore(now.plus(AHEAD)))
                .toList();
    }

    /**
     * How much of something is offered.
     *
     * @param allotment units
     * @param limitPerShopper units
     * @param percent of the list price
     */
    private record Lot(int allotment, int limitPerShopper, int percent) {

        /** In whole tenths of a yuan. */
        Money priceOf(DemoProduct product) {
            return new Money(Math.max(10, product.listPriceFen() * percent / 1_000 * 10));
        }
    }
}
