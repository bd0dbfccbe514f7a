package stampede.catalog.publishing;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublished;

/** Hears of published offers as another module would, and fails at those of one name. */
@Component
class PublishedOfferListener {

    static final String UNWANTED = "Unwanted by a listener";

    private final Map<OfferId, Boolean> inTransaction = new ConcurrentHashMap<>();

    boolean heardInTransaction(OfferId offer) {
        return inTransaction.getOrDefault(offer, false);
    }

    @EventListener
    void hear(OfferPublished published) {
        if (published.offer().name().equals(UNWANTED)) {
            throw new UnsupportedOperationException(UNWANTED);
        }
        inTransaction.put(published.offer().id(), TransactionSynchronizationManager.isActualTransactionActive());
    }
}
