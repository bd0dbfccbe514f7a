package stampede.recovery;

import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.books.SaleWatchProperties;
import stampede.catalog.OfferId;
import stampede.counter.CounterInspection;
import stampede.counter.CounterReservations;
import stampede.stock.SaleTerms;
import stampede.stock.StockLedger;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/** Sweeps, each second, the offers that sell, sold lately or open soon, and has the cold ones rebuilt. */
@Component
@OnRole(NodeRole.WORKER)
class ReservationSweepJob {

    private static final Logger log = LoggerFactory.getLogger(ReservationSweepJob.class);

    private final StockLedger ledger;
    private final CounterInspection inspection;
    private final CounterReservations reservations;
    private final ReservationSweeper sweeper;
    private final CounterRebuild rebuild;
    private final CounterRebuildJob rebuilds;
    private final SaleWatchProperties watch;
    private final Clock clock;

    ReservationSweepJob(
            StockLedger ledger,
            CounterInspection inspection,
            CounterReservations reservations,
            ReservationSweeper sweeper,
            CounterRebuild rebuild,
            CounterRebuildJob rebuilds,
            SaleWatchProperties watch,
            Clock clock) {
        this.ledger = ledger;
        this.inspection = inspection;
        this.reservations = reservations;
        this.sweeper = sweeper;
        this.rebuild = rebuild;
        this.rebuilds = rebuilds;
        this.watch = watch;
        this.clock = clock;
    }

    @Scheduled(fixedDelayString = "${stampede.books.sweep-every:1s}")
    void turn() {
        var now = clock.instant();
        var sales = ledger.sales(now.plus(watch.warmUpBefore()), now.minus(watch.watchAfterEnd()));
        var views = inspection.views(sales.stream().map(SaleTerms::offer).toList());
        rebuilds.rebuildSoon(rebuild.needed(sales, views));
        reservations.countReserved(views.keySet()).forEach((offer, reserved) -> {
            if (reserved > 0) {
                sweep(offer);
            }
        });
    }

    /** One offer that cannot be swept does not keep the others from it. */
    private void sweep(OfferId offer) {
        try {
            sweeper.sweep(offer);
        } catch (DataAccessException away) {
            log.atWarn().addKeyValue("offer", offer).log("Offer {} was not swept: {}", offer, away.getMessage());
        }
    }
}
