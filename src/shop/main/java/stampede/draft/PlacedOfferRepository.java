package stampede.draft;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.account.AccountId;
import stampede.catalog.OfferState;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
import stampede.catalog.SlotId;

/** What stands where an offer would be put: a product is in a window once. */
@Repository
public class PlacedOfferRepository {

    private static final int MOST_WINDOWS = 10;

    private final JdbcClient sql;

    PlacedOfferRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** The window of a slot that is none of coupons. */
    public Optional<SaleWindow> window(SlotId slot) {
        return sql.sql("select opens_ms, closes_ms from slot where id = :id and opens_ms > 0")
                .param("id", slot.value())
                .query((row, number) -> DraftColumns.window(row))
                .optional();
    }

    /** The windows of slots that open at that moment; ten at most. */
    public List<SaleWindow> windowsOpening(Instant opens) {
        return sql.sql("""
                select opens_ms, closes_ms from slot where opens_ms > 0 and opens_ms = :opens
                 order by closes_ms limit :most
                """)
                .param("opens", opens.toEpochMilli())
                .param("most", MOST_WINDOWS)
                .query((row, number) -> DraftColumns.window(row))
                .list();
    }

    /** What there is of a product in a window: offers first, also those that ended early or were withdrawn, then drafts. */
    public List<PlacedOffer> of(AccountId seller, ProductId product, SaleWindow window) {
        return Stream.concat(offers(product, window).stream(), drafts(seller, product, window).stream())
                .toList();
    }

    /** Whether there is a draft of it that is not published. */
    public boolean isDrafted(AccountId seller, ProductId product) {
        return sql.sql("""
                select count(*) from offer_draft
                 where seller_id = :seller and state in ('DRAFT', 'PENDING') and product_id = :product
                """)
                        .param("seller", seller.value())
                        .param("product", product.value())
                        .query(Integer.class)
                        .single()
                > 0;
    }

    private List<PlacedOffer> offers(ProductId product, SaleWindow window) {
        return sql.sql("""
                select o.id, o.state, o.product_id, slot.opens_ms, slot.closes_ms, o.price_fen, o.allotment as units,
                       o.limit_per_shopper, o.limit_per_address
                  from offer o join slot on slot.id = o.slot_id
                 where o.product_id = :product and o.kind = 'GOODS' and slot.opens_ms = :opens
                   and (slot.closes_ms = :closes or o.closes_ms = :closes)
                 order by o.id
                """)
                .params(DraftColumns.of(window))
                .param("product", product.value())
                .query((row, number) -> placed(row, false))
                .list();
    }

    private List<PlacedOffer> drafts(AccountId seller, ProductId product, SaleWindow window) {
        return sql.sql("""
                select * from offer_draft
                 where seller_id = :seller and opens_ms = :opens and closes_ms = :closes
                   and product_id = :product and state in ('DRAFT', 'PENDING')
                 order by id
                """)
                .params(DraftColumns.of(window))
                .param("seller", seller.value())
                .param("product", product.value())
                .query((row, number) -> placed(row, true))
                .list();
    }

    private static PlacedOffer placed(ResultSet row, boolean isDraft) throws SQLException {
        return new PlacedOffer(
                row.getLong("id"), isDraft, OfferState.valueOf(row.getString("state")), DraftColumns.terms(row));
    }
}
