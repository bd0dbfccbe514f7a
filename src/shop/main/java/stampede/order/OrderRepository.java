package stampede.order;

import static java.util.stream.Collectors.toMap;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.catalog.ProductName;
import stampede.money.Money;
import stampede.pastsale.OrderTables;
import stampede.stock.Reservation;

/**
 * The table {@code orders}: writes the first row of each, many at once, inside the caller's transaction, and reads those that are there.
 * Those of past sales are read as well by whoever asks for orders of a shopper or for one by its number.
 */
@Component
class OrderRepository {

    private static final Logger log = LoggerFactory.getLogger(OrderRepository.class);

    /** What is the same for many is said in words of its own: the driver is paid by the value. */
    private static final String INSERT = """
            insert into orders (id, offer_id, shopper_id, product_name, product_name_en, units, unit_price_fen, total_fen,
                                address, reserved_at_ms, placed_at_ms, expires_at_ms, status, holds_units)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '%s', 1)""";

    private static final String TICKET = "insert into order_ticket (order_id, room_id, number) values (?, ?, ?)";

    private static final String BORN = """
            insert into order_event (order_id, at_ms, from_status, to_status, who)
            values (?, ?, null, '%s', 'worker')""";

    /** What {@link #order} reads. */
    private static final String SELECT = """
            select orders.*, shipment.carrier, shipment.number, shipment.shipped_ms, shipment.finished_ms
              from orders
              left join shipment on shipment.order_id = orders.id
             where status not in ('REJECTED', 'ABANDONED')""";

    private static final String OF_SHOPPER = SELECT + " and shopper_id = :shopper";

    private static final String VERDICT =
            "select id, offer_id, shopper_id, status, reject_reason from orders where id in (:ids)";

    private static final String EXISTING =
            "select id, offer_id, shopper_id, holds_units from orders where id in (:ids)";

    /** What {@link ReservationRowMapper} reads. */
    static final String RESERVATIONS = "select id, offer_id, shopper_id, units, reserved_at_ms from orders";

    private final JdbcClient jdbc;
    private final JdbcTemplate plain;
    private final Counter clashes;

    OrderRepository(JdbcClient jdbc, JdbcTemplate plain, MeterRegistry meters) {
        this.jdbc = jdbc;
        this.plain = plain;
        this.clashes = Counter.builder("stampede.ids.clash")
                .description("Reservations with the number of an order of another offer or shopper")
                .register(meters);
    }

    /**
     * Of those that have a row already, whether it holds units for them. One of another offer does not: its number was made twice, which
     * a database that has forgotten a lease may bring about, and what was reserved by that number here becomes no order.
     *
     * @param past whether they may be of past sales, whose orders are then looked at, too
     */
    Map<OrderId, Boolean> existing(Collection<OrderDraft> drafts, boolean past) {
        var wanted = drafts.stream().collect(toMap(OrderDraft::id, OrderDraft::reservation, (one, other) -> one));
        var found = new HashMap<OrderId, Boolean>();
        jdbc.sql(past ? OrderTables.either(EXISTING) : EXISTING)
                .param("ids", wanted.keySet().stream().map(OrderId::value).toList())
                .query(row -> {
                    var id = new OrderId(row.getLong("id"));
                    var reservation = Objects.requireNonNull(wanted.get(id));
                    var sameOffer =
                            row.getLong("offer_id") == reservation.offer().value();
                    if (!sameOffer
                            || row.getLong("shopper_id")
                                    != reservation.shopper().value()) {
                        clashes.increment();
                        log.error(
                                "Order {} is not of offer {} and shopper {}, who have the same number",
                                id,
                                reservation.offer(),
                                reservation.shopper());
                    }
                    // Of the same offer, Redis has one record for both, and it holds what the order holds.
                    found.put(id, sameOffer && row.getInt("holds_units") == 1);
                });
        return found;
    }

    /**
     * Inserts orders that hold units.
     *
     * @param born AWAITING_PAYMENT, or FINISHED for what costs nothing
     * @throws org.springframework.dao.DuplicateKeyException if one of them has a row already
     */
    void insert(
            OrderStatus born,
            List<OrderDraft> drafts,
            Function<OfferId, ProductName> productNames,
            long nowMs,
            long expiresMs) {
        plain.batchUpdate(
                INSERT.formatted(born),
                drafts.stream()
                        .map(orderDraft -> row(
                                orderDraft,
                                productNames.apply(orderDraft.reservation().offer()),
                                nowMs,
                                expiresMs))
                        .toList());
        insertTickets(drafts);
        plain.batchUpdate(
                BORN.formatted(born),
                drafts.stream()
                        .map(orderDraft -> new Object[] {orderDraft.id().value(), nowMs})
                        .toList());
    }

