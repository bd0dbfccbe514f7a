package stampede.storefront;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import stampede.catalog.Offer;
import stampede.counter.OfferStatus;
import stampede.counter.StockView;

/**
 * An offer as a page shows it.
 *
 * @param offer the offer
 * @param state where it stands
 * @param left units that nobody has
 * @param total units there are in all
 * @param counted whether {@code left} is known: after a sale its counter is gone
 */
public record OfferCard(Offer offer, OfferStatus state, int left, int total, boolean counted) {

    /** Until the counter is loaded nothing is sold, so all of the allotment is left. */
    static OfferCard of(Offer offer, StockView stock, Instant now) {
        var state = OfferStatus.of(offer, stock, now);
        return stock.gate() == StockView.Gate.COLD
                ? new OfferCard(offer, state, offer.allotment(), offer.allotment(), state != OfferStatus.ENDED)
                : new OfferCard(offer, state, stock.left(), stock.total(), true);
    }

    /** Whole percent of the units that are sold: 100 only when none is left. */
    public int percentSold() {
        return total == 0 ? 100 : (int) (100L * (total - left) / total);
    }

    /** Whole percent that the flash price is below the list price. */
    public int percentOff() {
        var list = offer.listPrice().fen();
        return list == 0 ? 0 : (int) Math.max(0, 100 * (list - offer.price().fen()) / list);
    }

    /** All sizes of the first picture, for the attribute {@code srcset}; null if there is a drawing only. */
    public @Nullable String srcset() {
        var pictures = offer.face().pictures();
        return pictures.isEmpty() ? null : pictures.get(0).srcset();
    }

    public boolean isScarce() {
        return state == OfferStatus.ON_SALE && left > 0 && left * 5L <= total;
    }
}
