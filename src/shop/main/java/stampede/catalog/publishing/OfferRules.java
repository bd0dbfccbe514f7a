package stampede.catalog.publishing;

import java.time.Duration;
import java.time.Instant;
import org.springframework.util.Assert;
import stampede.catalog.Offer;
import stampede.catalog.OfferPublishing;
import stampede.catalog.ProductState;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;
import stampede.catalog.store.ProductEntity;
import stampede.money.Money;

/** What an offer must be like. */
final class OfferRules {

    private static final int LARGEST_ALLOTMENT = 1_000_000;
    private static final int LARGEST_LIMIT = 100;
    private static final int LARGEST_ADDRESS_LIMIT = 1_000;
    private static final Duration LONGEST_COUPON = Duration.ofDays(366);

    private OfferRules() {}

    /** @throws IllegalArgumentException if the offer may not be published, with a sentence that says why */
    static void check(OfferPublishing.NewOffer offer, ProductEntity product, Slot slot, Instant now) {
        Assert.isTrue(
                product.state() == ProductState.ACTIVE, "This product is retired. Bring it back before it is sold.");
        checkPrice(offer.price(), product.listPrice());
        checkAllotment(offer.allotment());
        Assert.isTrue(
                offer.limitPerShopper() >= 1 && offer.limitPerShopper() <= LARGEST_LIMIT,
                "The limit per shopper is 1 to 100 units.");
        Assert.isTrue(
                offer.limitPerAddress() >= 0 && offer.limitPerAddress() <= LARGEST_ADDRESS_LIMIT,
                "The limit per address is 1 to 1,000 units, or 0 for none.");
        Assert.isTrue(
                slot.window().phaseAt(now) != SaleWindow.Phase.ENDED && !slot.isOfCoupons(),
                "This slot has ended. Choose one that is open or still to come.");
    }

    /**
     * What is offered at no price is a coupon, and nothing else is.
     *
     * @throws IllegalArgumentException if the coupon may not be published, with a sentence that says why
     */
    static void check(OfferPublishing.NewCoupon coupon, Instant now) {
        checkAllotment(coupon.amount());
        Assert.isTrue(
                coupon.window().phaseAt(now) != SaleWindow.Phase.ENDED, "This coupon would be over before it began.");
        Assert.isTrue(
                !coupon.window().closesAt().isAfter(now.plus(LONGEST_COUPON)),
                "A coupon can be had for a year at most.");
    }

    /** @throws IllegalArgumentException if it may not be changed to that, with a sentence that says why */
    static void checkChange(Money price, Offer offer, Instant now) {
        Assert.isTrue(
                offer.window().phaseAt(now) == SaleWindow.Phase.UPCOMING,
                "The price is fixed once the slot has opened.");
        Assert.isTrue(!offer.isCoupon(), "A coupon costs nothing.");
        checkPrice(price, offer.listPrice());
    }

    private static void checkAllotment(int units) {
        Assert.isTrue(units >= 1 && units <= LARGEST_ALLOTMENT, "An allotment is 1 to 1,000,000 units.");
    }

    private static void checkPrice(Money price, Money listPrice) {
        Assert.isTrue(price.fen() > 0, "The flash price is at least one fen.");
        Assert.isTrue(price.compareTo(listPrice) <= 0, "The flash price is at most the list price.");
    }
}
