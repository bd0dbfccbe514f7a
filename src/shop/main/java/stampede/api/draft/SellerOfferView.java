package stampede.api.draft;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import stampede.draft.OfferLine;
import stampede.draft.OfferStanding;

/**
 * An offer, or a draft of one, as its seller sees it in a list.
 *
 * @param id of the offer or of the draft
 * @param standing where it stands now
 * @param productName the product's name
 * @param opensAt when it opens
 * @param closesAt when it closes
 * @param priceFen the flash price of one unit, in fen
 * @param units how many there are in all
 * @param unitsLeft how many no order holds, exactly
 * @param limitPerShopper how many of them one shopper may have
 * @param limitPerAddress how many of them may go to one address; 0 for as many as anybody orders
 */
@Schema(name = "SellerOffer")
record SellerOfferView(
        String id,
        OfferStanding standing,
        String productName,
        Instant opensAt,
        Instant closesAt,
        long priceFen,
        int units,
        int unitsLeft,
        int limitPerShopper,
        int limitPerAddress) {

    static SellerOfferView of(OfferLine line, Instant now) {
        return new SellerOfferView(
                Long.toString(line.id()),
                line.standing(now),
                line.name(),
                line.window().opensAt(),
                line.window().closesAt(),
                line.price().fen(),
                line.units(),
                line.left(),
                line.limitPerShopper(),
                line.limitPerAddress());
    }
}
