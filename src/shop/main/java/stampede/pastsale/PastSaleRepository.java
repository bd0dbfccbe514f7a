package stampede.pastsale;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.replica.FromReplica;

/**
 * Which sales lie in the tables of past sales, or are on their way there. Whoever reads orders from the replica is told where they lie
 * there, in the same moment; all others ask the primary.
 */
@Component
public class PastSaleRepository {

    private static final int LONGEST_REASON = 500;

    private final JdbcClient sql;

    public PastSaleRepository(@FromReplica JdbcClient sql) {
        this.sql = sql;
    }

    /** In which tables the orders of the offer are. Of a sale that begins to be moved this is true for a minute before it is. */
    public OrderTables tables(OfferId offer) {
        return find(offer)
                .map(sale -> switch (sale.state()) {
                    case WAITING, REFUSED -> OrderTables.CURRENT;
                    case MOVING -> OrderTables.BOTH;
                    case MOVED, BROKEN -> OrderTables.PAST;
                })
                .orElse(OrderTables.CURRENT);
    }

    /** Empty if nobody has looked at it yet. */
    public Optional<PastSale> find(OfferId offer) {
        return sql.sql("select * from past_sale where offer_id = :offer")
                .param("offer", offer.value())
                .query(PastSaleRepository::sale)
                .optional();
    }

    /** Those whose books or chain do not agree, before they are moved or after. */
    public List<PastSale> faulty(int most) {
        return sql.sql("select * from past_sale where state in ('REFUSED', 'BROKEN') order by offer_id limit :most")
                .param("most", most)
                .query(PastSaleRepository::sale)
                .list();
    }

    /** Of the sales that were closed out before this and are to be looked at now the one that is under way already, else the oldest. */
    Optional<OfferId> next(Instant closedOutBefore, Instant now) {
        return sql.sql("""
                select settlement.offer_id from settlement
                  left join past_sale on past_sale.offer_id = settlement.offer_id
                 where settlement.settled_ms < :before and settlement.%s
                   and (past_sale.offer_id is null
                        or past_sale.state in ('WAITING', 'REFUSED', 'MOVING', 'BROKEN') and past_sale.next_ms <= :now)
                 order by past_sale.state <=> 'MOVING' desc, settlement.settled_ms limit 1
                """.formatted(OfferId.IS_REAL))
                .param("before", closedOutBefore.toEpochMilli())
                .param("now", now.toEpochMilli())
                .query((row, number) -> new OfferId(row.getLong("offer_id")))
                .optional();
    }

    /** Writes down how far it is, and when it is to be looked at again. */
    void put(PastSale sale, Instant next) {
        var reason = sale.reason();
        sql.sql("""
                insert into past_sale (offer_id, state, changed_ms, next_ms, orders, steps, movements, reason)
                values (:offer, :state, :changed, :next, :orders, :steps, :movements, :reason)
                on duplicate key update state = values(state), changed_ms = values(changed_ms), next_ms = values(next_ms),
                  orders = values(orders), steps = values(steps), movements = values(movements), reason = values(reason)
                """)
                .param("offer", sale.offer().value())
                .param("state", sale.state().name())
                .param("changed", sale.changedAt().toEpochMilli())
                .param("next", next.toEpochMilli())
                .param("orders", sale.before().orders())
                .param("steps", sale.before().steps())
                .param("movements", sale.before().movements())
                .param("reason", reason.length() > LONGEST_REASON ? reason.substring(0, LONGEST_REASON) : reason)
                .update();
    }

    /** Says when it is to be looked at again, and why not before; it must be there. */
    void putOff(OfferId offer, Instant next, String reason) {
        sql.sql("update past_sale set next_ms = :next, reason = :reason where offer_id = :offer")
                .param("next", next.toEpochMilli())
                .param("reason", reason)
                .param("offer", offer.value())
                .update();
    }

    private static PastSale sale(ResultSet row, int number) throws SQLException {
        return new PastSale(
                new OfferId(row.getLong("offer_id")),
                PastSaleState.valueOf(row.getString("state")),
                Instant.ofEpochMilli(row.getLong("changed_ms")),
                new PastSale.Rows(row.getLong("orders"), row.getLong("steps"), row.getLong("movements")),
                Objects.requireNonNull(row.getString("reason")));
    }
}
