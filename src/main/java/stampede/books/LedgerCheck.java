package stampede.books;

import com.google.common.base.Strings;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/**
 * The rules of the database in SQL: D1 to D9, which hold at any time, and Q4 and Q5, which hold at rest. Reads the tables of stock and orders directly, all in the caller's snapshot: to prove what the
 * modules say of themselves one must not ask them.
 */
@Component
class LedgerCheck {

    private static final int MOST_NAMED = 10;
    private static final int PAGE = 5_000;

    private final JdbcClient sql;
    private final BooksProperties properties;

    LedgerCheck(JdbcClient sql, BooksProperties properties) {
        this.sql = sql;
        this.properties = properties;
    }

    Books read(OfferId offer) {
        var balance = sql.sql("select total, available, epoch, closes_ms from stock_balance where offer_id = :offer")
                .param("offer", offer.value())
                .query((row, number) -> new Balance(
                        row.getInt("total"),
                        row.getInt("available"),
                        row.getLong("epoch"),
                        Instant.ofEpochMilli(row.getLong("closes_ms"))))
                .optional()
                .orElseThrow(() -> new IllegalArgumentException("The ledger has no offer " + offer));
        return new Books(
                balance.total(),
                balance.available(),
                balance.epoch(),
                balance.closesAt(),
                held(offer),
                lastMove(offer),
                findings(offer, balance.total(), balance.available()),
                atRest(offer));
    }

    private List<Finding> findings(OfferId offer, int total, int available) {
        var taken = units(offer, "TAKE");
        var returned = units(offer, "RETURN");
        var sum = sum(offer);
        return List.of(
                Finding.of(
                        "D1",
                        "What is available is not below zero and not above the total",
                        0 <= available && available <= total ? "" : available + " of " + total + " are available"),
                Finding.of(
                        "D2",
                        "The total is what is available and what orders took and have not put back",
                        total == available - taken - returned
                                ? ""
                                : "The total is " + total + ", available are " + available + ", taken and kept are "
                                        + (-taken - returned)),
                Finding.of(
                        "D3",
                        "What is available is the sum of all movements",
                        available == sum ? "" : "Available are " + available + ", the movements add up to " + sum),
                Finding.of(
                        "D4",
                        "Each order took units once at most and put them back once at most, and its state says the same",
                        list(offer, MOVEMENTS_OF_ORDERS)),
                Finding.of(
                        "D5",
                        "No shopper has more units than the limit, and each is counted with what their orders hold",
                        list(offer, SHOPPERS)),
                Finding.of(
                        "D6",
                        "Each order that money moved on was paid once with its total, or had only money that came for nothing",
                        list(offer, PAYMENTS_OF_ORDERS)),
                Finding.of(
                        "D7",
                        "No more goes back than came, what came for nothing goes back once in full, and what is refunded has gone back",
                        list(offer, REFUNDS_OF_PAYMENTS)),
                Finding.of(
                        "D8",
                        "Each order went step by step along the edges of the state machine to where it stands",
                        waysOfOrders(offer)),
                Finding.of("D9", "Each order costs what the ledger asks for its offer", list(offer, PRICES_OF_ORDERS)));
    }

    private List<Finding> atRest(OfferId offer) {
        return List.of(
                Finding.of(
                        "Q4",
                        "No order waits for its payment, or for its closing, past its time",
                        sql
                                .sql(OVERDUE_ORDERS)
                                .param("offer", offer.value())
                                .param("expired", properties.expiryGrace().toMillis())
                                .param("closing", properties.closingGrace().toMillis())
                                .query(String.class)
                                .list()
                                .stream()
                                .collect(Collectors.joining("; "))),
                Finding.of(
                        "Q5",
                        "Each payment either paid an order and stayed, but for what was given back by decision, or has gone"
                                + " back once in full",
                        list(offer, ENDS_OF_PAYMENTS)));
    }

