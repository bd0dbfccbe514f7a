package stampede.search;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;
import stampede.catalog.Offer;
import stampede.catalog.SaleWindow.Phase;
import stampede.category.Category;
import stampede.counter.OfferStatus;
import stampede.money.Money;
import stampede.site.ShopTimes;
import stampede.storefront.CardPage;
import stampede.storefront.CardState;
import stampede.storefront.OfferCard;
import stampede.storefront.OfferCards;

/** Finds offers in memory. */
@Component
class OfferSearch {

    private static final Money CHEAP = new Money(10_000);

    private static final int MOST_CATEGORIES = 12;

    /** Of how many that sell now it is looked up how many units are left: that is asked of Redis, again and again while somebody asks. */
    private static final int MOST_COUNTED = 1_000;

    private final SearchIndex index;
    private final OfferCards cards;
    private final ShopTimes times;

    OfferSearch(SearchIndex index, OfferCards cards, ShopTimes times) {
        this.index = index;
        this.cards = cards;
        this.times = times;
    }

    CardPage find(SearchQuery query) {
        return cards.page(offers(query), query.page());
    }

    /** The categories that can be chosen. */
    List<Category> categories() {
        return index.content().shown(MOST_CATEGORIES);
    }

    private List<Offer> offers(SearchQuery query) {
        var now = times.now();
        var named = named(index.content().offers(), query).stream()
                .filter(one -> query.category().stream().allMatch(one.categories()::contains))
                .map(SearchedOffer::offer)
                .filter(offer -> !query.isCheap() || offer.price().fen() < CHEAP.fen())
                .toList();
        return standing(named, query, now).stream()
                .sorted(by(query.order(), now))
                .toList();
    }

    private static List<SearchedOffer> named(List<SearchedOffer> all, SearchQuery query) {
        var words = query.words();
        var found = all.stream().filter(one -> one.has(words)).toList();
        return found.isEmpty()
                ? all.stream().filter(one -> one.hasSignsOf(words)).toList()
                : found;
    }

    private List<Offer> standing(List<Offer> offers, SearchQuery query, Instant now) {
        if (query.stand().isEmpty()) {
            return offers;
        }
        return switch (query.stand().get()) {
            case OPENING -> in(Phase.UPCOMING, offers, now);
            case ON_SALE -> counted(offers, now, card -> card.state() == OfferStatus.ON_SALE);
            case ALMOST_GONE -> counted(offers, now, card -> card.shows() == CardState.ALMOST_GONE);
        };
    }

    private List<Offer> counted(List<Offer> offers, Instant now, Predicate<OfferCard> fits) {
        var open = in(Phase.OPEN, offers, now).stream().limit(MOST_COUNTED).toList();
        return cards.cards(open).stream().filter(fits).map(OfferCard::offer).toList();
    }

    private static List<Offer> in(Phase phase, List<Offer> offers, Instant now) {
        return offers.stream()
                .filter(offer -> offer.window().phaseAt(now) == phase)
                .toList();
    }

    /** The sort keeps the order of those that are alike, which is that of their slots. */
    private static Comparator<Offer> by(SearchQuery.Order order, Instant now) {
        return switch (order) {
            case TIME -> byTime(now);
            case PRICE -> Comparator.comparingLong(offer -> offer.price().fen());
            case DISCOUNT -> Comparator.comparingDouble(OfferSearch::share);
        };
    }

    private static Comparator<Offer> byTime(Instant now) {
        return Comparator.<Offer>comparingInt(offer -> switch (offer.window().phaseAt(now)) {
                    case OPEN -> 0;
                    case UPCOMING -> 1;
                    case ENDED -> 2;
                })
                .thenComparingLong(offer -> switch (offer.window().phaseAt(now)) {
                    case OPEN, UPCOMING -> offer.window().opensAt().toEpochMilli();
                    case ENDED -> -offer.window().closesAt().toEpochMilli();
                });
    }

    /** What share of the usual price is asked; 1 where there is no usual price. */
    private static double share(Offer offer) {
        return offer.listPrice().fen() == 0
                ? 1
                : (double) offer.price().fen() / offer.listPrice().fen();
    }
}
