package stampede.draft;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.catalog.SlotId;
import stampede.money.Money;

/** Slots and what is in them. The slot of all coupons is none of them. */
@Component
public class SlotCalendarRepository {

    private static final String SELECT = """
            select slot.id, slot.opens_ms, slot.closes_ms, count(offer.id) as offers,
                   coalesce(sum(offer.allotment), 0) as units, coalesce(sum(stock_balance.epoch > 0), 0) as warm
              from slot
              left join offer on offer.slot_id = slot.id and offer.state = 'PUBLISHED'
              left join stock_balance on stock_balance.offer_id = offer.id
             where slot.opens_ms > 0 and
            """;

    private static final String GROUP = " group by slot.id, slot.opens_ms, slot.closes_ms";

    /** What is shown of products that were made without a picture. */
    private static final String DRAWING = "/pictures/quick-offer.svg";

    private final JdbcClient sql;

    SlotCalendarRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** The slots that open in a time, earliest first; at most so many. */
    public List<SlotSummary> opening(Instant from, Instant to, int most) {
        return sql.sql(SELECT + " slot.opens_ms >= :from and slot.opens_ms < :to" + GROUP
                        + " order by slot.opens_ms, slot.closes_ms limit :most")
                .param("from", from.toEpochMilli())
                .param("to", to.toEpochMilli())
                .param("most", most)
                .query(SlotCalendarRepository::summary)
                .list();
    }

    public Optional<SlotSummary> find(SlotId slot) {
        return sql.sql(SELECT + " slot.id = :slot" + GROUP)
                .param("slot", slot.value())
                .query(SlotCalendarRepository::summary)
                .optional();
    }

    /** What a check of the slot looks at: its published offers in the order in which they are shown; at most so many. */
    public List<SlotOffer> offers(SlotId slot, int most) {
        return sql.sql("""
                select offer.id, product.name, product.list_price_fen, offer.price_fen, offer.allotment,
                       product.picture <> :drawing or coalesce(product.pictures, '[]') <> '[]' as pictured
                  from offer join product on product.id = offer.product_id
                 where offer.slot_id = :slot and offer.state = 'PUBLISHED' order by offer.id limit :most
                """)
                .param("slot", slot.value())
                .param("drawing", DRAWING)
                .param("most", most)
                .query((row, number) -> new SlotOffer(
                        new OfferId(row.getLong("id")),
                        row.getString("name"),
                        row.getBoolean("pictured"),
                        new Money(row.getLong("list_price_fen")),
                        new Money(row.getLong("price_fen")),
                        row.getInt("allotment")))
                .list();
    }

    private static SlotSummary summary(ResultSet row, int number) throws SQLException {
        return new SlotSummary(
                new SlotId(row.getLong("id")),
                DraftColumns.window(row),
                row.getInt("offers"),
                row.getLong("units"),
                row.getInt("warm"));
    }

    /**
     * An offer of a slot.
     *
     * @param id its id
     * @param name the product's
     * @param hasPicture whether the product has a picture, be it a drawing of its own
     * @param listPrice the usual price of one unit
     * @param price the flash price of one unit
     * @param units how many may be sold
     */
    public record SlotOffer(OfferId id, String name, boolean hasPicture, Money listPrice, Money price, int units) {}
}