    /**
     * Turns rows that the same transaction inserted into tombstones. Nobody has seen them as orders, so what is corrected
     * here is how they were born, not what became of them.
     */
    void reject(Map<OrderId, Rejection> rejected) {
        plain.batchUpdate(
                "update orders set status = 'REJECTED', holds_units = 0, reject_reason = ? where id = ?",
                rejected.entrySet().stream()
                        .map(one -> new Object[] {
                            one.getValue().name(), one.getKey().value()
                        })
                        .toList());
        jdbc.sql("update order_event set to_status = 'REJECTED' where order_id in (:ids) and from_status is null")
                .param("ids", rejected.keySet().stream().map(OrderId::value).toList())
                .update();
    }

    /** Whether it is an order of a past sale. */
    boolean isPast(OrderId id) {
        return !jdbc.sql(OrderTables.PAST.in("select id from orders where id = :id"))
                .param("id", id.value())
                .query(Long.class)
                .list()
                .isEmpty();
    }

    /**
     * Inserts the tombstone of a reservation that was lost.
     *
     * @throws org.springframework.dao.DuplicateKeyException if it has a row already
     */
    void insertAbandoned(Reservation reservation, long nowMs) {
        jdbc.sql("""
                insert into orders (id, offer_id, shopper_id, product_name, units, unit_price_fen, total_fen, address,
                                    reserved_at_ms, placed_at_ms, expires_at_ms, status, holds_units)
                values (:id, :offer, :shopper, '', :units, 0, 0, '', :reserved, :now, :now, 'ABANDONED', 0)""")
                .param("id", reservation.id().value())
                .param("offer", reservation.offer().value())
                .param("shopper", reservation.shopper().value())
                .param("units", reservation.units())
                .param("reserved", reservation.reservedAt().toEpochMilli())
                .param("now", nowMs)
                .update();
        jdbc.sql("""
                insert into order_event (order_id, at_ms, from_status, to_status, who)
                values (:id, :now, null, 'ABANDONED', 'sweeper')""").param("id", reservation.id().value()).param("now", nowMs).update();
    }

    /** Of an offer without a waiting room there are none. */
    private void insertTickets(List<OrderDraft> drafts) {
        var tickets = drafts.stream()
                .flatMap(draft -> draft.detail().ticket().stream()
                        .map(ticket -> new Object[] {draft.id().value(), ticket.room(), ticket.number()}))
                .toList();
        if (!tickets.isEmpty()) {
            plain.batchUpdate(TICKET, tickets);
        }
    }

    private static Object[] row(OrderDraft orderDraft, ProductName product, long nowMs, long expiresMs) {
        var reservation = orderDraft.reservation();
        return new Object[] {
            orderDraft.id().value(),
            reservation.offer().value(),
            reservation.shopper().value(),
            product.plain(),
            product.english(),
            reservation.units(),
            orderDraft.detail().unitPriceFen(),
            orderDraft.total().fen(),
            orderDraft.detail().address(),
            reservation.reservedAt().toEpochMilli(),
            nowMs,
            expiresMs
        };
    }

    /** Not a tombstone, and only if it is the shopper's. */
    Optional<Order> find(AccountId shopper, OrderId id) {
        return jdbc.sql(OrderTables.either(OF_SHOPPER + " and id = :id"))
                .param("shopper", shopper.value())
                .param("id", id.value())
                .query(OrderRepository::order)
                .optional();
    }

    /** Not a tombstone. */
    Optional<Order> find(OrderId id) {
        return jdbc.sql(OrderTables.either(SELECT + " and id = :id"))
                .param("id", id.value())
                .query(OrderRepository::order)
                .optional();
    }

    /** The shopper's orders of a group, the newest first, without those that cost nothing, which are coupons. */
    Orders.OrderPage of(AccountId shopper, OrderGroup group, int page, int size) {
        var statuses = group.statuses().stream().map(OrderStatus::name).toList();
        var total = jdbc
                .sql(OrderTables.either("""
                        select count(*) as n from orders
                         where shopper_id = :shopper and status in (:statuses) and unit_price_fen > 0
                        """))
                .param("shopper", shopper.value())
                .param("statuses", statuses)
                .query(Long.class)
                .list()
                .stream()
                .mapToLong(Long::longValue)
                .sum();
        var orders = jdbc.sql(OrderTables.either(OF_SHOPPER
                                + " and status in (:statuses) and unit_price_fen > 0 order by id desc limit :end")
                        + " order by id desc limit :size offset :start")
                .param("shopper", shopper.value())
                .param("statuses", statuses)
                .param("size", size)
                .param("start", (long) page * size)
                .param("end", (page + 1L) * size)
                .query(OrderRepository::order)
                .list();
        return new Orders.OrderPage(orders, page, size, total);
    }

