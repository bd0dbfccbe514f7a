package stampede.books;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/**
 * Remembers the epochs that this node has seen in Redis: within one life of Redis an offer's epoch never falls. Another life
 * may begin with an old copy; then the epochs start over, and what is older than the ledger's is rebuilt by the sweep.
 */
@Component
public class HighestEpochs {

    private final Map<OfferId, Long> highest = new ConcurrentHashMap<>();
    private String life = "";

    /** What is wrong with seeing this epoch now, in a sentence; empty if nothing is. */
    synchronized String see(String presentLife, OfferId offer, long epoch) {
        if (!life.equals(presentLife)) {
            life = presentLife;
            highest.clear();
        }
        var before = highest.merge(offer, epoch, Math::max);
        return epoch < before ? "The epoch is " + epoch + " and was " + before : "";
    }

    public void forget(OfferId offer) {
        highest.remove(offer);
    }
}
