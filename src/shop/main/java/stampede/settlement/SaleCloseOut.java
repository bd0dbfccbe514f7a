package stampede.settlement;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import stampede.books.BooksCheck;
import stampede.books.BooksReport;
import stampede.books.BooksResultRepository;
import stampede.catalog.OfferId;
import stampede.counter.CounterCloser;
import stampede.recovery.CounterSync;
import stampede.recovery.ReservationSweeper;

/**
 * Closes out a sale that is over: ends what is still under way, proves the books, stores the settlement, and has Redis
 * forget the offer. Any number of nodes may do it and any of them may die anywhere: one transaction decides, and what comes after
 * it is made up for by whoever looks next.
 */
@Component
class SaleCloseOut {

    private static final Logger log = LoggerFactory.getLogger(SaleCloseOut.class);

    private final CounterCloser stock;
    private final ReservationSweeper sweeper;
    private final CounterSync audit;
    private final BooksCheck check;
    private final BooksResultRepository results;
    private final SettlementWriter writer;

    SaleCloseOut(
            CounterCloser stock,
            ReservationSweeper sweeper,
            CounterSync audit,
            BooksCheck check,
            BooksResultRepository results,
            SettlementWriter writer) {
        this.stock = stock;
        this.sweeper = sweeper;
        this.audit = audit;
        this.check = check;
        this.results = results;
        this.writer = writer;
    }

    /**
     * Closes out the offer's sale if its books agree.
     *
     * @return the report if they do not; the offer stays as it is and is to be looked at again
     */
    BooksReport.Verdict closeOut(OfferId offer) {
        stock.close(offer);
        sweeper.sweep(offer);
        audit.audit(offer);
        var report = check.check(offer);
        results.save(report);
        if (!report.agree()) {
            log.atWarn()
                    .addKeyValue("offer", offer)
                    .log("Offer {} is over and cannot be closed out yet: {}", offer, report.failing());
            return report.verdict();
        }
        if (writer.write(offer)) {
            log.atInfo().addKeyValue("offer", offer).log("Offer {} is closed out", offer);
        }
        stock.drop(offer);
        return BooksReport.Verdict.AGREE;
    }
}
