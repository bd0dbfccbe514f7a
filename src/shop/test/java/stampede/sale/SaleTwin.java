package stampede.sale;

import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.audit.AuditLogs;
import stampede.catalog.OfferChanges;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.OfferState;
import stampede.counter.StockTwin;
import stampede.counter.StockWorkbench;
import stampede.money.Money;
import stampede.simulation.Mutant;

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
        public void changeAddressLimit(OfferId offer, int limitPerAddress) {}

        @Override
        public void end(OfferId offer, Instant end) {}

        @Override
        public void withdraw(OfferId offer) {}

        @Override
        public Optional<OfferState> state(OfferId offer) {
            return Optional.of(OfferState.PUBLISHED);
        }
    };

    private static final Duration LONG_AGO = Duration.ofHours(2);

    public final SaleUnits units;
    public final SaleStop stop;
    public final SaleLimit limit;
    public final SaleAddressLimit addressLimit;
    public final SalePrice price;
    public final SaleWithdrawal withdrawal;

    public SaleTwin(StockTwin stock, PlatformTransactionManager transactions) {
        this(stock, transactions, Mutant.NONE);
    }

    public SaleTwin(StockTwin stock, PlatformTransactionManager transactions, Mutant mutant) {
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
        limit = new SaleLimit(
                stock.ledger,
                stock.balances,
                stock.loading,
                stock.inspection,
                NO_CATALOG,
                audit,
                transaction,
                clock(mutant == Mutant.LIMIT_CHANGES_ANY_TIME));
        addressLimit = new SaleAddressLimit(
                stock.ledger,
                stock.balances,
                NO_CATALOG,
                audit,
                transaction,
                clock(mutant == Mutant.LIMIT_CHANGES_ANY_TIME));
        price = new SalePrice(
                stock.ledger, onlyPrices(bench), audit, transaction, clock(mutant == Mutant.PRICE_CHANGES_ANY_TIME));
        withdrawal = new SaleWithdrawal(
                stock.ledger,
                stock.balances,
                stock.loading,
                NO_CATALOG,
                audit,
                transaction,
                clock(mutant == Mutant.WITHDRAWN_ANY_TIME));
    }

    /** By a clock of long ago no sale has opened. */
    private static Clock clock(boolean isBroken) {
        var clock = StockWorkbench.get().clock;
        return isBroken ? Clock.offset(clock, LONG_AGO.negated()) : clock;
    }

    /** No catalogue is told: the ledger's price is what an order is compared with. */
    private static OfferPublishing onlyPrices(StockWorkbench bench) {
        return (OfferPublishing) Proxy.newProxyInstance(
                SaleTwin.class.getClassLoader(), new Class<?>[] {OfferPublishing.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("changePrice")) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    bench.price((OfferId) arguments[0], ((Money) arguments[1]).fen());
                    return null;
                });
    }
}
