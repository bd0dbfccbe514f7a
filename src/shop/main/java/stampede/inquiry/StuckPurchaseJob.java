package stampede.inquiry;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.TimeUnit;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.recovery.ReservationSweeper;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/**
 * Counts the purchases that are stuck, {@code stampede.purchases.stuck}, and ends those that nobody else ends: their message was
 * given up and Redis has forgotten them. Sweeper, poller and audit end the others.
 */
@Component
@OnRole(NodeRole.WORKER)
class StuckPurchaseJob {

    /** Of each kind; nobody needs to know how many thousands there are. */
    private static final int MOST = 1_000;

    private final StuckPurchaseFinder purchases;
    private final DeadOrderMessageFinder dead;
    private final ReservationSweeper sweeper;
    private volatile double stuck;

    StuckPurchaseJob(
            StuckPurchaseFinder purchases,
            DeadOrderMessageFinder dead,
            ReservationSweeper sweeper,
            MeterRegistry meters) {
        this.purchases = purchases;
        this.dead = dead;
        this.sweeper = sweeper;
        Gauge.builder("stampede.purchases.stuck", this, loop -> loop.stuck)
                .description("Purchases that were accepted and have stayed for too long without an end")
                .register(meters);
    }

    @Scheduled(fixedDelay = 15, timeUnit = TimeUnit.SECONDS)
    void turn() {
        var given = dead.undecided().stream().map(DeadOrderMessage::reservation).toList();
        if (!given.isEmpty()) {
            sweeper.resolve(given);
        }
        stuck = purchases.find(MOST).purchases().size();
    }
}
