package stampede.report;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;
import stampede.catalog.OfferId;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.stock.SaleTerms;
import stampede.stock.StockLedger;

/**
 * How offers stand, for whoever watches them: from the counter as this node knows it, from the ledger's row, and from the orders, which are
 * added up at most every two seconds for all who watch on this node. Nothing of it is on the way of a purchase.
 */
@Service
public class LiveFigures {

    private static final Duration KEPT = Duration.ofSeconds(2);
    private static final int MOST_KEPT = 1_000;

    private final LiveStock counter;
    private final StockLedger ledger;
    private final LoadingCache<OfferId, SaleTotals> totals;

    LiveFigures(LiveStock counter, StockLedger ledger, SaleTotalsRepository totals) {
        this.counter = counter;
        this.ledger = ledger;
        this.totals = Caffeine.newBuilder()
                .expireAfterWrite(KEPT)
                .maximumSize(MOST_KEPT)
                .build(offer -> totals.of(List.of(offer)).getOrDefault(offer, SaleTotals.NONE));
    }

    /** Empty if the ledger has no such offer. */
    public Optional<SaleFigures> of(OfferId offer) {
        return ledger.terms(offer).map(this::figures);
    }

    /** They are read a moment apart, so between two orders they may be off by those. */
    private SaleFigures figures(SaleTerms terms) {
        var counted = counter.of(terms.offer());
        var known = counted.gate() != StockView.Gate.COLD;
        var left = known ? Math.min(counted.left(), terms.available()) : terms.available();
        return new SaleFigures(
                counted.gate(),
                terms.paused(),
                left,
                terms.available() - left,
                terms.total() - terms.available(),
                terms.total(),
                terms.totalVersion(),
                totals.get(terms.offer()));
    }
}
