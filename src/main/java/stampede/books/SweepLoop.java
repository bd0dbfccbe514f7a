package stampede.books;

import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.stock.SaleTerms;
import stampede.stock.StockInspection;
import stampede.stock.StockLedger;
import stampede.stock.StockView;
import stampede.support.Loop;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/** Looks each second after the offers that sell, have sold or are about to: sweeps them, and has the cold ones rebuilt. */
@Component
@OnRole(NodeRole.WORKER)
class SweepLoop extends Loop {

    private static final Logger log = LoggerFactory.getLogger(SweepLoop.class);

    private final StockLedger ledger;
    private final StockInspection inspection;
    private final Sweeper sweeper;
    private final RebuildLoop rebuilds;
    private final BooksProperties properties;
    private final Clock clock;

    SweepLoop(
            StockLedger ledger,
            StockInspection inspection,
            Sweeper sweeper,
            RebuildLoop rebuilds,
            BooksProperties properties,
            Clock clock) {
        super("books-sweep", properties.sweepEvery());
        this.ledger = ledger;
        this.inspection = inspection;
        this.sweeper = sweeper;
        this.rebuilds = rebuilds;
        this.properties = properties;
        this.clock = clock;
    }

    @Override
    protected void turn() {
        var now = clock.instant();
        var sales = ledger.sales(now.plus(properties.warmUpBefore()), now.minus(properties.watchAfterEnd()));
        var views = inspection.views(sales.stream().map(SaleTerms::offer).toList());
        rebuilds.rebuildSoon(toRebuild(sales, views));
        inspection.pending(views.keySet()).forEach((offer, pending) -> {
            if (pending > 0) {
                sweep(offer);
            }
        });
    }

    /** Offers that have ended need no counter any more: without one their purchases are told by the database. */
    private Collection<OfferId> toRebuild(List<SaleTerms> sales, Map<OfferId, StockView> views) {
        return sales.stream()
                .filter(sale -> clock.instant().isBefore(sale.window().closesAt()))
                .filter(sale -> needsRebuild(sale, views.get(sale.offer())))
                .map(SaleTerms::offer)
                .toList();
    }

    private boolean needsRebuild(SaleTerms sale, @Nullable StockView view) {
        if (view == null) {
            return false;
        }
        return switch (view.gate()) {
            case COLD -> true;
            case WARMING -> sale.epochAt().isBefore(clock.instant().minus(properties.rebuildPatience()));
            case OPEN, PAUSED -> cameBackOld(sale, view);
            case CLOSED -> false;
        };
    }

    /** Redis started with an old copy of itself, from before the last rebuild, or who rebuilt has died before it loaded. */
    private boolean cameBackOld(SaleTerms sale, StockView view) {
        return view.epoch() < sale.epoch()
                && sale.epochAt().isBefore(clock.instant().minus(properties.rebuildPatience()));
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
