package stampede.orderadmin;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.account.Scope;
import stampede.listing.ListSql;

/** Turns what people know of an order into the keys that its indexes have. */
@Component
class OrderKeyRepository {

    /** More offers than these are not named one by one. */
    static final int MOST_OFFERS = 1_000;

    static final String PRODUCT =
            "offer.id = :productOrOffer or product.id = :productOrOffer or product.name like :productName";

    static final String SLOT = "slot.opens_ms = :slot";

    private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,17}|[1-8]\\d{18}");

    private static final int MOST_LATE = 1_000;

    private final JdbcClient sql;

    OrderKeyRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** The order of this number, and that of the trade of this number. */
    List<Long> orders(String text) {
        var number = text.replaceFirst("^(order|trade):", "");
        var found = new ArrayList<>(sql.sql("select order_id from payment where trade_no = :trade")
                .param("trade", number)
                .query(Long.class)
                .list());
        if (NUMBER.matcher(number).matches()) {
            found.add(Long.valueOf(number));
        }
        return found;
    }

    /** The account of this name, with or without an at sign before it, or of this number; 0 if there is none. */
    long shopper(String text) {
        return sql.sql("select id from account where username = :name")
                .param("name", text.replaceFirst("^@", "").toLowerCase(Locale.ROOT))
                .query(Long.class)
                .optional()
                .orElseGet(() -> NUMBER.matcher(text).matches() ? Long.parseLong(text) : 0L);
    }

    /** Orders below this one whose money came in this time, when they were closed already; the newest ones, if there are very many. */
    List<Long> paidLate(Instant from, Optional<Instant> to, long below) {
        return sql.sql("""
                select order_id from payment force index (payment_of_state)
                 where state = 'LATE' and received_at_ms >= :from and received_at_ms < :to and order_id < :below
                 order by received_at_ms desc limit :most
                """)
                .param("from", from.toEpochMilli())
                .param("to", to.map(Instant::toEpochMilli).orElse(Long.MAX_VALUE))
                .param("below", below)
                .param("most", MOST_LATE)
                .query(Long.class)
                .list();
    }

    /** The offers of a seller, of a product, in a slot, as far as each is said; one more than {@link #MOST_OFFERS} if there are more. */
    List<Long> offers(Scope scope, Optional<String> product, Optional<Instant> slotOpens) {
        var conditions = new ArrayList<String>();
        var values = new HashMap<String, Object>();
        scope.only().ifPresent(seller -> {
            conditions.add("product.seller_id = :seller");
            values.put("seller", seller.value());
        });
        product.ifPresent(text -> {
            conditions.add(PRODUCT);
            values.putAll(product(text));
        });
        slotOpens.ifPresent(opens -> {
            conditions.add(SLOT);
            values.put("slot", opens.toEpochMilli());
        });
        return sql.sql(
                        "select offer.id from offer join product on product.id = offer.product_id join slot on slot.id = offer.slot_id"
                                + " where (" + String.join(") and (", conditions) + ") limit " + (MOST_OFFERS + 1))
                .params(values)
                .query(Long.class)
                .list();
    }

    /** The values of {@link #PRODUCT}: a number is that of a product or an offer, anything else a part of a product's name. */
    static Map<String, Object> product(String text) {
        var isNumber = NUMBER.matcher(text).matches();
        return Map.of(
                "productOrOffer",
                isNumber ? Long.parseLong(text) : 0L,
                "productName",
                isNumber ? "" : "%" + ListSql.beginning(text));
    }
}
