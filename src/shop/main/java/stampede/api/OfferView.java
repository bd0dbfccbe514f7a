package stampede.api;

import java.time.Instant;
import stampede.catalog.Offer;
import stampede.counter.OfferStatus;
import stampede.counter.StockView;

/**
 * An offer as the JSON API shows it.
 *
 * @param id its id
 * @param slotId the slot it sells in
 * @param name the product's name
 * @param descriptionHtml sanitised HTML
 * @param picture path of its picture under the site's root
 * @param listPriceFen the usual price of one unit, in fen
 * @param priceFen the flash price of one unit, in fen
 * @param unitsLeft how many units nobody has, a moment ago
 * @param unitsTotal how many units there are in all
 * @param limitPerShopper how many units one shopper may have
 * @param limitPerAddress how many units may go to one address; 0 for as many as anybody orders
 * @param opensAt the first instant in which it sells
 * @param closesAt the first instant in which it sells no more
 * @param status where it stands now
 */
record OfferView(
        String id,
        String slotId,
        String name,
        String descriptionHtml,
        String picture,
        long listPriceFen,
        long priceFen,
        int unitsLeft,
        int unitsTotal,
        int limitPerShopper,
        int limitPerAddress,
        Instant opensAt,
        Instant closesAt,
        OfferStatus status) {

    static OfferView of(Offer offer, StockView stock, Instant now) {
        var status = OfferStatus.of(offer, stock, now);
        return new OfferView(
                offer.id().toString(),
                offer.slot().toString(),
                offer.name(),
                offer.descriptionHtml(),
                offer.picture(),
                offer.listPrice().fen(),
                offer.price().fen(),
                unitsLeft(offer, stock, status),
                stock.gate() == StockView.Gate.COLD ? offer.allotment() : stock.total(),
                offer.limitPerShopper(),
                offer.limitPerAddress(),
                offer.window().opensAt(),
                offer.window().closesAt(),
                status);
    }

    /** Before the counter is loaded all units are there; after the sale, when it is gone, there is nothing to buy. */
    private static int unitsLeft(Offer offer, StockView stock, OfferStatus status) {
        if (stock.gate() != StockView.Gate.COLD) {
            return stock.left();
        }
        return status == OfferStatus.ENDED ? 0 : offer.allotment();
    }
}
