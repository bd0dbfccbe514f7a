package stampede.sale;

import java.time.Clock;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.catalog.OfferChanges;
import stampede.catalog.OfferId;
import stampede.catalog.OfferState;
import stampede.counter.CounterLoader;
import stampede.stock.StockBalanceRepository;
import stampede.stock.StockLedger;

/**
 * Takes an offer back before it opens, for good. Its units go first: whatever a counter may still admit, no order can ever have one.
 */
@Component
public class SaleWithdrawal {

    private final StockLedger ledger;
    private final StockBalanceRepository balances;
    private final CounterLoader counter;
    private final OfferChanges catalog;
    private final AuditLog audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    public SaleWithdrawal(
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
     * From when this returns the offer is in no list of this node, within two seconds in none at all, and it never opens. Audited.
     *
     * @param reason 5 to 200 characters, for the audit log
     * @throws SaleRefused if it has opened or does so in a moment, or was withdrawn before
     * @throws IllegalArgumentException if the ledger has no such offer
     */
    public void withdraw(SignedIn by, OfferId offer, String reason) {
        var words = SaleRules.reason(reason);
        transaction.executeWithoutResult(status -> {
            var seen = ledger.lock(offer);
            SaleRules.requireUpcoming(seen, clock.instant());
            ledger.changeTotal(offer, 0);
            SaleRules.require(balances.withdraw(offer), SaleRefusal.STOPPED);
            catalog.withdraw(offer);
            audit.write(
                    new AuditLog.Act(by.who(), "OFFER_WITHDRAWN", "offer:" + offer).because(words),
                    AuditLog.Change.of(OfferState.PUBLISHED, OfferState.WITHDRAWN));
        });
        counter.close(offer);
    }
}
