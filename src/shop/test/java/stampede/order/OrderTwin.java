package stampede.order;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.transaction.PlatformTransactionManager;
import stampede.catalog.OfferId;
import stampede.catalog.ProductName;
import stampede.counter.StockTwin;
import stampede.counter.StockWorkbench;
import stampede.coupon.CouponTwin;
import stampede.money.Money;
import stampede.setting.Settings;
import stampede.simulation.Mutant;
import stampede.stock.Reservation;
import stampede.stock.SaleTerms;
import stampede.task.Outcomes;
import stampede.task.Tasks;

/** The order module on the real database, perhaps with one rule of it broken on purpose. */
public final class OrderTwin {

    private static final Duration GIVE_UP_CLOSING_AFTER = Duration.ofMinutes(10);

    public final OrderStateMachine steps;
    public final Orders orders;
    /** As whoever ships has them. */
    public final OrderStateMachine shippingSteps;

    public final ReservationAbandonment placement;
    public final PlaceOrderMessages messages;
    private final OrderTaskHandlers tasks;
    private final StockWorkbench bench = StockWorkbench.get();

    /** With the provider that {@code trades} makes of the steps. */
    public OrderTwin(
            StockTwin stock,
            Tasks post,
            CouponTwin coupons,
            PlatformTransactionManager transactions,
            Function<OrderStateMachine, TradeCloser> trades,
            Mutant mutant) {
        var properties = new OrderProperties(
                Duration.ofMinutes(5), Duration.ofSeconds(10), Duration.ofDays(180), GIVE_UP_CLOSING_AFTER);
        var tokens = new PurchaseTokens(List.of(new SecretKeySpec(new byte[32], "HmacSHA256")));
        steps = MutantOrderStateMachine.of(mutant, bench.jdbc, bench.sql, transactions);
        shippingSteps = mutant == Mutant.SHIP_FROM_ANYWHERE
                ? MutantOrderStateMachine.shippingAnything(bench.jdbc, bench.sql, transactions)
                : steps;
        messages = new PlaceOrderMessages(tokens);
        var rows = new OrderRepository(bench.sql, bench.jdbc, new SimpleMeterRegistry());
        var clock = new DatabaseClock(bench.sql);
        var placing = new OrderPlacing(
                rows,
                stock.ledger,
                stock.counter,
                newOrders(mutant, rows, post, clock, properties),
                coupons.issue,
                clock,
                event -> {},
                transactions);
        placement = mutant == Mutant.SWEEPER_WRITES_NO_TOMBSTONE ? reservation -> true : placing;
        var closing = new OrderCloser(
                steps,
                new ClosingOrderRepository(bench.sql),
                trades.apply(steps),
                stock.ledger,
                post,
                event -> {},
                properties,
                transactions);
        tasks = new OrderTaskHandlers(
                new PlaceOrderConsumer(tokens, OrderWorkbench.ADDRESSES, stock.ledger, placing, new DatabaseRetry()),
                closing,
                OrderWorkbench.get().addresses);
        orders = new OrderService(rows, closing);
    }

    private static NewOrders newOrders(
            Mutant mutant, OrderRepository rows, Tasks post, DatabaseClock clock, OrderProperties properties) {
        var catalog = OrderWorkbench.get().catalog();
        return mutant != Mutant.WORKER_TAKES_GOODS_FOR_COUPONS
                ? new NewOrders(rows, catalog, post, clock, properties, new Settings())
                : new NewOrders(rows, catalog, post, clock, properties, new Settings()) {
                    @Override
                    void insert(List<OrderDraft> drafts, Map<OfferId, SaleTerms> terms) {
                        rows.insert(
                                OrderStatus.FINISHED,
                                drafts,
                                offer -> new ProductName("Teapot", ""),
                                clock.nowMs(),
                                clock.nowMs());
                    }
                };
    }

    /** Runs the task for these messages as one batch; answers those that are to come again. */
    public List<PlaceOrder> place(List<PlaceOrder> batch) {
        var jobs = OrderWorkbench.jobs(batch.toArray(PlaceOrder[]::new));
        var outcomes = tasks.place(jobs);
        return jobs.stream()
                .filter(job -> !(outcomes.of(job) instanceof Outcomes.Outcome.Done))
                .map(job -> job.payload())
                .toList();
    }

    public PlaceOrder message(Reservation reservation, String detail) {
        return messages.of(reservation, OrderDetail.of(detail));
    }

    /** What a shop would take for the price that believes what it is told. */
    public void believe(Optional<Money> amount) {
        if (steps instanceof MutantOrderStateMachine.Believing gullible) {
            gullible.believe(amount);
        }
    }

    /** The time to pay is over. */
    public void expire(OrderId order) {
        bench.sql
                .sql("update orders set expires_at_ms = placed_at_ms - 1 where id = :id")
                .param("id", order.value())
                .update();
    }

    /** The provider has been silent for too long. */
    public void giveUpWaitingForTheProvider(OrderId order) {
        bench.sql
                .sql("update orders set closing_at_ms = closing_at_ms - :time where id = :id")
                .param("time", GIVE_UP_CLOSING_AFTER.plusMinutes(1).toMillis())
                .param("id", order.value())
                .update();
    }

    /** The timer of an order. */
    public void closeUnpaid(OrderId order) {
        tasks.closeUnpaid(new CloseUnpaidOrders(List.of(order.toString())));
    }
}
