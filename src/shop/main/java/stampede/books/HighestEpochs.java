package stampede.books;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/**
 * Remembers the epochs that this node has seen in Redis: within one life of its server an offer's epoch never falls. Another life
 * may begin with an old copy; then the epochs start over, and what is older than the ledger's is rebuilt by the sweep.
 */
@Component
public class HighestEpochs {

    private final Map<OfferId, Long> highest = new ConcurrentHashMap<>();
    private final Set<String> lives = new HashSet<>();

    /**
     * What is wrong with seeing this epoch now, in a sentence; empty if nothing is.
     *
     * @param present the servers of Redis that answer, by the names of their lives
     */
    synchronized String see(Set<String> present, OfferId offer, long epoch) {
        if (lives.addAll(present)) {
            highest.clear();
        }
        var before = highest.merge(offer, epoch, Math::max);
        return epoch < before ? "The epoch is " + epoch + " and was " + before : "";
    }

    public void forget(OfferId offer) {
        highest.remove(offer);
    }
}
