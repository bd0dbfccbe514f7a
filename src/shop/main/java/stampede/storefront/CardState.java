package stampede.storefront;

import stampede.counter.OfferStatus;

/**
 * What the card, the price band and the button of an offer say, everywhere alike. Finer than {@link OfferStatus}, which says
 * what may be done. What somebody has of the offer is not in it: that is theirs, and these are everybody's.
 */
public enum CardState {
    UPCOMING,
    /** It opens within five minutes. */
    SOON,
    ON_SALE,
    /** At most a fifth of the units is left. */
    ALMOST_GONE,
    /** It was sold out a moment ago, and units came back. */
    BACK,
    SOLD_OUT,
    PAUSED,
    ENDED;

    static CardState of(OfferStatus status, boolean isSoon, boolean isScarce, boolean wasSoldOut) {
        return switch (status) {
            case UPCOMING -> isSoon ? SOON : UPCOMING;
            case ON_SALE -> wasSoldOut ? BACK : isScarce ? ALMOST_GONE : ON_SALE;
            case SOLD_OUT -> SOLD_OUT;
            case PAUSED -> PAUSED;
            case ENDED -> ENDED;
        };
    }
}
