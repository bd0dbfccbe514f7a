package stampede.recovery;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;
import stampede.books.SaleWatchProperties;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublished;
import stampede.counter.CounterWentCold;
import stampede.support.BackgroundThread;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/** Rebuilds what is cold, as soon as somebody notices, on a thread of its own, which waits for what is noticed. */
@Component
@OnRole(NodeRole.WORKER)
class CounterRebuildJob implements BackgroundThread.Owner {

    private static final Duration AGAIN_AFTER = Duration.ofMillis(500);

    private final CounterRebuild rebuild;
    private final SaleWatchProperties watch;
    private final Clock clock;
    private final BlockingQueue<OfferId> cold = new LinkedBlockingQueue<>();
    private final BackgroundThread thread = new BackgroundThread("books-rebuild", Duration.ZERO, this::turn);

    CounterRebuildJob(CounterRebuild rebuild, SaleWatchProperties watch, Clock clock) {
        this.rebuild = rebuild;
        this.watch = watch;
        this.clock = clock;
    }

    void rebuildSoon(Collection<OfferId> offers) {
        offers.stream().filter(offer -> !cold.contains(offer)).forEach(cold::add);
    }

    @EventListener
    void rebuildCold(CounterWentCold event) {
        cold.add(event.offer());
    }

    /** An offer that is published shortly before it opens, or later, does not wait for the next look at the calendar. */
    @TransactionalEventListener(fallbackExecution = true)
    void warmUp(OfferPublished event) {
        if (event.offer().window().opensAt().isBefore(clock.instant().plus(watch.warmUpBefore()))) {
            cold.add(event.offer().id());
        }
    }

    @Override
    public BackgroundThread thread() {
        return thread;
    }

    private void turn() throws InterruptedException {
        var noticed = new ArrayList<OfferId>();
        noticed.add(cold.take());
        cold.drainTo(noticed);
        try {
            rebuild.whereNeeded(new LinkedHashSet<>(noticed));
        } catch (RuntimeException unavailable) {
            // Nobody else may notice them before the next look at all sales.
            rebuildSoon(noticed);
            Thread.sleep(AGAIN_AFTER.toMillis());
            throw unavailable;
        }
    }
}
