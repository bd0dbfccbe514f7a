package stampede.sale;

import java.time.Clock;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.catalog.OfferChanges;
import stampede.catalog.OfferId;
import stampede.stock.StockBalanceRepository;
import stampede.stock.StockLedger;

/** Changes how many units may go to one address, before the sale opens. The counter goes by shoppers alone. */
@Component
public class SaleAddressLimit {

    private static final int MOST = 1_000;

    private final StockLedger ledger;
    private final StockBalanceRepository balances;
    private final OfferChanges catalog;
    private final AuditLog audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    public SaleAddressLimit(
            StockLedger ledger,
            StockBalanceRepository balances,
            OfferChanges catalog,
            AuditLog audit,
            TransactionTemplate transaction,
            Clock clock) {
        this.ledger = ledger;
        this.balances = balances;
        this.catalog = catalog;
        this.audit = audit;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** How many units may go to one address; 0 for as many as anybody orders. */
    public int look(OfferId offer) {
        return ledger.terms(offer).map(terms -> terms.limitPerAddress()).orElse(0);
    }

    /**
     * Changes the limit. Audited, if it was another.
     *
     * @param limit 0 to 1,000 units for each address; 0 for as many as anybody orders
     * @param reason 5 to 200 characters, for the audit log
     * @throws SaleRefused if that cannot be
     * @throws IllegalArgumentException if the ledger has no such offer
     */
    public void change(SignedIn by, OfferId offer, int limit, String reason) {
        var words = SaleRules.reason(reason);
        SaleRules.require(limit >= 0 && limit <= MOST, SaleRefusal.BAD_ADDRESS_LIMIT);
        transaction.executeWithoutResult(status -> {
            var seen = ledger.lock(offer);
            SaleRules.requireUpcoming(seen, clock.instant());
            if (seen.limitPerAddress() != limit) {
                balances.changeAddressLimit(offer, limit);
                catalog.changeAddressLimit(offer, limit);
                audit.write(
                        new AuditLog.Act(by.who(), "ADDRESS_LIMIT_CHANGED", "offer:" + offer).because(words),
                        AuditLog.Change.of(seen.limitPerAddress(), limit));
            }
        });
    }
}
