package stampede.inquiry;

import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.ids.Ids;
import stampede.money.Money;
import stampede.order.OrderStatus;

/** Counts orders. Reads each order of the time that is asked for, so ask now and then only. */
@Component
public class OrderTotalsRepository {

    private static final Set<OrderStatus> KEPT = Set.of(OrderStatus.PAID, OrderStatus.SHIPPED, OrderStatus.FINISHED);
    private static final Set<OrderStatus> GIVEN_BACK = Set.of(OrderStatus.REFUNDING, OrderStatus.REFUNDED);

    private final JdbcClient sql;

    OrderTotalsRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /**
     * Of the orders whose units were reserved then or later: an order's number says when, so no index but its own is needed. Coupons are
     * counted apart. */
    public OrderTotals since(Instant then) {
        var found = new EnumMap<OrderStatus, Sum>(OrderStatus.class);
        sql.sql("""
                select status, sum(total_fen > 0) as orders, sum(total_fen) as fen, sum(total_fen = 0) as coupons from orders
                 where id >= :first and %s group by status
                """.formatted(OfferId.IS_REAL))
                .param("first", Ids.firstOf(then.toEpochMilli()))
                .query(row -> {
                    found.put(
                            OrderStatus.valueOf(row.getString("status")),
                            new Sum(row.getLong("orders"), row.getLong("fen"), row.getLong("coupons")));
                });
        found.keySet().removeIf(OrderStatus::isTombstone);
        var kept = orders(found, KEPT);
        var back = orders(found, GIVEN_BACK);
        return new OrderTotals(
                found.values().stream().mapToLong(Sum::orders).sum(),
                kept + back,
                orders(found, Set.of(OrderStatus.CLOSED)),
                back,
                new Money(found.entrySet().stream()
                        .filter(sum -> KEPT.contains(sum.getKey()))
                        .mapToLong(sum -> sum.getValue().fen())
                        .sum()),
                found.values().stream().mapToLong(Sum::coupons).sum());
    }

    private static long orders(Map<OrderStatus, Sum> found, Set<OrderStatus> of) {
        return found.entrySet().stream()
                .filter(sum -> of.contains(sum.getKey()))
                .mapToLong(sum -> sum.getValue().orders())
                .sum();
    }

    private record Sum(long orders, long fen, long coupons) {}
}
