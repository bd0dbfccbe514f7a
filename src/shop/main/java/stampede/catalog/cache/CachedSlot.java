package stampede.catalog.cache;

import com.google.common.hash.Hashing;
import java.util.List;
import stampede.catalog.Offer;

/**
 * The offers of a slot as a node has them in memory.
 *
 * @param print tells whether two copies are the same
 * @param offers in the order in which they are shown
 */
record CachedSlot(String print, List<Offer> offers) {

    static CachedSlot of(List<Offer> offers) {
        return of(printOf(offers), offers);
    }

    static CachedSlot of(String print, List<Offer> offers) {
        return new CachedSlot(print, List.copyOf(offers));
    }

    private static String printOf(List<Offer> offers) {
        var print = Hashing.murmur3_128().newHasher().putUnencodedChars(OfferHashFields.FORM);
        offers.forEach(offer -> print.putLong(offer.id().value()).putLong(offer.version()));
        return print.hash().toString();
    }
}
