package stampede.storefront;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.SlotId;
import stampede.counter.LiveStock;
import stampede.counter.OfferStatus;
import stampede.counter.StockView;
import stampede.site.ShopTimes;

/** Offers together with what is left of them. Reads memory only. */
@Component
public class OfferCards {

    private static final int MOST_OTHERS = 3;

    /** A slot may have thousands, all sold out. */
    private static final int MOST_LOOKED_AT = 60;

    private final Catalog catalog;
    private final LiveStock stock;
    private final ShopTimes times;
    private final SoldOutOffers soldOut = new SoldOutOffers();

    OfferCards(Catalog catalog, LiveStock stock, ShopTimes times) {
        this.catalog = catalog;
        this.stock = stock;
        this.times = times;
    }

    /** A page of a slot's offers. However many there are, only those on it are looked at. */
    CardPage page(SlotId slot, int number) {
        return page(catalog.offers(slot), number);
    }

    /** The page of that number of these offers, or the nearest that there is. */
    public CardPage page(List<Offer> offers, int number) {
        return CardPage.of(offers, number, this::cards);
    }

    /** Each of these offers with what is left of it. Whoever asks sees to it that they are not too many. */
    public List<OfferCard> cards(List<Offer> offers) {
        var left = stock.of(offers.stream().map(Offer::id).toList());
        var now = times.now();
        return offers.stream()
                .map(offer -> OfferCard.of(offer, Objects.requireNonNull(left.get(offer.id())), soldOut, now))
                .toList();
    }

    /** The first of a slot's offers that can be had, whatever page it is on; none if it comes after very many that are gone. */
    Optional<OfferCard> firstToHave(SlotId slot) {
        return cards(catalog.offers(slot).stream().limit(MOST_LOOKED_AT).toList()).stream()
                .filter(OfferCard::isToHave)
                .findFirst();
    }

    /** A few others of the same slot that sell now: sold out is not the end. */
    List<OfferCard> others(OfferCard card) {
        return catalog.offers(card.offer().slot()).stream()
                .filter(other -> !other.id().equals(card.offer().id()))
                .limit(MOST_LOOKED_AT)
                .map(other -> OfferCard.of(other, stock.of(other.id()), soldOut, times.now()))
                .filter(other -> other.state() == OfferStatus.ON_SALE)
                .limit(MOST_OTHERS)
                .toList();
    }

    /** Why there is no card: no such offer, or one that this node will know in a moment. */
    public ResponseStatusException notHere(OfferId id) {
        return catalog.mayBeNew(id) ? new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE) : new PageNotFound();
    }

    /** The slot in which it would have sold, if it was withdrawn. */
    Optional<SlotId> withdrawnFrom(OfferId id) {
        return catalog.withdrawnFrom(id);
    }

    /** An offer that is in no catalogue, as it would be shown now. */
    public OfferCard preview(Offer offer) {
        return OfferCard.of(offer, new StockView(StockView.Gate.COLD, 0, 0, 0), soldOut, times.now());
    }

    public Optional<OfferCard> card(OfferId id) {
        return catalog.offer(id).map(offer -> OfferCard.of(offer, stock.of(id), soldOut, times.now()));
    }
}