    /** How many of the shopper's orders have each status, without those that cost nothing. */
    Map<OrderStatus, Long> countByStatus(AccountId shopper) {
        var counts = new EnumMap<OrderStatus, Long>(OrderStatus.class);
        jdbc.sql(OrderTables.either("""
                select status, count(*) as n from orders
                 where shopper_id = :shopper and unit_price_fen > 0 group by status
                """)).param("shopper", shopper.value()).query(row -> {
            counts.merge(OrderStatus.valueOf(row.getString("status")), row.getLong("n"), Long::sum);
        });
        return counts;
    }

    /** Those of the shopper that wait for their payment, the one that closes first before the others. */
    List<Order> unpaid(AccountId shopper, int most) {
        return jdbc.sql(OF_SHOPPER + " and status = 'AWAITING_PAYMENT' order by expires_at_ms limit :most")
                .param("shopper", shopper.value())
                .param("most", most)
                .query(OrderRepository::order)
                .list();
    }

    /** Those of the shopper that hold units of the offer, the newest first. */
    List<Order> held(AccountId shopper, OfferId offer) {
        return jdbc.sql(OrderTables.either(OF_SHOPPER + " and offer_id = :offer and holds_units = 1")
                        + " order by id desc")
                .param("shopper", shopper.value())
                .param("offer", offer.value())
                .query(OrderRepository::order)
                .list();
    }

    /** What became of these reservations, tombstones included. */
    Map<OrderId, ReservationOutcome> verdicts(Collection<OrderId> ids) {
        var verdicts = new HashMap<OrderId, ReservationOutcome>();
        if (!ids.isEmpty()) {
            jdbc.sql(OrderTables.either(VERDICT)).param("ids", values(ids)).query(row -> {
                verdicts.put(new OrderId(row.getLong("id")), verdict(row));
            });
        }
        return verdicts;
    }

    /** Those of these that hold units. */
    Set<OrderId> holding(Collection<OrderId> ids) {
        if (ids.isEmpty()) {
            return Set.of();
        }
        return new HashSet<>(
                jdbc.sql(OrderTables.either("select id from orders where id in (:ids) and holds_units = 1"))
                        .param("ids", values(ids))
                        .query((row, number) -> new OrderId(row.getLong("id")))
                        .list());
    }

    /** Those that hold units of the offer, by id from the first one after {@code afterOrderId}. */
    List<OrderId> held(OfferId offer, long afterOrderId, int limit) {
        return jdbc.sql("""
                select id from orders where offer_id = :offer and holds_units = 1 and id > :after order by id limit :limit
                """)
                .param("offer", offer.value())
                .param("after", afterOrderId)
                .param("limit", limit)
                .query((row, number) -> new OrderId(row.getLong(1)))
                .list();
    }

    /** The reservations of those of these that hold units. */
    List<Reservation> held(Collection<OrderId> ids) {
        return ids.isEmpty()
                ? List.of()
                : jdbc.sql(RESERVATIONS + " where id in (:ids) and holds_units = 1")
                        .param("ids", values(ids))
                        .query(new ReservationRowMapper())
                        .list();
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
                name(row),
                row.getInt("units"),
                new Money(row.getLong("unit_price_fen")),
                OrderStatus.valueOf(row.getString("status")),
                row.getString("address"),
                Instant.ofEpochMilli(row.getLong("reserved_at_ms")),
                Instant.ofEpochMilli(row.getLong("expires_at_ms")),
                instant(row, "paid_at_ms"),
                instant(row, "closed_at_ms"),
                shipment(row));
    }

    /** Orders of the release before have one name. */
    private static ProductName name(ResultSet row) throws SQLException {
        return new ProductName(
                row.getString("product_name"), Objects.requireNonNullElse(row.getString("product_name_en"), ""));
    }

    private static Optional<Shipment> shipment(ResultSet row) throws SQLException {
        var carrier = row.getString("carrier");
        return carrier == null
                ? Optional.empty()
                : Optional.of(new Shipment(
                        carrier,
                        row.getString("number"),
                        Instant.ofEpochMilli(row.getLong("shipped_ms")),
                        instant(row, "finished_ms")));
    }

    private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
        var ms = row.getLong(column);
        return ms == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(ms));
    }
}
