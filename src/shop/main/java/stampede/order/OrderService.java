package stampede.order;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.money.Money;
import stampede.stock.Reservation;

/** Orders as the database has them. */
@Service
class OrderService implements Orders {

    private static final String ORDERS =
            " from orders where shopper_id = :shopper and status not in ('REJECTED', 'ABANDONED')";

    private final JdbcClient jdbc;
    private final ClosingOrders closingOrders;

    OrderService(JdbcClient jdbc, ClosingOrders closingOrders) {
        this.jdbc = jdbc;
        this.closingOrders = closingOrders;
    }

    @Override
    public Optional<Order> find(AccountId shopper, OrderId id) {
        return jdbc.sql("select *" + ORDERS + " and id = :id")
                .param("shopper", shopper.value())
                .param("id", id.value())
                .query(OrderService::order)
                .optional();
    }

    @Override
    public Optional<Order> find(OrderId id) {
        return jdbc.sql("select * from orders where id = :id and status not in ('REJECTED', 'ABANDONED')")
                .param("id", id.value())
                .query(OrderService::order)
                .optional();
    }

    @Override
    public OrderPage of(AccountId shopper, int page, int size) {
        var total = jdbc.sql("select count(*)" + ORDERS)
                .param("shopper", shopper.value())
                .query(Long.class)
                .single();
        var orders = jdbc.sql("select *" + ORDERS + " order by id desc limit :size offset :start")
                .param("shopper", shopper.value())
                .param("size", size)
                .param("start", (long) page * size)
                .query(OrderService::order)
                .list();
        return new OrderPage(orders, page, size, total);
    }

    @Override
    public List<Order> held(AccountId shopper, OfferId offer) {
        return jdbc.sql("select *" + ORDERS + " and offer_id = :offer and holds_units = 1 order by id desc")
                .param("shopper", shopper.value())
                .param("offer", offer.value())
                .query(OrderService::order)
                .list();
    }

    @Override
    public Map<OrderId, OrderStatus> statuses(Collection<OrderId> ids) {
        var statuses = new HashMap<OrderId, OrderStatus>();
        verdicts(ids).forEach((id, verdict) -> statuses.put(id, verdict.status()));
        return statuses;
    }

    @Override
    public Map<OrderId, ReservationOutcome> verdicts(Collection<OrderId> ids) {
        var verdicts = new HashMap<OrderId, ReservationOutcome>();
        if (!ids.isEmpty()) {
            jdbc.sql("select id, offer_id, shopper_id, status, reject_reason from orders where id in (:ids)")
                    .param("ids", values(ids))
                    .query(row -> {
                        verdicts.put(new OrderId(row.getLong("id")), verdict(row));
                    });
        }
        return verdicts;
    }

    @Override
    public Set<OrderId> holding(Collection<OrderId> ids) {
        if (ids.isEmpty()) {
            return Set.of();
        }
        return new HashSet<>(jdbc.sql("select id from orders where id in (:ids) and holds_units = 1")
                .param("ids", values(ids))
                .query((row, number) -> new OrderId(row.getLong("id")))
                .list());
    }

    @Override
    public List<OrderId> held(OfferId offer, long afterOrderId, int limit) {
        return jdbc.sql("""
                select id from orders where offer_id = :offer and holds_units = 1 and id > :after order by id limit :limit
                """)
                .param("offer", offer.value())
                .param("after", afterOrderId)
                .param("limit", limit)
                .query((row, number) -> new OrderId(row.getLong(1)))
                .list();
    }

    @Override
    public List<Reservation> held(Collection<OrderId> ids) {
        return ids.isEmpty()
                ? List.of()
                : jdbc.sql(ReservationRowMapper.SELECT + " where id in (:ids) and holds_units = 1")
                        .param("ids", values(ids))
                        .query(new ReservationRowMapper())
                        .list();
    }

    @Override
    public boolean cancel(AccountId shopper, OrderId id) {
        return closingOrders.cancel(shopper, id);
    }

    @Override
    public void closeWithTrade(OrderId id) {
        closingOrders.closeWithTrade(id);
    }

    @Override
    public void closeIfDue(OrderId id, String who) {
        closingOrders.closeIfDue(id, who);
    }

    @Override
    public boolean putUnitsBack(OrderId id) {
        return closingOrders.putUnitsBack(id);
    }

    private static List<Long> values(Collection<OrderId> ids) {
        return ids.stream().map(OrderId::value).toList();
    }

    private static ReservationOutcome verdict(ResultSet row) throws SQLException {
        return new ReservationOutcome(
                new OfferId(row.getLong("offer_id")),
                new AccountId(row.getLong("shopper_id")),
                OrderStatus.valueOf(row.getString("status")),
                Optional.ofNullable(row.getString("reject_reason")).map(Rejection::valueOf));
    }

    private static Order order(ResultSet row, int number) throws SQLException {
        return new Order(
                new OrderId(row.getLong("id")),
                new OfferId(row.getLong("offer_id")),
                new AccountId(row.getLong("shopper_id")),
                row.getString("product_name"),
                row.getInt("units"),
                new Money(row.getLong("unit_price_fen")),
                OrderStatus.valueOf(row.getString("status")),
                row.getString("address"),
                Instant.ofEpochMilli(row.getLong("reserved_at_ms")),
                Instant.ofEpochMilli(row.getLong("expires_at_ms")),
                instant(row, "paid_at_ms"),
                instant(row, "closed_at_ms"));
    }

    private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
        var ms = row.getLong(column);
        return ms == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(ms));
    }
}
