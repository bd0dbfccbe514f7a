package stampede.report;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.catalog.OfferId;
import stampede.pastsale.PastSaleRepository;
import stampede.replica.FromReplica;

/**
 * The figures of one sale, from its orders, payments, refunds and movements. Each statement reads the orders of the offer by an index,
 * and nothing else of any other offer, wherever they lie.
 */
@Repository
class SaleFigureRepository {

    private static final int MOST_SHARES = 50;

    private final JdbcClient sql;
    private final PastSaleRepository past;

    SaleFigureRepository(@FromReplica JdbcClient sql, PastSaleRepository past) {
        this.sql = sql;
        this.past = past;
    }

    /** How its orders ended; nothing of those of which there are none. */
    Map<Ending, Sum> endings(OfferId offer) {
        var found = new EnumMap<Ending, Sum>(Ending.class);
        sql.sql(past.tables(offer).in("""
                select case when orders.status in ('REJECTED', 'ABANDONED') then orders.status
                            when payment.id is null and (orders.total_fen > 0 or orders.status in ('CLOSING', 'CLOSED'))
                              then if(orders.status in ('CLOSING', 'CLOSED'), 'UNPAID', 'TO_PAY')
                            when orders.status in ('REFUNDING', 'REFUNDED')
                              then if(shipment.order_id is null, 'REFUNDED_UNSHIPPED', 'REFUNDED_SHIPPED')
                            when orders.status = 'PAID' and shipment.order_id is null then 'TO_SHIP'
                            else 'KEPT' end as ending,
                       count(*) as n, sum(orders.units) as units, sum(orders.total_fen) as fen,
                       sum(coalesce(payment.amount_fen, 0)) as paid_fen,
                       sum(if(orders.holds_units = 1, orders.units, 0)) as held, min(orders.reserved_at_ms) as first_ms
                  from orders force index (orders_holding)
                  left join payment on payment.order_id = orders.id and payment.state = 'APPLIED'
                  left join shipment on shipment.order_id = orders.id
                 where orders.offer_id = :offer
                 group by ending
                """)).param("offer", offer.value()).query(row -> {
            found.put(
                    Ending.valueOf(row.getString("ending")),
                    new Sum(
                            row.getLong("n"),
                            row.getLong("units"),
                            row.getLong("fen"),
                            row.getLong("paid_fen"),
                            row.getLong("held"),
                            row.getLong("first_ms")));
        });
        return found;
    }

    /** What went or goes back of its orders' money, by reason. */
    List<SaleReport.RefundSum> refunds(OfferId offer) {
        return sql.sql(past.tables(offer).in("""
                select refund.reason, count(*) as n, sum(refund.amount_fen) as fen
                  from orders force index (orders_holding)
                  join refund on refund.order_id = orders.id and refund.state in ('DUE', 'STUCK', 'DONE')
                 where orders.offer_id = :offer
                 group by refund.reason order by refund.reason
                """))
                .param("offer", offer.value())
                .query((row, number) ->
                        new SaleReport.RefundSum(text(row, "reason"), row.getLong("n"), row.getLong("fen")))
                .list();
    }

    /** How many shoppers hold so many units. */
    List<SaleReport.UnitShare> shares(OfferId offer) {
        return sql.sql(past.tables(offer).in("""
                select used, count(*) as n from stock_quota where offer_id = :offer and used > 0
                 group by used order by used limit :most
                """))
                .param("offer", offer.value())
                .param("most", MOST_SHARES)
                .query((row, number) -> new SaleReport.UnitShare(row.getLong("used"), row.getLong("n")))
                .list();
    }

    /** From the press to the order, in milliseconds; all empty if there is none. */
    Times times(OfferId offer) {
        return sql.sql(past.tables(offer).in("""
                select min(if(share >= 0.5, took, null)) as p50, min(if(share >= 0.99, took, null)) as p99, max(took) as most
                  from (select took, cume_dist() over (order by took) as share
                          from (select greatest(0, placed_at_ms - reserved_at_ms) as took
                                  from orders force index (orders_holding)
                                 where offer_id = :offer and status not in ('REJECTED', 'ABANDONED')) each_order) ranked
                """))
                .param("offer", offer.value())
                .query((row, number) -> new Times(number(row, "p50"), number(row, "p99"), number(row, "most")))
                .single();
    }

    /** When its first units came, in milliseconds; for an offer in a slot that was open already its sale began then. */
    Optional<Long> firstUnitsMillis(OfferId offer) {
        return Optional.ofNullable(sql.sql(past.tables(offer)
                        .in("select min(at_ms) as at from stock_movement where offer_id = :offer and kind = 'INIT'"))
                .param("offer", offer.value())
                .query((row, number) -> new Times(number(row, "at"), null, null))
                .single()
                .p50());
    }

    /**
     * When nobody could have a unit any more for the first time. Units are taken when shoppers press, and come back when the ledger says
     * so; what was added or taken off counts as well.
     */
    Optional<Long> lastUnitMillis(OfferId offer) {
        return Optional.ofNullable(sql.sql(past.tables(offer).in("""
                select min(at) as at
                  from (select at, sum(delta) over (order by at, number) as nobodys
                          from (select reserved_at_ms as at, id as number, -units as delta
                                  from orders force index (orders_holding)
                                 where offer_id = :offer and status not in ('REJECTED', 'ABANDONED')
                                union all
                                select if(kind = 'INIT', 0, at_ms) as at, if(kind = 'INIT', 0, id) as number, delta
                                  from stock_movement
                                 where offer_id = :offer and kind <> 'TAKE') change_of_units) running
                 where nobodys <= 0
                """))
                .param("offer", offer.value())
                .query((row, number) -> new Times(number(row, "at"), null, null))
                .single()
                .p50());
    }

    private static String text(ResultSet row, String column) throws SQLException {
        return Objects.requireNonNull(row.getString(column));
    }

    private static @Nullable Long number(ResultSet row, String column) throws SQLException {
        return row.getObject(column, Long.class);
    }

    /** How an order ended, or where it stands. */
    enum Ending {
        REJECTED,
        ABANDONED,
        TO_PAY,
        UNPAID,
        TO_SHIP,
        REFUNDED_UNSHIPPED,
        REFUNDED_SHIPPED,
        KEPT
    }

    /** Orders of one ending: how many, their units, what they cost, what was paid, units they hold, when the first was reserved. */
    record Sum(long count, long units, long fen, long paidFen, long heldUnits, long firstMillis) {

        static final Sum NONE = new Sum(0, 0, 0, 0, 0, Long.MAX_VALUE);

        Instant first() {
            return Instant.ofEpochMilli(firstMillis);
        }
    }

    /** Milliseconds from the press to the order. */
    record Times(
            @Nullable Long p50,
            @Nullable Long p99,
            @Nullable Long most) {}
}