    /** TAKE and RETURN counted for each order against what its row says; an order is missing in either table, or both differ. */
    private static final String MOVEMENTS_OF_ORDERS = """
            select concat('order ', coalesce(orders.id, moved.order_id), ' is ', coalesce(orders.status, 'missing'), ' with ',
                          coalesce(moved.takes, 0), ' TAKE and ', coalesce(moved.returns, 0), ' RETURN')
              from (select order_id, sum(kind = 'TAKE') as takes, sum(kind = 'RETURN') as returns, sum(delta) as delta
                      from stock_movement where offer_id = :offer and order_id is not null group by order_id) moved
              left join orders on orders.id = moved.order_id
             where orders.id is null
                or moved.takes <> 1
                or moved.returns > 1
                or moved.delta <> case when moved.returns = 1 then 0 else -orders.units end
                or orders.holds_units <> case when moved.returns = 0 then 1 else 0 end
                or orders.status in ('REJECTED', 'ABANDONED')
                or (orders.status in ('AWAITING_PAYMENT', 'CLOSING', 'PAID', 'SHIPPED', 'FINISHED') and moved.returns <> 0)
                or (orders.status = 'CLOSED' and moved.returns <> 1)
             union all
            select concat('order ', orders.id, ' is ', orders.status, ' without any movement')
              from orders
              left join stock_movement on stock_movement.order_id = orders.id
             where orders.offer_id = :offer and stock_movement.id is null
               and (orders.holds_units = 1 or orders.status not in ('REJECTED', 'ABANDONED'))
             limit 10
            """;

    /** A price changes only before the first order can be. Tombstones cost nothing. */
    private static final String PRICES_OF_ORDERS = """
            select concat('order ', orders.id, ' costs ', orders.unit_price_fen, ' fen a unit instead of ', stock_balance.unit_price_fen)
              from stock_balance
              join orders on orders.offer_id = stock_balance.offer_id
             where stock_balance.offer_id = :offer
               and orders.unit_price_fen <> stock_balance.unit_price_fen
               and orders.status not in ('REJECTED', 'ABANDONED')
             limit 10
            """;

    private static final String SHOPPERS = """
            select concat('shopper ', shopper_id, ' has ', sum(units), ' units, is counted with ', sum(used),
                          ', the limit is ', limit_per_shopper)
              from (select shopper_id, units, 0 as used from orders where offer_id = :offer and holds_units = 1
                     union all
                    select shopper_id, 0, used from stock_quota where offer_id = :offer) held
              join stock_balance on stock_balance.offer_id = :offer
             group by shopper_id, limit_per_shopper
            having sum(units) <> sum(used) or sum(units) > limit_per_shopper
             limit 10
            """;

    /**
     * Only an applied payment makes an order paid; late ones alone can only have led to a refund. What is free needs none. Grouped
     * by the primary key alone, which takes a fifth of the time.
     */
    private static final String PAYMENTS_OF_ORDERS = """
            select concat('order ', id, ' of ', total_fen, ' fen is ', status, ' with ', applied, ' applied payments of ',
                          applied_fen, ' fen')
              from (select orders.id, max(orders.status) as status, max(orders.total_fen) as total_fen,
                           coalesce(sum(payment.state = 'APPLIED'), 0) as applied,
                           coalesce(sum(case when payment.state = 'APPLIED' then payment.amount_fen end), 0) as applied_fen,
                           coalesce(sum(payment.state <> 'APPLIED'), 0) as others
                      from orders
                      left join payment on payment.order_id = orders.id
                     where orders.offer_id = :offer
                     group by orders.id) paid
             where case
                     when status in ('PAID', 'SHIPPED', 'FINISHED')
                       then total_fen > 0 and not (applied = 1 and applied_fen = total_fen)
                     when status in ('REFUNDING', 'REFUNDED')
                       then not (applied = 1 and applied_fen = total_fen) and not (applied = 0 and others > 0)
                     else applied > 0
                   end
             limit 10
            """;

