package stampede.api.draft;

import io.swagger.v3.oas.annotations.media.Schema;
import stampede.sale.SaleUnits;

/**
 * The units of an offer.
 *
 * @param units how many there are in all
 * @param version to be sent back as {@code If-Match} with a change
 * @param unitsHeld how many orders hold
 * @param unitsLeft how many nobody has
 */
@Schema(name = "OfferUnits")
record UnitsView(int units, long version, int unitsHeld, int unitsLeft) {

    static UnitsView of(SaleUnits.Units units) {
        return new UnitsView(units.total(), units.version(), units.sold(), units.left());
    }
}
