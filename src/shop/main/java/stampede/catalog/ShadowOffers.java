package stampede.catalog;

import java.util.Optional;

/** Copies of offers for bots to buy in a rehearsal. The catalogue has none of them, so no list, search or shopper can find one. */
public interface ShadowOffers {

    /** The shadow, or empty if there is none by that number, or its rehearsal is over. From memory while it sells. */
    Optional<Offer> find(OfferId shadow);

    /** The shadow, also when its rehearsal is over; empty if there is none by that number or it was never on sale. */
    Optional<Offer> findSold(OfferId shadow);
}
