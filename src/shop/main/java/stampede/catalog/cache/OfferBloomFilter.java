package stampede.catalog.cache;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import java.util.Collection;
import stampede.catalog.OfferId;

/** Which offers there may be, in little memory: a no is certain. For use by many threads. */
final class OfferBloomFilter {

    private static final int SMALLEST = 1_000;

    private final BloomFilter<Long> ids;

    /** @param falsePositives the share of offers unknown to it that it takes for known, once it is full */
    OfferBloomFilter(Collection<Long> offers, double falsePositives) {
        ids = BloomFilter.create(Funnels.longFunnel(), roomFor(offers.size()), falsePositives);
        offers.forEach(ids::put);
    }

    boolean mayHold(OfferId offer) {
        return ids.mightContain(offer.value());
    }

    void add(long offer) {
        ids.put(offer);
    }

    /** Half as many again, so that what is added until the next build keeps the share of false answers. */
    private static int roomFor(int offers) {
        return Math.max(SMALLEST, offers + offers / 2);
    }
}
