package stampede.api;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.util.List;
import org.springframework.stereotype.Component;
import stampede.catalog.Offer;
import stampede.counter.LiveStock;

/** Joins offers with what is left of them, from this node's memory. */
@Component
class OfferViews {

    private final LiveStock stock;
    private final Clock clock;

    OfferViews(LiveStock stock, Clock clock) {
        this.stock = stock;
        this.clock = clock;
    }

    OfferView of(Offer offer) {
        return OfferView.of(offer, stock.of(offer.id()), clock.instant());
    }

    /** Asks for the stock of one page only, because what is asked for is watched from then on. */
    PageView<OfferView> of(List<Offer> offers, PageView.Query query) {
        var page = PageView.of(offers, query, offer -> offer);
        var left = stock.of(page.items().stream().map(Offer::id).toList());
        var now = clock.instant();
        return page.map(offer -> OfferView.of(offer, requireNonNull(left.get(offer.id())), now));
    }
}
