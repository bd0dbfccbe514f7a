package stampede.storefront;

import java.util.List;
import java.util.function.Function;
import stampede.catalog.Offer;

/**
 * As many offers as a page shows at once.
 *
 * @param cards of the offers on it
 * @param number which page of them it is, from 1
 * @param pages how many there are, at least 1
 * @param offers how many offers there are on all of them
 */
public record CardPage(List<OfferCard> cards, int number, int pages, int offers) {

    /** Full rows of two, three and four. */
    public static final int AT_ONCE = 24;

    public CardPage {
        cards = List.copyOf(cards);
    }

    /** The page of that number, or the nearest that there is; cards are drawn up for those on it only. */
    static CardPage of(List<Offer> offers, int number, Function<List<Offer>, List<OfferCard>> draw) {
        var pages = Math.max(1, (offers.size() + AT_ONCE - 1) / AT_ONCE);
        var nearest = Math.max(1, Math.min(number, pages));
        var from = (nearest - 1) * AT_ONCE;
        var on = offers.subList(from, Math.min(offers.size(), from + AT_ONCE));
        return new CardPage(draw.apply(on), nearest, pages, offers.size());
    }

    public boolean hasNext() {
        return number < pages;
    }

    public boolean hasPrevious() {
        return number > 1;
    }
}
