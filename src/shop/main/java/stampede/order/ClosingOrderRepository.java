package stampede.order;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.stock.Reservation;
import stampede.support.clock.DatabaseTime;

/** Finds orders that are to be closed. Orders that another closer has locked are skipped, not waited for. */
@Component
class ClosingOrderRepository {

    private static final String OVERDUE = " and expires_at_ms <= " + DatabaseTime.NOW_MS;

    private final JdbcClient jdbc;

    ClosingOrderRepository(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    boolean isOf(AccountId shopper, OrderId order) {
        return jdbc.sql("select count(*) from orders where id = :id and shopper_id = :shopper")
                        .param("id", order.value())
                        .param("shopper", shopper.value())
                        .query(Long.class)
                        .single()
                == 1;
    }

    /**
     * Those of these whose time is up and that are not closed yet, locked until the caller's transaction ends. By the primary key: on another
     * way the database locks their neighbours as well, and whoever wants those at the same moment skips them.
     */
    List<OrderId> lockOverdue(Collection<OrderId> orders) {
        return ids(jdbc.sql("select id from orders force index (primary) where id in (:ids)"
                        + " and status in ('AWAITING_PAYMENT', 'CLOSING')" + OVERDUE
                        + " order by id for update skip locked")
                .param("ids", values(orders)));
    }

    /** Any that wait for a payment in vain, locked until the caller's transaction ends. */
    List<OrderId> lockOverdue(int limit) {
        return ids(jdbc.sql("select id from orders where status = 'AWAITING_PAYMENT'" + OVERDUE
                        + " order by expires_at_ms limit :limit for update skip locked")
                .param("limit", limit));
    }

    /** Those that are closing, whatever their time, by ascending id from the first one after {@code after}. */
    List<OrderId> closing(long after, int limit) {
        return ids(jdbc.sql("select id from orders where status = 'CLOSING' and id > :after order by id limit :limit")
                .param("after", after)
                .param("limit", limit));
    }

    /** The order, if it is closing. */
    List<OrderId> closing(OrderId order) {
        return ids(jdbc.sql("select id from orders where status = 'CLOSING' and id = :id")
                .param("id", order.value()));
    }

    /** Those of these that have been closing for longer than this. */
    Set<OrderId> closingLongerThan(Duration time, Collection<OrderId> orders) {
        return jdbc
                .sql("select id from orders where id in (:ids) and status = 'CLOSING' and closing_at_ms <= "
                        + DatabaseTime.NOW_MS + " - :time")
                .param("ids", values(orders))
                .param("time", time.toMillis())
                .query((row, number) -> new OrderId(row.getLong("id")))
                .list()
                .stream()
                .collect(Collectors.toSet());
    }

    /** What these orders took. */
    List<Reservation> reservations(Collection<OrderId> orders) {
        return jdbc.sql(OrderRepository.RESERVATIONS + " where id in (:ids) order by id")
                .param("ids", values(orders))
                .query(new ReservationRowMapper())
                .list();
    }

    private static List<OrderId> ids(JdbcClient.StatementSpec statement) {
        return statement.query((row, number) -> new OrderId(row.getLong("id"))).list();
    }

    private static List<Long> values(Collection<OrderId> orders) {
        return orders.stream().map(OrderId::value).toList();
    }
}