    /** Most payments are applied and have no refund: nothing can be wrong with those here, and leaving them out is quick. */
    private static final String REFUNDS_OF_PAYMENTS = """
            select concat('trade ', trade_no, ' of ', amount_fen, ' fen has refunds of ', back_fen, ' fen, ', own, ' by itself')
              from (select payment.trade_no, payment.state, payment.amount_fen,
                           coalesce(sum(case when refund.state <> 'DECLINED' then refund.amount_fen end), 0) as back_fen,
                           coalesce(sum(refund.reason in ('LATE_PAYMENT', 'SECOND_PAYMENT', 'NEVER_AN_ORDER')), 0) as own
                      from orders
                      join payment on payment.order_id = orders.id
                      left join refund on refund.trade_no = payment.trade_no
                     where orders.offer_id = :offer and (payment.state <> 'APPLIED' or refund.id is not null)
                     group by payment.trade_no, payment.state, payment.amount_fen) moved
             where back_fen > amount_fen
                or own <> case when state = 'APPLIED' then 0 else 1 end
                or (state <> 'APPLIED' and back_fen <> amount_fen)
             union all
            select concat('refund ', refund.out_request_no, ' is of a trade that never paid its order')
              from orders
              join refund on refund.order_id = orders.id
              left join payment on payment.trade_no = refund.trade_no and payment.order_id = refund.order_id
             where orders.offer_id = :offer and payment.id is null
             union all
            select concat('order ', id, ' is REFUNDED, but of ', paid_fen, ' fen ', back_fen, ' have gone back')
              from (select orders.id,
                           (select coalesce(sum(amount_fen), 0) from payment
                             where order_id = orders.id and state = 'APPLIED') as paid_fen,
                           (select coalesce(sum(refund.amount_fen), 0) from refund
                              join payment on payment.trade_no = refund.trade_no and payment.state = 'APPLIED'
                             where refund.order_id = orders.id and refund.state = 'DONE') as back_fen,
                           (select count(*) from refund where order_id = orders.id and state = 'DONE') as ends
                      from orders
                     where orders.offer_id = :offer and orders.status = 'REFUNDED') ended
             where back_fen < paid_fen or ends = 0
             limit 10
            """;

    /**
     * How orders became what they are, each way once. Events of an order are numbered in the order in which they happened, for
     * its row was locked.
     */
    private static final String WAYS_OF_ORDERS = """
            select way, status, count(*) as orders, min(id) as example
              from (select orders.id, orders.status,
                           (select group_concat(concat(coalesce(from_status, ''), '>', to_status) order by id separator ' ')
                              from order_event
                             where order_event.order_id = orders.id) as way
                      from orders
                     where orders.offer_id = :offer) ways
             group by way, status
            """;

    private static final String NOW_MS = "(timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000)";

    /** By the database's clock, as the orders themselves. */
    private static final String OVERDUE_ORDERS = """
            select concat('order ', id, ' is ', status, ' past its time')
              from orders
             where offer_id = :offer
               and ((status = 'AWAITING_PAYMENT' and expires_at_ms < NOW - :expired)
                 or (status = 'CLOSING' and coalesce(closing_at_ms, 0) < NOW - :closing))
             limit 10
            """.replace("NOW", NOW_MS);

    /** What a shopper asks for and nobody has decided on is no refund yet. */
    private static final String ENDS_OF_PAYMENTS = """
            select concat('trade ', trade_no, ' of ', amount_fen, ' fen is ', state, ' on an order that is ', status, ', ',
                          back_fen, ' fen have gone back, refunds under way: ', under_way)
              from (select orders.status, payment.trade_no, payment.state, payment.amount_fen,
                           coalesce(sum(case when refund.state = 'DONE' then refund.amount_fen end), 0) as back_fen,
                           coalesce(sum(refund.state = 'DONE'), 0) as times,
                           coalesce(sum(refund.state in ('DUE', 'STUCK')), 0) as under_way
                      from orders
                      join payment on payment.order_id = orders.id
                      left join refund on refund.trade_no = payment.trade_no
                     where orders.offer_id = :offer
                       and (payment.state <> 'APPLIED' or refund.id is not null
                            or orders.status not in ('PAID', 'SHIPPED', 'FINISHED'))
                     group by orders.status, payment.trade_no, payment.state, payment.amount_fen) ended
             where under_way > 0
                or case
                     when state <> 'APPLIED' then times <> 1 or back_fen <> amount_fen
                     when status in ('PAID', 'SHIPPED', 'FINISHED') then back_fen >= amount_fen
                     else status <> 'REFUNDED' or back_fen <> amount_fen
                   end
             limit 10
            """;

