package stampede.books;

import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.stock.CounterReservations;
import stampede.stock.SaleTerms;
import stampede.stock.StockInspection;
import stampede.stock.StockLedger;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/** Looks each second after the offers that sell, have sold or are about to: sweeps them, and has the cold ones rebuilt. */
@Component
@OnRole(NodeRole.WORKER)
class SweepLoop {

    private static final Logger log = LoggerFactory.getLogger(SweepLoop.class);

    private final StockLedger ledger;
    private final StockInspection inspection;
    private final CounterReservations reservations;
    private final Sweeper sweeper;
    private final Rebuild rebuild;
    private final RebuildLoop rebuilds;
    private final BooksProperties properties;
    private final Clock clock;

    SweepLoop(
            StockLedger ledger,
            StockInspection inspection,
            CounterReservations reservations,
            Sweeper sweeper,
            Rebuild rebuild,
            RebuildLoop rebuilds,
            BooksProperties properties,
            Clock clock) {
        this.ledger = ledger;
        this.inspection = inspection;
        this.reservations = reservations;
        this.sweeper = sweeper;
        this.rebuild = rebuild;
        this.rebuilds = rebuilds;
        this.properties = properties;
        this.clock = clock;
    }

    @Scheduled(fixedDelayString = "${stampede.books.sweep-every:1s}")
    void turn() {
        var now = clock.instant();
        var sales = ledger.sales(now.plus(properties.warmUpBefore()), now.minus(properties.watchAfterEnd()));
        var views = inspection.views(sales.stream().map(SaleTerms::offer).toList());
        rebuilds.rebuildSoon(rebuild.needed(sales, views));
        reservations.countWaiting(views.keySet()).forEach((offer, waiting) -> {
            if (waiting > 0) {
                sweep(offer);
            }
        });
    }

    /** One offer that cannot be swept does not keep the others from it. */
    private void sweep(OfferId offer) {
        try {
            sweeper.sweep(offer);
        } catch (DataAccessException away) {
            log.warn("Offer {} was not swept: {}", offer, away.getMessage());
        }
    }
}
