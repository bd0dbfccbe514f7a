package stampede.order;

import java.util.Optional;
import java.util.function.Supplier;
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

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;

    OrderSteps(JdbcClient jdbc, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * Where the order stands, tombstones included, and what it costs; nobody else can move it before the caller's transaction
     * ends. Empty if there is no such order.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public Optional<Locked> lock(OrderId order) {
        return jdbc.sql("select status, total_fen from orders where id = :id for update")
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
        return inTransaction(() -> {
            var started = takeFromAny(Step.START_CLOSING, order, who);
            if (started) {
                note(order, reason);
            }
            return started;
        });
    }

    /** Only together with the return of the units; see {@link Closing}. */
    boolean close(OrderId order, String who) {
        return take(Step.CLOSE, order, who);
    }

    /** Only together with the return of the units; see {@link Closing}. No step: the order stays refunded. */
    boolean putUnitsBack(OrderId order) {
        return inTransaction(() ->
                jdbc.sql("update orders set holds_units = 0 where id = :id and status = 'REFUNDED' and holds_units = 1")
                                .param("id", order.value())
                                .update()
                        == 1);
    }

    private boolean take(Step step, OrderId order, String who) {
        return inTransaction(() -> takeFromAny(step, order, who));
    }

    private boolean inTransaction(Supplier<Boolean> work) {
        return Boolean.TRUE.equals(transaction.execute(status -> work.get()));
    }

    private void note(OrderId order, CloseReason reason) {
        jdbc.sql("update orders set close_reason = :reason where id = :id")
                .param("reason", reason.name())
                .param("id", order.value())
                .update();
    }

    private boolean takeFromAny(Step step, OrderId order, String who) {
        return step.from().stream().anyMatch(from -> take(step, from, order, who));
    }

    private boolean take(Step step, OrderStatus from, OrderId order, String who) {
        var changed = jdbc.sql(step.update())
                .param("to", step.to().name())
                .param("from", from.name())
                .param("id", order.value())
                .update();
        if (changed == 1) {
            record(order, from, step.to(), who);
        }
        return changed == 1;
    }

    private void record(OrderId order, OrderStatus from, OrderStatus to, String who) {
        jdbc.sql("insert into order_event (order_id, from_status, to_status, at_ms, who) values (:order, :from, :to, "
                        + DatabaseClock.NOW_MS + ", :who)")
                .param("order", order.value())
                .param("from", from.name())
                .param("to", to.name())
                .param("who", who)
                .update();
    }
}
