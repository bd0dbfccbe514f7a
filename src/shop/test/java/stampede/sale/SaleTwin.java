package stampede.sale;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.audit.AuditLogs;
import stampede.catalog.OfferChanges;
import stampede.catalog.OfferId;
import stampede.catalog.OfferState;
import stampede.counter.StockTwin;
import stampede.counter.StockWorkbench;

/** The acts of those who run a sale, on the real servers, for an offer that only the ledger knows. */
public final class SaleTwin {

    /** The clock of whoever stops a sale is behind that of Redis. */
    private static final Duration BEHIND = Duration.ofSeconds(2);

    /** No catalogue is told. */
    static final OfferChanges NO_CATALOG = new OfferChanges() {
        @Override
        public void changeAllotment(OfferId offer, int units) {}

        @Override
        public void changeLimit(OfferId offer, int limitPerShopper) {}

        @Override
        public void end(OfferId offer, Instant end) {}

        @Override
        public void withdraw(OfferId offer) {}

        @Override
        public Optional<OfferState> state(OfferId offer) {
            return Optional.of(OfferState.PUBLISHED);
        }
    };

    public final SaleUnits units;
    public final SaleStop stop;

    public SaleTwin(StockTwin stock, PlatformTransactionManager transactions) {
        var bench = StockWorkbench.get();
        var audit = AuditLogs.on(bench.sql, bench.clock);
        var transaction = new TransactionTemplate(transactions);
        units = new SaleUnits(stock.ledger, stock.loading, stock.inspection, NO_CATALOG, audit, transaction);
        stop = new SaleStop(
                stock.ledger,
                stock.balances,
                stock.loading,
                NO_CATALOG,
                audit,
                transaction,
                Clock.offset(bench.clock, BEHIND.negated()));
    }
}