    private String waysOfOrders(OfferId offer) {
        return sql
                .sql(WAYS_OF_ORDERS)
                .param("offer", offer.value())
                .query((row, number) -> new WayOfOrders(
                        Strings.nullToEmpty(row.getString("way")),
                        row.getString("status"),
                        row.getInt("orders"),
                        row.getLong("example")))
                .list()
                .stream()
                .map(WayOfOrders::fault)
                .filter(Predicate.not(String::isEmpty))
                .limit(MOST_NAMED)
                .collect(Collectors.joining("; "));
    }

    private String list(OfferId offer, String query) {
        return sql.sql(query).param("offer", offer.value()).query(String.class).list().stream()
                .collect(Collectors.joining("; "));
    }

    private int sum(OfferId offer) {
        return sql.sql("select coalesce(sum(delta), 0) from stock_movement where offer_id = :offer")
                .param("offer", offer.value())
                .query(Integer.class)
                .single();
    }

    private int units(OfferId offer, String kind) {
        return sql.sql("select coalesce(sum(delta), 0) from stock_movement where offer_id = :offer and kind = :kind")
                .param("offer", offer.value())
                .param("kind", kind)
                .query(Integer.class)
                .single();
    }

    /** By pages, because the driver keeps all rows of an answer in memory. */
    private Held held(OfferId offer) {
        var orders = LongStream.builder();
        var units = 0;
        var after = 0L;
        List<long[]> page;
        do {
            page = held(offer, after);
            for (var order : page) {
                orders.add(order[0]);
                units += (int) order[1];
                after = order[0];
            }
        } while (page.size() == PAGE);
        return new Held(orders.build().toArray(), units);
    }

    private List<long[]> held(OfferId offer, long after) {
        return sql.sql("""
                select id, units from orders where offer_id = :offer and holds_units = 1 and id > :after
                 order by id limit :most
                """)
                .param("offer", offer.value())
                .param("after", after)
                .param("most", PAGE)
                .query((row, number) -> new long[] {row.getLong("id"), row.getLong("units")})
                .list();
    }

    /** When units last moved here, or an order was refused, by the clocks of the nodes that wrote it. */
    private Instant lastMove(OfferId offer) {
        return Instant.ofEpochMilli(
                sql.sql("""
                select greatest(
                         (select coalesce(max(at_ms), 0) from stock_movement where offer_id = :offer),
                         (select coalesce(max(placed_at_ms), 0) from orders where offer_id = :offer))
                """).param("offer", offer.value()).query(Long.class).single());
    }

    /**
     * The database's side of an offer.
     *
     * @param total how many units there are in all
     * @param available units that no order holds
     * @param epoch under which the counter was rebuilt last; 0 before the first time
     * @param closesAt when its sale ends
     * @param held the orders that hold units
     * @param lastMove when units last moved, or an order was refused
     * @param findings the rules D1 to D9
     * @param atRest the rules Q4 and Q5
     */
    record Books(
            int total,
            int available,
            long epoch,
            Instant closesAt,
            Held held,
            Instant lastMove,
            List<Finding> findings,
            List<Finding> atRest) {

        boolean opened() {
            return epoch > 0;
        }
    }

    /**
     * The orders that hold units: eight bytes for each, because a sale can have millions.
     *
     * @param orders their numbers, in order
     * @param units how many they hold together
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Held(long[] orders, int units) {}

    private record Balance(int total, int available, long epoch, Instant closesAt) {}
}
