package stampede.catalog.cache;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import com.google.common.hash.Hashing;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;

/**
 * The offers of a slot as a node has them in memory.
 *
 * @param print tells whether two copies are the same
 * @param offers in the order in which they are shown
 * @param byId the same by id
 */
record CachedSlot(String print, List<Offer> offers, Map<OfferId, Offer> byId) {

    static CachedSlot of(List<Offer> offers) {
        return of(printOf(offers), offers);
    }

    static CachedSlot of(String print, List<Offer> offers) {
        return new CachedSlot(
                print, List.copyOf(offers), offers.stream().collect(toUnmodifiableMap(Offer::id, identity())));
    }

    Optional<Offer> offer(OfferId id) {
        return Optional.ofNullable(byId.get(id));
    }

    private static String printOf(List<Offer> offers) {
        var print = Hashing.murmur3_128().newHasher();
        offers.forEach(offer -> print.putLong(offer.id().value()).putLong(offer.version()));
        return print.hash().toString();
    }
}
