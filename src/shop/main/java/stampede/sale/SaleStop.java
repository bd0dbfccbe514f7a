package stampede.sale;

import static stampede.sale.SaleRules.require;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.catalog.OfferChanges;
import stampede.catalog.OfferId;
import stampede.counter.CounterLoader;
import stampede.stock.SaleTerms;
import stampede.stock.StockBalanceRepository;
import stampede.stock.StockLedger;

/**
 * Ends the sale of an offer now, for good. The ledger has the new end first, so no rebuild brings the old one back; then the counter's
 * gate is closed. If Redis cannot be told at once, that throws, and the audit tells it later; until then each node refuses by the
 * catalogue's new end.
 */
@Component
public class SaleStop {

    private final StockLedger ledger;
    private final StockBalanceRepository balances;
    private final CounterLoader counter;
    private final OfferChanges catalog;
    private final AuditLog audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    public SaleStop(
            StockLedger ledger,
            StockBalanceRepository balances,
            CounterLoader counter,
            OfferChanges catalog,
            AuditLog audit,
            TransactionTemplate transaction,
            Clock clock) {
        this.ledger = ledger;
        this.balances = balances;
        this.counter = counter;
        this.catalog = catalog;
        this.audit = audit;
        this.transaction = transaction;
        this.clock = clock;
    }

    /**
     * From when this returns no units are reserved; what was reserved before becomes orders, and the sale is closed out nine minutes
     * later. Audited. Stopping it again changes nothing, but tells the counter once more.
     *
     * @param reason 5 to 200 characters, for the audit log
     * @return when the sale ended
     * @throws SaleRefused if it does not sell now, or is closed out
     * @throws IllegalArgumentException if the ledger has no such offer
     */
    public Instant stop(SignedIn by, OfferId offer, String reason) {
        var words = SaleRules.reason(reason);
        var end = Objects.requireNonNull(transaction.execute(status -> end(by, offer, words)));
        counter.close(offer);
        return end;
    }

    private Instant end(SignedIn by, OfferId offer, String reason) {
        var seen = ledger.lock(offer);
        require(!seen.closedOut(), SaleRefusal.CLOSED_OUT);
        if (wasStopped(seen)) {
            return seen.window().closesAt();
        }
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        require(balances.stop(offer, now), SaleRefusal.NOT_ON_SALE);
        catalog.end(offer, now);
        audit.write(
                new AuditLog.Act(by.who(), "OFFER_STOPPED", "offer:" + offer).because(reason),
                AuditLog.Change.of(seen.window().closesAt(), now));
        return now;
    }

    private static boolean wasStopped(SaleTerms seen) {
        return seen.plannedEnd().filter(seen.window().closesAt()::isBefore).isPresent();
    }
}
