package stampede.catalog;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import stampede.account.AccountId;
import stampede.money.Money;

/** Slots, products and offers of a test's own. */
public final class TestOffers {

    /** Whose the products are; no such account need exist. */
    public static final AccountId SELLER = new AccountId(77);

    /** When the slots open that tests have, in milliseconds. */
    private static final Set<Long> TAKEN = ConcurrentHashMap.newKeySet();

    private TestOffers() {}

    /** A slot that opened within the last minutes and sells for an hour. */
    public static SlotId runningSlot(OfferPublishing offerPublishing) {
        return slot(offerPublishing, -random(300));
    }

    /** A slot that opens in two hours or somewhat later. */
    public static SlotId upcomingSlot(OfferPublishing offerPublishing) {
        return slot(offerPublishing, Duration.ofHours(2).toMillis() + random(3_600));
    }

    /** A slot that opens within the warm-up's five minutes. */
    public static SlotId nearSlot(OfferPublishing offerPublishing) {
        return slot(offerPublishing, 60_000 + random(200));
    }

    public static ProductId product(OfferPublishing offerPublishing, String name) {
        return offerPublishing.addProduct(new OfferPublishing.NewProduct(
                SELLER, name, "<p>" + name + "</p>", "/pictures/celadon-teapot.svg", new Money(9_900)));
    }

    /** An offer of ¥19.90 that sells now. */
    public static OfferId running(OfferPublishing offerPublishing, int allotment, int limitPerShopper) {
        return offerPublishing.publish(
                offer(product(offerPublishing, "Teapot"), runningSlot(offerPublishing), allotment, limitPerShopper));
    }

    /** An offer that sells in two hours. */
    public static OfferId upcoming(OfferPublishing offerPublishing) {
        return offerPublishing.publish(offer(product(offerPublishing, "Teapot"), upcomingSlot(offerPublishing), 5, 5));
    }

    public static OfferPublishing.NewOffer offer(ProductId product, SlotId slot, int allotment, int limitPerShopper) {
        return new OfferPublishing.NewOffer(product, slot, new Money(1_990), allotment, limitPerShopper);
    }

    /** Of two with the same window there would be one slot; the millisecond before is as good. */
    private static SlotId slot(OfferPublishing offerPublishing, long opensInMillis) {
        var opensMs = System.currentTimeMillis() + opensInMillis;
        while (!TAKEN.add(opensMs)) {
            opensMs--;
        }
        var opens = Instant.ofEpochMilli(opensMs);
        return offerPublishing.slot(new SaleWindow(opens, opens.plus(Duration.ofHours(1))));
    }

    /** Some milliseconds up to so many seconds. */
    private static long random(int seconds) {
        return ThreadLocalRandom.current().nextLong(1, seconds * 1_000L);
    }
}
