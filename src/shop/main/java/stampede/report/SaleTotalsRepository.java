package stampede.report;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.catalog.OfferId;
import stampede.money.Money;
import stampede.pastsale.OrderTables;
import stampede.replica.FromReplica;

/**
 * Adds up the orders of offers. It reads every order of theirs by an index, its payment and its refunds by theirs: ask for offers of
 * one seller, and not several times a second.
 */
@Repository
class SaleTotalsRepository {

    private final JdbcClient sql;

    SaleTotalsRepository(@FromReplica JdbcClient sql) {
        this.sql = sql;
    }

    /**
     * The totals of those that have orders. Money counts by the one payment that paid the order: what came late or twice was never
     * the seller's.
     */
    Map<OfferId, SaleTotals> of(Collection<OfferId> offers) {
        var found = new LinkedHashMap<OfferId, SaleTotals>();
        if (offers.isEmpty()) {
            return found;
        }
        sql.sql(OrderTables.either("""
                select orders.offer_id, count(*) as placed, count(payment.id) as paid,
                       sum(if(orders.holds_units = 1 and (payment.id is not null or orders.total_fen = 0), orders.units, 0)) as sold,
                       sum(if(orders.closed_at_ms is not null and payment.id is null, 1, 0)) as closed_unpaid,
                       coalesce(sum(payment.amount_fen), 0) as money_in,
                       coalesce(sum((select sum(refund.amount_fen) from refund
                          where refund.trade_no = payment.trade_no and refund.state in ('DUE', 'STUCK', 'DONE'))), 0) as refunds
                  from orders force index (orders_holding)
                  left join payment on payment.order_id = orders.id and payment.state = 'APPLIED'
                 where orders.offer_id in (:offers) and orders.status not in ('REJECTED', 'ABANDONED')
                 group by orders.offer_id
                """))
                .param("offers", offers.stream().map(OfferId::value).toList())
                .query(row -> {
                    found.merge(
                            new OfferId(row.getLong("offer_id")),
                            new SaleTotals(
                                    row.getLong("sold"),
                                    row.getLong("placed"),
                                    row.getLong("paid"),
                                    row.getLong("closed_unpaid"),
                                    new Money(row.getLong("money_in")),
                                    new Money(row.getLong("refunds"))),
                            SaleTotals::plus);
                });
        return found;
    }
}
