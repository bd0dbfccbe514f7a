package stampede.purchase;

import java.util.Optional;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;

/** Copies of offers for bots to buy in a rehearsal. The catalogue has none of them, so no page, list or shopper can find one. */
public interface ShadowOffers {

    /** The shadow, or empty if there is none by that number, or its rehearsal is over. From memory while it sells. */
    Optional<Offer> find(OfferId shadow);
}
