package stampede.console;

import java.util.List;
import stampede.catalog.Offer;

/**
 * Some of the offers of a slot.
 *
 * @param offers those on this page
 * @param page counts from 0
 * @param last the last page's number
 * @param total how many offers the slot has in all
 */
record OfferPage(List<Offer> offers, int page, int last, int total) {

    /** The page of that number, or the nearest there is. */
    static OfferPage of(List<Offer> offers, int number, int size) {
        var last = Math.max(0, (offers.size() - 1) / size);
        var page = Math.max(0, Math.min(number, last));
        var from = page * size;
        return new OfferPage(offers.subList(from, Math.min(offers.size(), from + size)), page, last, offers.size());
    }
}
