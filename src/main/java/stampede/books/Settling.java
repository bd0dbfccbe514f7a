package stampede.books;

import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.catalog.OfferId;
import stampede.stock.StockLedger;
import stampede.stock.StockSettling;

/**
 * Settles a sale that is over: brings what is left under way to its end, proves the books, stores the settlement, and has Redis
 * forget the offer. Any number of nodes may do it and any of them may die anywhere: one transaction decides, and what comes after
 * it is made up for by whoever looks next.
 */
@Component
class Settling {

    private static final Logger log = LoggerFactory.getLogger(Settling.class);

    private final StockSettling stock;
    private final StockLedger ledger;
    private final Sweeper sweeper;
    private final Audit audit;
    private final BooksCheck check;
    private final Verdicts verdicts;
    private final Chain chain;
    private final SettlementRows rows;
    private final TransactionTemplate transaction;
    private final Clock clock;

    Settling(
            StockSettling stock,
            StockLedger ledger,
            Sweeper sweeper,
            Audit audit,
            BooksCheck check,
            Verdicts verdicts,
            Chain chain,
            SettlementRows rows,
            PlatformTransactionManager transactions,
            Clock clock) {
        this.stock = stock;
        this.ledger = ledger;
        this.sweeper = sweeper;
        this.audit = audit;
        this.check = check;
        this.verdicts = verdicts;
        this.chain = chain;
        this.rows = rows;
        this.transaction = new TransactionTemplate(transactions);
        this.clock = clock;
    }

    /**
     * Settles the offer if its books agree.
     *
     * @return the report if they do not; the offer stays as it is and is to be looked at again
     */
    BooksReport.Verdict settle(OfferId offer) {
        stock.close(offer);
        sweeper.sweep(offer);
        audit.audit(offer);
        var report = check.check(offer);
        verdicts.save(report);
        if (!report.agree()) {
            log.warn("Offer {} is over and cannot be settled yet: {}", offer, report.failing());
            return report.verdict();
        }
        if (store(offer)) {
            log.info("Offer {} is settled", offer);
        }
        stock.drop(offer);
        return BooksReport.Verdict.AGREE;
    }

    private boolean store(OfferId offer) {
        return Boolean.TRUE.equals(transaction.execute(status -> {
            var at = clock.instant();
            if (!stock.settle(offer, at)) {
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
