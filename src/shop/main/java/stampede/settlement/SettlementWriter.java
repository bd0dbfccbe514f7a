package stampede.settlement;

import java.time.Clock;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.catalog.OfferId;
import stampede.counter.CounterCloser;
import stampede.stock.StockLedger;

/** Writes the settlement of a sale and ends the sale in the ledger, both in one transaction: of any number of nodes one does it. */
@Component
class SettlementWriter {

    private final CounterCloser stock;
    private final StockLedger ledger;
    private final LedgerHashChain chain;
    private final SettlementRepository rows;
    private final TransactionTemplate transaction;
    private final Clock clock;

    SettlementWriter(
            CounterCloser stock,
            StockLedger ledger,
            LedgerHashChain chain,
            SettlementRepository rows,
            PlatformTransactionManager transactions,
            Clock clock) {
        this.stock = stock;
        this.ledger = ledger;
        this.chain = chain;
        this.rows = rows;
        this.transaction = new TransactionTemplate(transactions);
        this.clock = clock;
    }

    /** Answers false if the sale has a settlement already. */
    boolean write(OfferId offer) {
        return Boolean.TRUE.equals(transaction.execute(status -> {
            var at = clock.instant();
            if (!stock.closeOut(offer, at)) {
                return false;
            }
            var terms = ledger.terms(offer).orElseThrow();
            var end = chain.write(offer);
            if (end.sum() != terms.available()) {
                throw new IllegalStateException("The movements of offer " + offer + " add up to " + end.sum()
                        + ", not to " + terms.available() + " as a moment ago");
            }
            rows.add(Settlement.of(offer, at, terms.total(), terms.available(), end.lines(), end.head()));
            return true;
        }));
    }
}
