package stampede.pastsale;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import stampede.catalog.OfferId;
import stampede.support.clock.DatabaseTime;

/**
 * Takes orders from the tables of today to those of past sales, and back, always with all that is written down about them and in the
 * caller's transaction: an order is in one of the two, whole, whatever happens. What is written is compared with what is deleted.
 */
@Component
public class PastOrderRepository {

    /** Rows that go in one transaction, of all tables together. */
    static final int MOST_ROWS = 1_000;

    /** Of which most have four rows or five. */
    private static final int MOST_ORDERS = 250;

    private static final String ENDED = "('FINISHED', 'CLOSED', 'REFUNDED', 'REJECTED', 'ABANDONED')";

    private static final String OPEN_REFUND = "('ASKED', 'DUE', 'STUCK')";

    private final JdbcClient sql;

    public PastOrderRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** The first thing found that may still change an order of the offer, in a few words; empty if all has ended. */
    Optional<String> open(OfferId offer) {
        return first(
                        "select concat('order ', id, ' is ', status) from orders where offer_id = :offer and status not in "
                                + ENDED + " limit 1",
                        offer)
                .or(() -> first(
                        "select concat('refund ', refund.out_request_no, ' is ', refund.state) from orders"
                                + " join refund on refund.order_id = orders.id and refund.state in " + OPEN_REFUND
                                + " where orders.offer_id = :offer limit 1",
                        offer));
    }

    /** How many rows the offer has in the tables of today. */
    PastSale.Rows current(OfferId offer) {
        return count(OrderTables.CURRENT, offer);
    }

    /** How many it has in those of past sales. */
    PastSale.Rows past(OfferId offer) {
        return count(OrderTables.PAST, offer);
    }

    /** Whether anything of the offer is in the tables of today. */
    boolean isAnythingCurrent(OfferId offer) {
        return sql.sql("""
                select exists (select 1 from orders where offer_id = :offer)
                       or exists (select 1 from stock_movement where offer_id = :offer)
                       or exists (select 1 from stock_quota where offer_id = :offer)
                """).param("offer", offer.value()).query(Boolean.class).single();
    }

    /**
     * Moves some of the offer's orders that have ended. Those that somebody holds are left for another time; nobody is waited for.
     *
     * @return how many rows went, 0 if there are none left that can
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public int moveSome(OfferId offer) {
        for (var holds = 0; holds <= 1; holds++) {
            var rows = moveSome(offer, holds);
            if (rows > 0) {
                return rows;
            }
        }
        var quotas = moveQuotas(offer);
        return quotas > 0 ? quotas : moveTotals(offer);
    }

    /** The index has those that hold units apart from the others, either kind by number. */
    private int moveSome(OfferId offer, int holds) {
        var after = 0L;
        while (true) {
            var page = page(offer, holds, after);
            if (page.isEmpty()) {
                return 0;
            }
            var rows = move(few(locked(page)));
            if (rows > 0) {
                return rows;
            }
            after = page.get(page.size() - 1);
        }
    }

    private List<Long> page(OfferId offer, int holds, long after) {
        return sql.sql("""
                select id from orders force index (orders_holding)
                 where offer_id = :offer and holds_units = :holds and id > :after order by id limit :most
                """)
                .param("offer", offer.value())
                .param("holds", holds)
                .param("after", after)
                .param("most", MOST_ORDERS)
                .query(Long.class)
                .list();
    }

    /** Whoever asks for a refund holds the order, so what is open is asked for once the order is held here. */
    private List<Long> locked(List<Long> orders) {
        var locked =
                new ArrayList<>(sql.sql("select id from orders force index (primary) where id in (:ids) and status in "
                                + ENDED + " order by id for update skip locked")
                        .param("ids", orders)
                        .query(Long.class)
                        .list());
        locked.removeAll(sql.sql("select order_id from refund where order_id in (:ids) and state in " + OPEN_REFUND)
                .param("ids", orders)
                .query(Long.class)
                .list());
        return locked;
    }

    /** As many of these as have no more rows together than go at a time. */
    private List<Long> few(List<Long> orders) {
        if (orders.isEmpty()) {
            return orders;
        }
        var rows = new HashMap<Long, Integer>();
        for (var table : List.of("order_event", "stock_movement")) {
            sql.sql("select order_id, count(*) as n from " + table + " where order_id in (:ids) group by order_id")
                    .param("ids", orders)
                    .query(row -> {
                        rows.merge(row.getLong("order_id"), row.getInt("n"), Integer::sum);
                    });
        }
        var few = new ArrayList<Long>();
        var sum = 0;
        for (var order : orders) {
            sum += 1 + rows.getOrDefault(order, 0);
            if (sum > MOST_ROWS && !few.isEmpty()) {
                break;
            }
            few.add(order);
        }
        return few;
    }

