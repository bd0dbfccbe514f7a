package stampede.settlement;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.pastsale.OrderTables;

/** Reads an offer's movements in the order of their ids, a page at a time, those of past sales too. In the caller's snapshot. */
@Component
class LedgerMovementRepository {

    private static final int PAGE = 2_000;

    private final JdbcClient sql;

    LedgerMovementRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** Those of orders are read along an index that has them in this order; the few of the total come in between. */
    void forEach(OfferId offer, Consumer<LedgerMovement> movement) {
        Queue<LedgerMovement> ofTotal = new ArrayDeque<>(ofTotal(offer));
        var after = 0L;
        List<LedgerMovement> page;
        do {
            page = ofOrders(offer, after);
            for (var next : page) {
                while (!ofTotal.isEmpty() && ofTotal.element().id() < next.id()) {
                    movement.accept(ofTotal.remove());
                }
                movement.accept(next);
                after = next.id();
            }
        } while (page.size() == PAGE);
        ofTotal.forEach(movement);
    }

    List<LedgerMovement> ofTotal(OfferId offer) {
        return sql.sql(OrderTables.either(
                                "select * from stock_movement where offer_id = :offer and total_version is not null")
                        + " order by id")
                .param("offer", offer.value())
                .query(LedgerMovementRepository::movement)
                .list();
    }

    private List<LedgerMovement> ofOrders(OfferId offer, long after) {
        return sql.sql(OrderTables.either("""
                select * from stock_movement where offer_id = :offer and total_version is null and id > :after
                 order by id limit :most
                """) + " order by id limit :most")
                .param("offer", offer.value())
                .param("after", after)
                .param("most", PAGE)
                .query(LedgerMovementRepository::movement)
                .list();
    }

    private static LedgerMovement movement(ResultSet row, int number) throws SQLException {
        return new LedgerMovement(
                row.getLong("id"),
                row.getLong("offer_id"),
                row.getString("kind"),
                row.getInt("delta"),
                row.getLong("order_id"),
                row.getLong("total_version"),
                row.getLong("at_ms"));
    }
}
