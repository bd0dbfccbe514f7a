package stampede.books;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.counter.StockWorkbench;
import stampede.order.Order;
import stampede.order.OrderGroup;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.order.ReservationAbandonment;
import stampede.order.ReservationOutcome;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;
import stampede.stock.TakeAnswer;

/**
 * Orders in their real tables, written step by step, so that a test can stop between any two steps. As little as the
 * books need: no payment, no time.
 */
public class PlainOrders implements Orders, ReservationAbandonment {

    private final StockWorkbench bench = StockWorkbench.get();

    /** What the worker's transaction does: rows, units, and tombstones for the surplus. False if the row is there already. */
    public boolean place(Reservation reservation) {
        try {
            bench.transactions.executeWithoutResult(status -> {
                insert(reservation, OrderStatus.AWAITING_PAYMENT, 1);
                if (bench.ledger.take(List.of(reservation), Map.of()).get(reservation.id()) != TakeAnswer.TAKEN) {
                    set(reservation.id(), OrderStatus.REJECTED, 0);
                    bench.jdbc.update(
                            "update order_event set to_status = 'REJECTED' where order_id = ?",
                            reservation.id().value());
                }
            });
            return true;
        } catch (DuplicateKeyException placedBefore) {
            return false;
        }
    }

    /** What closing does, all but the release in Redis. False if the order is not open. */
    public boolean close(Reservation reservation) {
        return Boolean.TRUE.equals(bench.transactions.execute(status -> {
            var closed = bench.sql
                            .sql(
                                    "update orders set status = 'CLOSED', holds_units = 0 where id = :id and status = 'AWAITING_PAYMENT'")
                            .param("id", reservation.id().value())
                            .update()
                    == 1;
            if (closed) {
                step(reservation, "AWAITING_PAYMENT", "CLOSING");
                step(reservation, "CLOSING", "CLOSED");
            }
            return closed && bench.ledger.giveBack(reservation);
        }));
    }

    public void insert(Reservation reservation, OrderStatus status, int holdsUnits) {
        bench.sql
                .sql("""
                insert into orders (id, offer_id, shopper_id, product_name, units, unit_price_fen, total_fen, status,
                                    address, holds_units, reserved_at_ms, placed_at_ms, expires_at_ms)
                values (:id, :offer, :shopper, 'Teapot', :units, 0, 0, :status, 'Somewhere 5', :holds, :reserved, 0,
                        4000000000000)
                """)
                .param("id", reservation.id().value())
                .param("offer", reservation.offer().value())
                .param("shopper", reservation.shopper().value())
                .param("units", reservation.units())
                .param("status", status.name())
                .param("holds", holdsUnits)
                .param("reserved", reservation.reservedAt().toEpochMilli())
                .update();
        step(reservation, null, status.name());
    }

    private void step(Reservation reservation, @Nullable String from, String to) {
        bench.jdbc.update(
                "insert into order_event (order_id, from_status, to_status, at_ms, who) values (?, ?, ?, 0, 'test')",
                reservation.id().value(),
                from,
                to);
    }

    void set(ReservationId reservation, OrderStatus status, int holdsUnits) {
        bench.sql
                .sql("update orders set status = :status, holds_units = :holds where id = :id")
                .param("status", status.name())
                .param("holds", holdsUnits)
                .param("id", reservation.value())
                .update();
    }

    @Override
    public boolean abandon(Reservation reservation) {
        try {
            insert(reservation, OrderStatus.ABANDONED, 0);
            return true;
        } catch (DuplicateKeyException decided) {
            return false;
        }
    }

    @Override
    public Map<OrderId, OrderStatus> statuses(Collection<OrderId> ids) {
        var statuses = new HashMap<OrderId, OrderStatus>();
        if (!ids.isEmpty()) {
            bench.sql
                    .sql("select id, status from orders where id in (:ids)")
                    .param("ids", values(ids))
                    .query(row -> {
                        statuses.put(new OrderId(row.getLong("id")), OrderStatus.valueOf(row.getString("status")));
                    });
        }
        return statuses;
    }

    @Override
    public Set<OrderId> holding(Collection<OrderId> ids) {
        return ids.isEmpty()
                ? Set.of()
                : bench
                        .sql
                        .sql("select id from orders where id in (:ids) and holds_units = 1")
                        .param("ids", values(ids))
                        .query((row, number) -> new OrderId(row.getLong("id")))
                        .list()
                        .stream()
                        .collect(Collectors.toSet());
    }

    @Override
    public List<OrderId> held(OfferId offer, long afterOrderId, int limit) {
        return bench.sql
                .sql("""
                select id from orders where offer_id = :offer and holds_units = 1 and id > :after order by id limit :limit
                """)
                .param("offer", offer.value())
                .param("after", afterOrderId)
                .param("limit", limit)
                .query((row, number) -> new OrderId(row.getLong("id")))
                .list();
    }

    @Override
    public List<Reservation> held(Collection<OrderId> ids) {
        return ids.isEmpty()
                ? List.of()
                : bench.sql
                        .sql("""
                select id, offer_id, shopper_id, units, reserved_at_ms from orders where id in (:ids) and holds_units = 1
                """)
                        .param("ids", values(ids))
                        .query((row, number) -> new Reservation(
                                new ReservationId(row.getLong("id")),
                                new OfferId(row.getLong("offer_id")),
                                new AccountId(row.getLong("shopper_id")),
                                row.getInt("units"),
                                Instant.ofEpochMilli(row.getLong("reserved_at_ms"))))
                        .list();
    }

    @Override
    public Map<OrderId, ReservationOutcome> verdicts(Collection<OrderId> ids) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<Order> find(AccountId shopper, OrderId id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public OrderPage of(AccountId shopper, OrderGroup group, int page, int size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map<OrderGroup, Long> count(AccountId shopper) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Order> unpaid(AccountId shopper, int most) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Order> held(AccountId shopper, OfferId offer) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<Order> find(OrderId id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean startClosing(OrderId id, String who) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void closeWithTrade(OrderId id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void closeIfDue(OrderId id, String who) {
        // No order's time is up here.
    }

    @Override
    public void closeWithoutWord(OrderId id, String who) {
        // No order's time is up here.
    }

    @Override
    public boolean putUnitsBack(OrderId id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean cancel(AccountId shopper, OrderId id) {
        throw new UnsupportedOperationException();
    }

    private static List<Long> values(Collection<OrderId> ids) {
        return ids.stream().map(OrderId::value).toList();
    }
}
