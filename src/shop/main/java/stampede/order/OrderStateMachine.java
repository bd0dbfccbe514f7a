package stampede.order;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.catalog.OfferId;
import stampede.money.Money;
import stampede.order.meter.OrderMeters;
import stampede.pastsale.PastOrderRepository;
import stampede.support.clock.DatabaseTime;

/**
 * Moves orders along the edges of the state machine. Each step compares under a lock and then sets, so of all who try it at once
 * one wins, and its event is written in the same transaction: the caller's, or one of its own.
 *
 * <p>Every method answers whether this call made the step; false means that the order is elsewhere, and nothing changed.
 * {@code who} is kept in the event: a role such as {@code expiry} or a name such as {@code shopper:42}, at most 64 characters.
 */
@Component
public class OrderStateMachine {

    private final JdbcTemplate jdbc;
    private final JdbcClient sql;
    private final OrderMeters meters;
    private final PastOrderRepository past;
    private final TransactionTemplate transaction;

    OrderStateMachine(
            JdbcTemplate jdbc,
            JdbcClient sql,
            OrderMeters meters,
            PastOrderRepository past,
            PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.sql = sql;
        this.meters = meters;
        this.past = past;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * Where the order stands, tombstones included, and what it costs; nobody else can move it before the caller's transaction
     * ends. An order of a past sale is brought back to those of today. Empty if there is no such order.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public Optional<Locked> lock(OrderId order) {
        return lockCurrent(order).or(() -> past.bringBack(order.value()) ? lockCurrent(order) : Optional.empty());
    }

    private Optional<Locked> lockCurrent(OrderId order) {
        return sql.sql("select status, total_fen, offer_id from orders where id = :id for update")
                .param("id", order.value())
                .query((row, number) -> new Locked(
                        OrderStatus.valueOf(row.getString("status")),
                        new Money(row.getLong("total_fen")),
                        new OfferId(row.getLong("offer_id"))))
                .optional();
    }

    /** A verified payment arrived before the units went back. */
    public boolean markPaid(OrderId order, String who) {
        return take(OrderTransition.PAY, order, who);
    }

    public boolean markShipped(OrderId order, String who) {
        return take(OrderTransition.SHIP, order, who);
    }

    public boolean markFinished(OrderId order, String who) {
        return take(OrderTransition.FINISH, order, who);
    }

    /** A paid order's money goes back, shipped or not. Its units stay taken until an operator puts them back. */
    public boolean refund(OrderId order, String who) {
        return take(OrderTransition.REFUND, order, who);
    }

    /** Money that arrived for a closed order goes back. */
    public boolean refundLatePayment(OrderId order, String who) {
        return take(OrderTransition.REFUND_LATE_PAYMENT, order, who);
    }

    public boolean markRefunded(OrderId order, String who) {
        return take(OrderTransition.FINISH_REFUND, order, who);
    }

    /**
     * An order that nobody else can move.
     *
     * @param total what it costs; nothing for a tombstone
     * @param offer of which it has units
     */
    public record Locked(OrderStatus status, Money total, OfferId offer) {}

    boolean startClosing(OrderId order, CloseReason reason, String who) {
        return !startClosing(List.of(order), reason, who).isEmpty();
    }

    /** The same for many; answers those that this call moved. */
    Set<OrderId> startClosing(Collection<OrderId> orders, CloseReason reason, String who) {
        return take(OrderTransition.START_CLOSING, orders, who, Map.of("reason", reason.name()));
    }

    /**
     * Only together with the return of the units; see {@link OrderCloser}.
     *
     * @return those that this call moved
     */
    Set<OrderId> close(Collection<OrderId> orders, String who) {
        return take(OrderTransition.CLOSE, orders, who, Map.of());
    }

    /** Only together with the return of the units; see {@link OrderCloser}. No step: the order stays refunded. */
    boolean putUnitsBack(OrderId order) {
        return inTransaction(
                () -> putCurrentUnitsBack(order) || (past.bringBack(order.value()) && putCurrentUnitsBack(order)));
    }

    private boolean putCurrentUnitsBack(OrderId order) {
        return sql.sql("update orders set holds_units = 0 where id = :id and status = 'REFUNDED' and holds_units = 1")
                        .param("id", order.value())
                        .update()
                == 1;
    }

    /** Those that step in sets have not ended, so none of them is of a past sale; this one may be, and is brought back then. */
    private boolean take(OrderTransition transition, OrderId order, String who) {
        return inTransaction(() ->
                isTaken(transition, order, who) || (past.bringBack(order.value()) && isTaken(transition, order, who)));
    }

    private boolean isTaken(OrderTransition transition, OrderId order, String who) {
        return !take(transition, List.of(order), who, Map.of()).isEmpty();
    }

    private Set<OrderId> take(
            OrderTransition transition, Collection<OrderId> orders, String who, Map<String, ?> details) {
        return orders.isEmpty()
                ? Set.of()
                : inTransaction(() -> {
                    var locked = lockForStep(transition, orders);
                    if (!locked.isEmpty()) {
                        sql.sql(transition.update())
                                .param("to", transition.to().name())
                                .param("ids", values(locked.keySet()))
                                .params(details)
                                .update();
                        record(locked, transition.to(), who);
                        count(locked.values(), transition.to());
                    }
                    return locked.keySet();
                });
    }

    private <T> T inTransaction(Supplier<T> work) {
        return Objects.requireNonNull(transaction.execute(status -> work.get()));
    }

    /**
     * Those that stand where the step begins, where that is, and of what they are; nobody else can move them before the transaction ends. By the
     * primary key, whatever the optimizer thinks of the others: rows of other callers are not to be waited for.
     */
    private Map<OrderId, Before> lockForStep(OrderTransition transition, Collection<OrderId> orders) {
        var locked = new LinkedHashMap<OrderId, Before>();
        sql.sql("""
                select id, status, offer_id from orders force index (primary) where id in (:ids) and status in (:from) order by id
                   for update
                """)
                .param("ids", values(orders))
                .param("from", transition.from().stream().map(Enum::name).toList())
                .query(row -> {
                    locked.put(
                            new OrderId(row.getLong("id")),
                            new Before(
                                    OrderStatus.valueOf(row.getString("status")),
                                    new OfferId(row.getLong("offer_id"))));
                });
        return locked;
    }

    /** Orders that bots placed in a rehearsal are in no figure. */
    private void count(Collection<Before> orders, OrderStatus to) {
        var real = orders.stream().filter(order -> !order.offer().isShadow()).count();
        if (real > 0) {
            meters.count(to, (int) real);
        }
    }

    private void record(Map<OrderId, Before> orders, OrderStatus to, String who) {
        jdbc.batchUpdate(
                "insert into order_event (order_id, from_status, to_status, at_ms, who) values (?, ?, ?, "
                        + DatabaseTime.NOW_MS + ", ?)",
                orders.entrySet().stream()
                        .map(order -> new Object[] {
                            order.getKey().value(), order.getValue().status().name(), to.name(), who
                        })
                        .toList());
    }

    private static List<Long> values(Collection<OrderId> orders) {
        return orders.stream().map(OrderId::value).sorted().toList();
    }

    /** Where an order stood before its step, and of what it is. */
    private record Before(OrderStatus status, OfferId offer) {}
}
