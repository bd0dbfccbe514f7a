package stampede.recovery;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.books.SaleWatchProperties;
import stampede.catalog.OfferId;
import stampede.counter.CounterSpoiled;
import stampede.stock.StockLedger;
import stampede.support.BackgroundThread;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/**
 * Repairs offers whose keys in Redis are spoiled: at once where a script ran into it or a check of the books found it, and every
 * few seconds it looks shortly at all itself. On a thread of its own, which waits for what is found.
 */
@Component
@OnRole(NodeRole.WORKER)
class CounterRepairJob implements BackgroundThread.Owner {

    private static final Logger log = LoggerFactory.getLogger(CounterRepairJob.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

    private final StockLedger ledger;
    private final CounterRepair repair;
    private final SaleWatchProperties watch;
    private final Clock clock;
    private final BlockingQueue<OfferId> noticed = new LinkedBlockingQueue<>();

    /** Offers that were not well when they were last looked at. */
    private final Set<OfferId> unwell = new LinkedHashSet<>();

    private final BackgroundThread thread = new BackgroundThread("books-repair", Duration.ofMillis(200), this::turn);

    CounterRepairJob(StockLedger ledger, CounterRepair repair, SaleWatchProperties watch, Clock clock) {
        this.ledger = ledger;
        this.repair = repair;
        this.watch = watch;
        this.clock = clock;
    }

    @EventListener
    void repairSoon(CounterSpoiled event) {
        if (!noticed.contains(event.offer())) {
            noticed.add(event.offer());
        }
    }

    @Override
    public BackgroundThread thread() {
        return thread;
    }

    private void turn() throws InterruptedException {
        var first = noticed.poll(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        var offers = new LinkedHashSet<OfferId>();
        if (first == null) {
            offers.addAll(unwell);
            offers.addAll(suspects());
        } else {
            offers.add(first);
            noticed.drainTo(offers);
        }
        var still = repair.repair(offers);
        unwell.removeAll(offers);
        unwell.addAll(still);
    }

    private Collection<OfferId> suspects() {
        var now = clock.instant();
        try {
            return repair.suspects(ledger.sales(now.plus(watch.warmUpBefore()), now));
        } catch (DataAccessException away) {
            log.debug("Nothing was looked at: {}", away.getMessage());
            return Set.of();
        }
    }
}
