package stampede.order;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.support.Money;

/**
 * Moves orders along the edges of the state machine. Each step is one compare-and-set, so of all who try it at once one wins,
 * and its event is written in the same transaction: the caller's, or one of its own.
 *
 * <p>Every method answers whether this call made the step; false means that the order is elsewhere, and nothing changed.
 * {@code who} is kept in the event: a role such as {@code expiry} or a name such as {@code shopper:42}, at most 64 characters.
 */
@Component
public class OrderSteps {

    private final JdbcTemplate jdbc;
    private final JdbcClient sql;
    private final TransactionTemplate transaction;

    OrderSteps(JdbcTemplate jdbc, JdbcClient sql, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.sql = sql;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * Where the order stands, tombstones included, and what it costs; nobody else can move it before the caller's transaction
     * ends. Empty if there is no such order.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public Optional<Locked> lock(OrderId order) {
        return sql.sql("select status, total_fen from orders where id = :id for update")
                .param("id", order.value())
                .query((row, number) ->
                        new Locked(OrderStatus.valueOf(row.getString("status")), new Money(row.getLong("total_fen"))))
                .optional();
    }

    /** A verified payment arrived before the units went back. */
    public boolean markPaid(OrderId order, String who) {
        return take(Step.PAY, order, who);
    }

    public boolean markShipped(OrderId order, String who) {
        return take(Step.SHIP, order, who);
    }

    public boolean markFinished(OrderId order, String who) {
        return take(Step.FINISH, order, who);
    }

    /** A paid order's money goes back. Its units stay taken until an operator puts them back. */
    public boolean refund(OrderId order, String who) {
        return take(Step.REFUND, order, who);
    }

    /** Money that arrived for a closed order goes back. */
    public boolean refundLatePayment(OrderId order, String who) {
        return take(Step.REFUND_LATE_PAYMENT, order, who);
    }

    public boolean markRefunded(OrderId order, String who) {
        return take(Step.FINISH_REFUND, order, who);
    }

    /**
     * An order that nobody else can move.
     *
     * @param total what it costs; nothing for a tombstone
     */
    public record Locked(OrderStatus status, Money total) {}

    boolean startClosing(OrderId order, CloseReason reason, String who) {
        return !startClosing(List.of(order), reason, who).isEmpty();
    }

    /** The same for many; answers those that this call moved. */
    List<OrderId> startClosing(Collection<OrderId> orders, CloseReason reason, String who) {
        return inTransaction(() -> {
            var started = takeFromAny(Step.START_CLOSING, orders, who);
            note(started, reason);
            return started;
        });
    }

    /**
     * Only together with the return of the units; see {@link Closing}.
     *
     * @return those that this call moved
     */
    List<OrderId> close(Collection<OrderId> orders, String who) {
        return inTransaction(() -> takeFromAny(Step.CLOSE, orders, who));
    }

    /** Only together with the return of the units; see {@link Closing}. No step: the order stays refunded. */
    boolean putUnitsBack(OrderId order) {
        return inTransaction(() ->
                sql.sql("update orders set holds_units = 0 where id = :id and status = 'REFUNDED' and holds_units = 1")
                                .param("id", order.value())
                                .update()
                        == 1);
    }

    private boolean take(Step step, OrderId order, String who) {
        return !inTransaction(() -> takeFromAny(step, List.of(order), who)).isEmpty();
    }

    private <T> T inTransaction(Supplier<T> work) {
        return Objects.requireNonNull(transaction.execute(status -> work.get()));
    }

    private void note(List<OrderId> orders, CloseReason reason) {
        jdbc.batchUpdate(
                "update orders set close_reason = ? where id = ?",
                orders.stream()
                        .map(order -> new Object[] {reason.name(), order.value()})
                        .toList());
    }

    private List<OrderId> takeFromAny(Step step, Collection<OrderId> orders, String who) {
        var left = new ArrayList<>(orders);
        var taken = new ArrayList<OrderId>();
        for (var from : step.from()) {
            var moved = take(step, from, left, who);
            taken.addAll(moved);
            left.removeAll(moved);
        }
        return taken;
    }

    /** A compare-and-set for each order; all of them are one trip, and their events another. */
    private List<OrderId> take(Step step, OrderStatus from, List<OrderId> orders, String who) {
        var changed = jdbc.batchUpdate(
                step.update(),
                orders.stream()
                        .map(order -> new Object[] {step.to().name(), order.value(), from.name()})
                        .toList());
        var moved = IntStream.range(0, changed.length)
                .filter(index -> changed[index] == 1)
                .mapToObj(orders::get)
                .toList();
        record(moved, from, step.to(), who);
        return moved;
    }

    private void record(List<OrderId> orders, OrderStatus from, OrderStatus to, String who) {
        jdbc.batchUpdate(
                "insert into order_event (order_id, from_status, to_status, at_ms, who) values (?, ?, ?, "
                        + DatabaseClock.NOW_MS + ", ?)",
                orders.stream()
                        .map(order -> new Object[] {order.value(), from.name(), to.name(), who})
                        .toList());
    }
}
