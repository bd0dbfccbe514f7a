package stampede.counter;

import java.time.Instant;
import stampede.catalog.Offer;
import stampede.catalog.SaleWindow;

/** Where an offer stands for who wants to buy. The names are part of the JSON API. */
public enum OfferStatus {
    UPCOMING,
    ON_SALE,
    SOLD_OUT,
    PAUSED,
    ENDED;

    /** Where it stands at the instant, with this left of it. */
    public static OfferStatus of(Offer offer, StockView stock, Instant now) {
        return of(offer.window(), stock, now);
    }

    /** The same for who has no more of the offer than its window. */
    public static OfferStatus of(SaleWindow window, StockView stock, Instant now) {
        return switch (window.phaseAt(now)) {
            case UPCOMING -> UPCOMING;
            case OPEN -> whileOpen(stock);
            case ENDED -> ENDED;
        };
    }

    /** A counter that is not loaded yet sells a moment later: until then buying is answered with BUSY. */
    private static OfferStatus whileOpen(StockView stock) {
        return switch (stock.gate()) {
            case COLD, WARMING -> ON_SALE;
            case OPEN -> stock.soldOut() ? SOLD_OUT : ON_SALE;
            case PAUSED -> PAUSED;
            case CLOSED -> ENDED;
        };
    }
}
