package stampede.storefront;

import java.time.Duration;
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
 * @param shows what is said of that
 * @param left units that nobody has
 * @param total units there are in all
 * @param counted whether {@code left} is known: after a sale its counter is gone
 */
public record OfferCard(Offer offer, OfferStatus state, CardState shows, int left, int total, boolean counted) {

    private static final Duration SOON = Duration.ofMinutes(5);

    /** Until the counter is loaded nothing is sold, so all of the allotment is left. */
    static OfferCard of(Offer offer, StockView stock, SoldOutOffers soldOut, Instant now) {
        var state = OfferStatus.of(offer, stock, now);
        var isKnown = stock.gate() != StockView.Gate.COLD;
        var left = isKnown ? stock.left() : offer.allotment();
        var total = isKnown ? stock.total() : offer.allotment();
        var shows = CardState.of(
                state,
                !now.isBefore(offer.window().opensAt().minus(SOON)),
                left * 5L <= total,
                soldOut.wasSoldOut(offer.id(), state));
        return new OfferCard(offer, state, shows, left, total, isKnown || state != OfferStatus.ENDED);
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

    /** Units that somebody has, of those there are. */
    public int sold() {
        return total - left;
    }

    /** Whether it can be bought, now or later: it may stand first on a page. */
    boolean isToHave() {
        return state == OfferStatus.ON_SALE || state == OfferStatus.UPCOMING;
    }

    /** Path of the first picture in that size; of the shop's sign if there is a drawing only, which nobody shows who is sent a link. */
    String picture(int side) {
        var pictures = offer.face().pictures();
        return pictures.isEmpty() ? "/app/icon-512.png" : pictures.get(0).path(side);
    }
}
