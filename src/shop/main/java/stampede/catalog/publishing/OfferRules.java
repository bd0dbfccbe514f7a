package stampede.catalog.publishing;

import java.time.Instant;
import stampede.catalog.Offer;
import stampede.catalog.OfferPublishing;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;
import stampede.catalog.store.ProductEntity;
import stampede.money.Money;

/** What an offer must be like. */
final class OfferRules {

    private static final int LARGEST_ALLOTMENT = 1_000_000;
    private static final int LARGEST_LIMIT = 100;

    private OfferRules() {}

    /** @throws IllegalArgumentException if the offer may not be published, with a sentence that says why */
    static void check(OfferPublishing.NewOffer offer, ProductEntity product, Slot slot, Instant now) {
        checkPrice(offer.price(), product.listPrice());
        require(
                offer.allotment() >= 1 && offer.allotment() <= LARGEST_ALLOTMENT,
                "An allotment is 1 to 1,000,000 units.");
        require(
                offer.limitPerShopper() >= 1 && offer.limitPerShopper() <= LARGEST_LIMIT,
                "The limit per shopper is 1 to 100 units.");
        require(
                slot.window().phaseAt(now) != SaleWindow.Phase.ENDED,
                "This slot has ended. Choose one that is open or still to come.");
    }

    /** @throws IllegalArgumentException if it may not be changed to that, with a sentence that says why */
    static void checkChange(Money price, Offer offer, Instant now) {
        require(
                offer.window().phaseAt(now) == SaleWindow.Phase.UPCOMING,
                "The price is fixed once the slot has opened.");
        checkPrice(price, offer.listPrice());
    }

    private static void checkPrice(Money price, Money listPrice) {
        require(price.fen() > 0, "The flash price is at least one fen.");
        require(price.compareTo(listPrice) <= 0, "The flash price is at most the list price.");
    }

    private static void require(boolean met, String sentence) {
        if (!met) {
            throw new IllegalArgumentException(sentence);
        }
    }
}
