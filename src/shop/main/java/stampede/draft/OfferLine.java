package stampede.draft;

import java.time.Instant;
import stampede.catalog.OfferState;
import stampede.catalog.SaleWindow;
import stampede.money.Money;

/**
 * An offer or a draft of one, as lists show it.
 *
 * @param id of the offer or of the draft
 * @param state how far it is
 * @param name the product's
 * @param sku the seller's own key of the product; empty if it has none
 * @param seller the username; empty if there is no such account any more
 * @param window when it sells
 * @param price the flash price of one unit
 * @param units how many there are in all
 * @param left how many no order holds; all of a draft
 * @param limitPerShopper how many one shopper may have
 * @param limitPerAddress how many may go to one address; 0 for as many as anybody orders
 */
public record OfferLine(
        long id,
        OfferState state,
        String name,
        String sku,
        String seller,
        SaleWindow window,
        Money price,
        int units,
        int left,
        int limitPerShopper,
        int limitPerAddress) {

    public boolean isDraft() {
        return state == OfferState.DRAFT || state == OfferState.PENDING;
    }

    /** Where it stands at that moment. */
    public OfferStanding standing(Instant now) {
        return switch (state) {
            case DRAFT -> OfferStanding.DRAFT;
            case PENDING -> OfferStanding.PENDING;
            case WITHDRAWN -> OfferStanding.WITHDRAWN;
            case PUBLISHED ->
                switch (window.phaseAt(now)) {
                    case UPCOMING -> OfferStanding.UPCOMING;
                    case OPEN -> OfferStanding.OPEN;
                    case ENDED -> OfferStanding.ENDED;
                };
        };
    }
}
