package stampede.reminder;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/** Counts of unpaid orders in memory: each is asked of the database once in three seconds, however many readers there are. */
@Component
class CachedUnpaidOrders implements UnpaidOrders {

    private static final int MOST = 10_000;

    private static final Duration KEPT = Duration.ofSeconds(3);

    private final LoadingCache<OfferId, Optional<Tally>> tallies;

    CachedUnpaidOrders(UnpaidOrderRepository rows) {
        this.tallies =
                Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(KEPT).build(rows::count);
    }

    @Override
    public Optional<Tally> of(OfferId offer) {
        try {
            return tallies.get(offer);
        } catch (DataAccessException away) {
            return Optional.empty();
        }
    }
}
