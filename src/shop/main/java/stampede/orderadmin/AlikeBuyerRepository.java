package stampede.orderadmin;

import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.order.OrderId;

/** Reads who has units of an offer, of those sales whose orders are among those of today. */
@Component
class AlikeBuyerRepository {

    private final JdbcClient sql;

    AlikeBuyerRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** The first ones first. */
    List<BuyerRow> buyers(OfferId offer, int most) {
        return sql.sql("""
                select orders.id, orders.shopper_id, coalesce(account.username, orders.shopper_id) as username, orders.address,
                       orders.reserved_at_ms
                  from orders force index (orders_holding)
                  left join account on account.id = orders.shopper_id
                 where orders.offer_id = :offer and orders.holds_units = 1
                 order by orders.id limit :most
                """)
                .param("offer", offer.value())
                .param("most", most)
                .query((row, number) -> new BuyerRow(
                        new OrderId(row.getLong("id")),
                        new AccountId(row.getLong("shopper_id")),
                        row.getString("username"),
                        row.getString("address"),
                        Instant.ofEpochMilli(row.getLong("reserved_at_ms"))))
                .list();
    }
}