    private int move(Collection<Long> orders) {
        if (orders.isEmpty()) {
            return 0;
        }
        var values = Map.<String, Object>of("ids", orders);
        forgetAddresses(orders);
        return move(Kind.ORDER, "id in (:ids)", values)
                + move(Kind.STEP, "order_id in (:ids)", values)
                + move(Kind.MOVEMENT, "order_id in (:ids)", values);
    }

    /** Nobody counts by address any more: what is kept for good needs no key of one. */
    private void forgetAddresses(Collection<Long> orders) {
        sql.sql("""
                update stock_movement set address_key = null where order_id in (:ids) and address_key is not null
                """).param("ids", orders).update();
    }

    /** Of shoppers that have no order of the offer in the tables of today. */
    private int moveQuotas(OfferId offer) {
        var shoppers = sql.sql("""
                select shopper_id from stock_quota
                 where offer_id = :offer
                   and not exists (select 1 from orders
                                    where orders.offer_id = stock_quota.offer_id and orders.shopper_id = stock_quota.shopper_id)
                 order by shopper_id limit :most
                """)
                .param("offer", offer.value())
                .param("most", MOST_ROWS)
                .query(Long.class)
                .list();
        return shoppers.isEmpty()
                ? 0
                : move(
                        Kind.QUOTA,
                        "offer_id = :offer and shopper_id in (:shoppers)",
                        Map.of("offer", offer.value(), "shoppers", shoppers));
    }

    /** How the total came about: last, and only when all orders have gone; the counts by address go then, too. */
    private int moveTotals(OfferId offer) {
        if (sql.sql("select exists (select 1 from orders where offer_id = :offer)")
                .param("offer", offer.value())
                .query(Boolean.class)
                .single()) {
            return 0;
        }
        sql.sql("delete from stock_address_quota where offer_id = :offer")
                .param("offer", offer.value())
                .update();
        return move(Kind.TOTAL, "offer_id = :offer and total_version is not null", Map.of("offer", offer.value()));
    }

    /**
     * Brings an order back to the tables of today, because somebody is about to change it: its money goes back, or came after all. Its
     * sale is moved again a day later, if the order has ended by then.
     *
     * @return false if it is not in the tables of past sales
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public boolean bringBack(long order) {
        var found = sql.sql("select offer_id, shopper_id from past_orders where id = :order for update")
                .param("order", order)
                .query((row, number) -> Map.<String, Object>of(
                        "offer", row.getLong("offer_id"), "shopper", row.getLong("shopper_id"), "order", order))
                .optional();
        found.ifPresent(this::bringBack);
        return found.isPresent();
    }

    private void bringBack(Map<String, Object> order) {
        moveBack(Kind.ORDER, "id = :order", order);
        moveBack(Kind.STEP, "order_id = :order", order);
        moveBack(Kind.MOVEMENT, "order_id = :order", order);
        moveBack(Kind.QUOTA, "offer_id = :offer and shopper_id = :shopper", order);
        sql.sql("update past_sale set state = 'MOVING', changed_ms = " + DatabaseTime.NOW_MS + ", next_ms = "
                        + DatabaseTime.NOW_MS + " + 86400000 where offer_id = :offer")
                .params(order)
                .update();
    }

    private int move(Kind kind, String which, Map<String, Object> values) {
        return move(kind.table, "past_" + kind.table, kind.index, which, values);
    }

    private void moveBack(Kind kind, String which, Map<String, Object> values) {
        move("past_" + kind.table, kind.table, kind.index, which, values);
    }

    /** By that index, whatever the optimizer thinks of the others: rows of other callers are not to be waited for. */
    private int move(String from, String to, String index, String which, Map<String, Object> values) {
        var rows = from + " force index (" + index + ") where " + which;
        var written = sql.sql("insert into " + to + " select * from " + rows)
                .params(values)
                .update();
        var deleted = sql.sql("delete " + from + " from " + rows).params(values).update();
        if (written != deleted) {
            throw new IllegalStateException(
                    written + " rows of " + from + " were written to " + to + " and " + deleted + " deleted");
        }
        return written;
    }

    private PastSale.Rows count(OrderTables tables, OfferId offer) {
        return sql.sql(tables.in("""
                select (select count(*) from orders where offer_id = :offer) as orders,
                       (select count(*) from orders join order_event on order_event.order_id = orders.id
                         where orders.offer_id = :offer) as steps,
                       (select count(*) from stock_movement where offer_id = :offer) as movements
                """))
                .param("offer", offer.value())
                .query(PastSale.Rows.class)
                .single();
    }

    private Optional<String> first(String statement, OfferId offer) {
        return sql.sql(statement)
                .param("offer", offer.value())
                .query(String.class)
                .optional();
    }

    /** What goes, in which table it is, and by which index it is found. */
    private enum Kind {
        ORDER("orders", "primary"),
        STEP("order_event", "order_event_of_order"),
        MOVEMENT("stock_movement", "stock_movement_once"),
        TOTAL("stock_movement", "stock_movement_total_once"),
        QUOTA("stock_quota", "primary");

        private final String table;
        private final String index;

        Kind(String table, String index) {
            this.table = table;
            this.index = index;
        }
    }
}
