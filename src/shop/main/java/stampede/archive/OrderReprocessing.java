package stampede.archive;

import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Service;
import stampede.account.SignedIn;
import stampede.inquiry.PurchaseResolver;
import stampede.order.OrderId;
import stampede.refusal.RefusalException;

/** Brings an order forward that has failed somewhere: by its newest dead task, or else as {@link PurchaseResolver} does. */
@Service
public class OrderReprocessing {

    private final ArchiveRepository tasks;
    private final Archive archive;
    private final PurchaseResolver resolver;

    OrderReprocessing(ArchiveRepository tasks, Archive archive, PurchaseResolver resolver) {
        this.tasks = tasks;
        this.archive = archive;
        this.resolver = resolver;
    }

    /**
     * Brings it forward. Audited.
     *
     * @throws RefusalException {@link ArchiveRefusal#NOTHING_TO_DO} if nothing failed and it is where it ought to be
     */
    public Reprocessed reprocess(SignedIn by, OrderId order) {
        var dead = tasks.newestUndecided(order);
        if (dead.isPresent()) {
            archive.retry(by, dead.get(), Duration.ZERO, "");
            return new Reprocessed(dead, Optional.empty());
        }
        var outcome = resolver.resolve(by, order);
        if (outcome == PurchaseResolver.Outcome.NOTHING_TO_DO) {
            throw new RefusalException(ArchiveRefusal.NOTHING_TO_DO);
        }
        return new Reprocessed(Optional.empty(), Optional.of(outcome));
    }

    /**
     * What was done.
     *
     * @param retried the dead task that was sent again, if there was one
     * @param resolved what came of it, if there was none
     */
    public record Reprocessed(Optional<Long> retried, Optional<PurchaseResolver.Outcome> resolved) {}
}
