package stampede.sale;

import java.time.Clock;
import java.time.Duration;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.catalog.OfferChanges;
import stampede.catalog.OfferId;
import stampede.counter.CounterInspection;
import stampede.counter.CounterLoader;
import stampede.counter.StockView;
import stampede.stock.StockBalanceRepository;
import stampede.stock.StockLedger;

/** Changes how many units one shopper may have, before the sale opens. */
@Component
public class SaleLimit {

    private static final int MOST = 100;

    private final StockLedger ledger;
    private final StockBalanceRepository balances;
    private final CounterLoader counter;
    private final CounterInspection inspection;
    private final OfferChanges catalog;
    private final AuditLog audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    public SaleLimit(
            StockLedger ledger,
            StockBalanceRepository balances,
            CounterLoader counter,
            CounterInspection inspection,
            OfferChanges catalog,
            AuditLog audit,
            TransactionTemplate transaction,
            Clock clock) {
        this.ledger = ledger;
        this.balances = balances;
        this.counter = counter;
        this.inspection = inspection;
        this.catalog = catalog;
        this.audit = audit;
        this.transaction = transaction;
        this.clock = clock;
    }

    /**
     * Changes the limit. A counter that is warm already is filled anew, which nobody notices before the opening. Audited, if it was
     * another.
     *
     * @param limit 1 to 100 units for each shopper
     * @param reason 5 to 200 characters, for the audit log
     * @throws SaleRefused if that cannot be
     * @throws IllegalArgumentException if the ledger has no such offer
     */
    public void change(SignedIn by, OfferId offer, int limit, String reason) {
        var words = SaleRules.reason(reason);
        SaleRules.require(limit >= 1 && limit <= MOST, SaleRefusal.BAD_LIMIT);
        transaction.executeWithoutResult(status -> store(by, offer, limit, words));
        reload(offer);
    }

    private void store(SignedIn by, OfferId offer, int limit, String reason) {
        var seen = ledger.lock(offer);
        SaleRules.requireUpcoming(seen, clock.instant());
        if (seen.limitPerShopper() != limit) {
            balances.changeLimit(offer, limit);
            catalog.changeLimit(offer, limit);
            audit.write(
                    new AuditLog.Act(by.who(), "LIMIT_CHANGED", "offer:" + offer).because(reason),
                    AuditLog.Change.of(seen.limitPerShopper(), limit));
        }
    }

    /** Nothing is reserved yet, so there is nothing to settle. What this misses is found by its terms and repaired. */
    private void reload(OfferId offer) {
        var terms = ledger.terms(offer).orElseThrow();
        var warm = inspection.gate(offer).filter(StockView.Gate.COLD::equals).isEmpty();
        if (warm && clock.instant().isBefore(terms.window().opensAt())) {
            counter.begin(terms, Duration.ZERO).filter(counter::load).ifPresent(counter::open);
        }
    }
}
