package stampede.books;

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
import stampede.order.OrderWorkbench;
import stampede.order.PlaceOrder;
import stampede.order.PlacementMessages;
import stampede.stock.StockWorkbench;
import stampede.task.Delivery;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.Tasks;

/**
 * The books on the real servers, driven by hand: every check is due at once, a claim lasts no time, and the clock goes when
 * it is told to. Messages end in a list, because what happens to them is for the test to decide.
 */
class BooksWorkbench {

    static final Duration ABANDON_AFTER = Duration.ofMinutes(3);
    static final Duration STUCK_AFTER = Duration.ofMinutes(5);

    final StockWorkbench stock = StockWorkbench.get();
    final PlainOrders orders = new PlainOrders();
    final List<PlaceOrder> sent = new ArrayList<>();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final BooksProperties properties = new BooksProperties(
            Duration.ofSeconds(1),
            Duration.ofSeconds(30),
            Duration.ZERO,
            Duration.ZERO,
            ABANDON_AFTER,
            Duration.ofMinutes(5),
            Duration.ofHours(1),
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofSeconds(30),
            Duration.ofMinutes(1),
            Duration.ZERO,
            Duration.ofMinutes(1),
            Duration.ofMinutes(11),
            Duration.ofMinutes(9),
            0.05,
            STUCK_AFTER);
    final Epochs epochs = new Epochs();
    final Drift drift;
    final Sweeper sweeper;
    final Audit audit;
    final Rebuild rebuild;
    final Repair repair;
    final BooksCheck check;
    final Verdicts verdicts = new Verdicts(stock.sql);
    final Settling settling;
    final Settlements settlements;
    private Optional<Long> dead = Optional.of(0L);
    private Duration ahead = Duration.ZERO;
    private Delivery delivery = Delivery.CONFIRMED;

    BooksWorkbench() {
        var rulings = new Rulings(orders);
        drift = new Drift(stock.inspection, stock.ledger, meters);
        sweeper = new Sweeper(
                stock.counter,
                rulings,
                orders,
                OrderWorkbench.get().messages,
                new Letters(),
                properties,
                clock(),
                meters);
        audit = new Audit(stock.reservations, stock.counter, stock.loading, orders, rulings, orders, drift);
        rebuild = new Rebuild(stock.ledger, stock.inspection, stock.loading, audit, properties, clock());
        repair = new Repair(stock.ledger, stock.inspection, stock.loading, rebuild, properties, clock());
        check = new BooksCheck(
                new LedgerCheck(stock.sql, properties),
                stock.inspection,
                epochs,
                () -> dead,
                properties,
                Objects.requireNonNull(stock.transactions.getTransactionManager()),
                stock.clock);
        var transactions = Objects.requireNonNull(stock.transactions.getTransactionManager());
        var rows = new SettlementRows(stock.sql, stock.jdbc);
        var movements = new MovementPages(stock.sql);
        var chain = new Chain(movements, rows);
        settling = new Settling(
                stock.settling,
                sweeper,
                audit,
                check,
                verdicts,
                new SettlementWriter(stock.settling, stock.ledger, chain, rows, transactions, stock.clock));
        settlements = new Settlements(rows, movements, chain, stock.sql, transactions);
    }

    void letTimePass(Duration time) {
        ahead = ahead.plus(time);
    }

    /** What lies in the dead-letter queue from now on; empty: the broker is away. */
    void dead(Optional<Long> tasks) {
        dead = tasks;
    }

    /** What the broker will say from now on. */
    void brokerSays(Delivery delivery) {
        this.delivery = delivery;
    }

    double drift() {
        return meters.get("stampede.stock.drift").gauge().value();
    }

    PlacementMessages messages() {
        return OrderWorkbench.get().messages;
    }

    Clock clock() {
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
