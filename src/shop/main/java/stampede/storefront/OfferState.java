package stampede.storefront;

import java.time.Instant;
import stampede.catalog.Offer;
import stampede.counter.StockView;

/** Where an offer stands for who looks at it. */
enum OfferState {
    UPCOMING,
    ON_SALE,
    SOLD_OUT,
    PAUSED,
    ENDED;

    static OfferState of(Offer offer, StockView stock, Instant now) {
        return switch (offer.window().phaseAt(now)) {
            case UPCOMING -> UPCOMING;
            case ENDED -> ENDED;
            case OPEN -> whileOpen(stock);
        };
    }

    /** A counter that is not loaded yet sells in a moment, so it is no reason to send anybody away. */
    private static OfferState whileOpen(StockView stock) {
        return switch (stock.gate()) {
            case PAUSED -> PAUSED;
            case CLOSED -> ENDED;
            case COLD, WARMING -> ON_SALE;
            case OPEN -> stock.soldOut() ? SOLD_OUT : ON_SALE;
        };
    }
}
