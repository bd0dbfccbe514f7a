package stampede.report;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.catalog.OfferKind;
import stampede.catalog.SaleWindow;
import stampede.replica.FromReplica;

/** What of a seller opened in a time. Goods are found by their slots, coupons by their products: they are in one slot for all. */
@Repository
class OpenedOfferRepository {

    private static final String COLUMNS = """
            select offer.id, offer.kind, product.name, coalesce(offer.opens_ms, slot.opens_ms) as opens,
                   coalesce(offer.closes_ms, slot.closes_ms) as closes,
                   coalesce(stock_balance.total, offer.allotment) as units
            """;

    private final JdbcClient sql;

    OpenedOfferRepository(@FromReplica JdbcClient sql) {
        this.sql = sql;
    }

    /** Those that were not withdrawn, newest first. */
    List<OfferReport> of(AccountId seller, Instant from, Instant to, int most) {
        return sql.sql("select * from (" + COLUMNS + """
                          from slot
                          join offer on offer.slot_id = slot.id
                          join product on product.id = offer.product_id
                          left join stock_balance on stock_balance.offer_id = offer.id
                         where slot.opens_ms >= :from and slot.opens_ms < :to and offer.kind = 'GOODS'
                           and offer.state = 'PUBLISHED' and product.seller_id = :seller
                        union all
                        """ + COLUMNS + """
                          from product
                          join offer on offer.product_id = product.id
                          join slot on slot.id = offer.slot_id
                          left join stock_balance on stock_balance.offer_id = offer.id
                         where product.seller_id = :seller and offer.kind = 'COUPON' and offer.state = 'PUBLISHED'
                           and coalesce(offer.opens_ms, slot.opens_ms) >= :from
                           and coalesce(offer.opens_ms, slot.opens_ms) < :to) opened
                         order by opens desc, id desc limit :most
                        """)
                .param("seller", seller.value())
                .param("from", from.toEpochMilli())
                .param("to", to.toEpochMilli())
                .param("most", most)
                .query((row, number) -> opened(row))
                .list();
    }

    private static OfferReport opened(ResultSet row) throws SQLException {
        return new OfferReport(
                new OfferId(row.getLong("id")),
                Objects.requireNonNull(row.getString("name")),
                OfferKind.valueOf(row.getString("kind")),
                new SaleWindow(Instant.ofEpochMilli(row.getLong("opens")), Instant.ofEpochMilli(row.getLong("closes"))),
                row.getLong("units"),
                SaleTotals.NONE);
    }
}
