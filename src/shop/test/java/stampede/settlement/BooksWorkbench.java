package stampede.settlement;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import stampede.books.BooksCheck;
import stampede.books.BooksProperties;
import stampede.books.BooksReport;
import stampede.books.BooksResultRepository;
import stampede.books.HighestEpochs;
import stampede.books.LedgerCheckRepository;
import stampede.books.PlainOrders;
import stampede.books.SaleWatchProperties;
import stampede.catalog.OfferId;
import stampede.counter.StockWorkbench;
import stampede.order.OrderWorkbench;
import stampede.order.PlaceOrder;
import stampede.order.PlaceOrderMessages;
import stampede.pastsale.PastSaleRepository;
import stampede.pastsale.SaleProof;
import stampede.recovery.CounterDrift;
import stampede.recovery.CounterRebuild;
import stampede.recovery.CounterRepair;
import stampede.recovery.CounterSync;
import stampede.recovery.RecoveryProperties;
import stampede.recovery.ReservationStates;
import stampede.recovery.ReservationSweeper;
import stampede.recovery.SweepOutcomes;
import stampede.replica.NoReplica;
import stampede.task.Delivery;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.Tasks;

/**
 * The books on the real servers, driven by hand: every check is due at once, a claim lasts no time, and the clock goes when
 * it is told to. Messages end in a list, because what happens to them is for the test to decide.
 */
public final class BooksWorkbench {

    public static final Duration ABANDON_AFTER = Duration.ofMinutes(3);
    public static final Duration STUCK_AFTER = Duration.ofMinutes(5);

    public final StockWorkbench stock = StockWorkbench.get();
    public final PlainOrders orders = new PlainOrders();
    public final List<PlaceOrder> sent = new ArrayList<>();
    public final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    public final BooksProperties properties =
            new BooksProperties(Duration.ofMinutes(1), Duration.ZERO, Duration.ofMinutes(1), Duration.ofMinutes(11));
    public final SaleWatchProperties watch =
            new SaleWatchProperties(Duration.ofMinutes(5), Duration.ofHours(1), Duration.ofMinutes(9), 0.05);
    public final RecoveryProperties recovery = new RecoveryProperties(
            Duration.ofSeconds(1),
            Duration.ofSeconds(30),
            Duration.ZERO,
            Duration.ZERO,
            ABANDON_AFTER,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofSeconds(30));
    public final HighestEpochs epochs = new HighestEpochs();
    public final CounterDrift drift;
    public final ReservationSweeper sweeper;
    public final CounterSync audit;
    public final CounterRebuild rebuild;
    public final CounterRepair repair;
    public final BooksCheck check;
    public final BooksResultRepository verdicts = new BooksResultRepository(stock.sql);
    final SaleCloseOut settling;
    public final SettlementReports settlements;
    private Optional<Long> dead = Optional.of(0L);
    private Duration ahead = Duration.ZERO;
    private Delivery delivery = Delivery.CONFIRMED;

    public BooksWorkbench() {
        var rulings = new ReservationStates(orders);
        drift = new CounterDrift(stock.inspection, stock.ledger, meters);
        sweeper = new ReservationSweeper(
                stock.counter,
                rulings,
                orders,
                OrderWorkbench.get().messages,
                new Letters(),
                recovery,
                clock(),
                new SweepOutcomes(event -> {}, meters));
        audit = new CounterSync(
                stock.reservations, stock.counter, stock.loading, orders, rulings, orders, drift, event -> {});
        rebuild = new CounterRebuild(
                stock.ledger, stock.inspection, stock.loading, audit, recovery, clock(), event -> {});
        repair = new CounterRepair(stock.ledger, stock.inspection, stock.loading, rebuild, watch, clock(), event -> {});
        check = new BooksCheck(
                new LedgerCheckRepository(stock.sql, new PastSaleRepository(stock.sql), properties),
                stock.inspection,
                epochs,
                () -> dead,
                properties,
                Objects.requireNonNull(stock.transactions.getTransactionManager()),
                stock.clock);
        var transactions = Objects.requireNonNull(stock.transactions.getTransactionManager());
        var rows = new SettlementRepository(stock.sql, stock.jdbc);
        var movements = new LedgerMovementRepository(stock.sql);
        var chain = new LedgerHashChain(movements, rows);
        settling = new SaleCloseOut(
                stock.settling,
                sweeper,
                audit,
                check,
                verdicts,
                new SettlementWriter(stock.settling, stock.ledger, chain, rows, transactions, stock.clock));
        settlements = new SettlementReports(
                rows,
                movements,
                chain,
                new PastSaleRepository(stock.sql),
                stock.sql,
                NoReplica.replica(),
                Clock.systemUTC(),
                transactions);
    }

    /** Proves a sale that is closed out. */
    public SaleProof proof() {
        return new SettlementProof(check, settlements);
    }

    /** Closes out a sale that is over and whose books agree. */
    public void closeOut(OfferId offer) {
        if (settling.closeOut(offer) != BooksReport.Verdict.AGREE) {
            throw new IllegalStateException("The books of offer " + offer + " do not agree");
        }
    }

    public void letTimePass(Duration time) {
        ahead = ahead.plus(time);
    }

    /** What lies in the dead-letter queue from now on; empty: the broker is away. */
    public void dead(Optional<Long> tasks) {
        dead = tasks;
    }

    /** What the broker will say from now on. */
    public void brokerSays(Delivery delivery) {
        this.delivery = delivery;
    }

    public double drift() {
        return meters.get("stampede.stock.drift").gauge().value();
    }

    public PlaceOrderMessages messages() {
        return OrderWorkbench.get().messages;
    }

    public Clock clock() {
        return new Clock() {
            @Override
            public Instant instant() {
                return stock.clock.instant().plus(ahead);
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                throw new UnsupportedOperationException();
            }
        };
    }

    private final class Letters implements Tasks {

        @Override
        public TaskId send(Record payload, SendOption... options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Delivery> publish(Record payload, SendOption... options) {
            if (delivery != Delivery.REFUSED) {
                sent.add((PlaceOrder) payload);
            }
            return CompletableFuture.completedFuture(delivery);
        }

        @Override
        public boolean cancel(TaskId id) {
            throw new UnsupportedOperationException();
        }
    }
}
