package stampede.books;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
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
    private final Sweeper sweeper;
    private final Audit audit;
    private final BooksCheck check;
    private final Verdicts verdicts;
    private final SettlementWriter writer;

    Settling(
            StockSettling stock,
            Sweeper sweeper,
            Audit audit,
            BooksCheck check,
            Verdicts verdicts,
            SettlementWriter writer) {
        this.stock = stock;
        this.sweeper = sweeper;
        this.audit = audit;
        this.check = check;
        this.verdicts = verdicts;
        this.writer = writer;
    }

    /**
     * Settles the offer if its books agree.
     *
     * @return the report if they do not; the offer stays as it is and is to be looked at again
     */
    BooksReport.Verdict closeOut(OfferId offer) {
        stock.close(offer);
        sweeper.sweep(offer);
        audit.audit(offer);
        var report = check.check(offer);
        verdicts.save(report);
        if (!report.agree()) {
            log.warn("Offer {} is over and cannot be settled yet: {}", offer, report.failing());
            return report.verdict();
        }
        if (writer.write(offer)) {
            log.info("Offer {} is settled", offer);
        }
        stock.drop(offer);
        return BooksReport.Verdict.AGREE;
    }
}
