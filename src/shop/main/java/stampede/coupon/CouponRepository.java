package stampede.coupon;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.Scope;
import stampede.catalog.OfferId;
import stampede.order.OrderId;

/** The table of coupons that somebody has. */
@Component
public class CouponRepository {

    /** What {@link #coupon(ResultSet, int)} reads, of {@link #TABLES}. */
    static final String COLUMNS = """
            coupon.order_id, coupon.owner_id, coupon.code, coupon.taken_ms, coupon.valid_until_ms as good_until_ms,
            coupon.used_ms, coupon_terms.*""";

    static final String TABLES = "coupon join coupon_terms on coupon_terms.offer_id = coupon.offer_id";

    private static final String SELECT = "select " + COLUMNS + " from " + TABLES;

    private final JdbcClient sql;
    private final JdbcTemplate plain;

    public CouponRepository(JdbcClient sql, JdbcTemplate plain) {
        this.sql = sql;
        this.plain = plain;
    }

    /** @throws org.springframework.dao.DuplicateKeyException if there is one of such a code, or of such an order */
    void add(List<Coupon> coupons) {
        plain.batchUpdate(
                """
                insert into coupon (order_id, offer_id, owner_id, code, taken_ms, valid_until_ms) values (?, ?, ?, ?, ?, ?)""",
                coupons.stream()
                        .map(coupon -> new Object[] {
                            coupon.order().value(),
                            coupon.terms().offer().value(),
                            coupon.owner().value(),
                            coupon.code().letters(),
                            coupon.takenAt().toEpochMilli(),
                            coupon.validUntil().toEpochMilli()
                        })
                        .toList());
    }

    /** Whether this call used it: of all who try at once one does. */
    boolean use(OrderId order, Instant now, String who) {
        return sql.sql("""
                update coupon set used_ms = :now, used_by = :who
                 where order_id = :order and used_ms is null and valid_until_ms > :now
                """)
                        .param("order", order.value())
                        .param("now", now.toEpochMilli())
                        .param("who", who)
                        .update()
                == 1;
    }

    /** If its seller is in scope. */
    Optional<Coupon> find(Scope scope, CouponCode code) {
        return sql.sql(SELECT + " where coupon.code = :code and (:seller is null or coupon_terms.seller_id = :seller)")
                .param("code", code.letters())
                .param("seller", scope.only().map(AccountId::value).orElse(null))
                .query(CouponRepository::coupon)
                .optional();
    }

    /** If it is theirs. */
    Optional<Coupon> find(AccountId owner, OrderId order) {
        return sql.sql(SELECT + " where coupon.order_id = :order and coupon.owner_id = :owner")
                .param("order", order.value())
                .param("owner", owner.value())
                .query(CouponRepository::coupon)
                .optional();
    }

    /** What somebody has, the newest first. */
    List<Coupon> of(AccountId owner, long start, int most) {
        return sql.sql(SELECT
                        + " where coupon.owner_id = :owner order by coupon.order_id desc limit :most offset :start")
                .param("owner", owner.value())
                .param("most", most)
                .param("start", start)
                .query(CouponRepository::coupon)
                .list();
    }

    /** Those of these offers of which somebody has a coupon. */
    Set<OfferId> had(AccountId owner, Collection<OfferId> offers) {
        return offers.isEmpty()
                ? Set.of()
                : sql.sql("select offer_id from coupon where owner_id = :owner and offer_id in (:offers)")
                        .param("owner", owner.value())
                        .param("offers", offers.stream().map(OfferId::value).toList())
                        .query((row, number) -> new OfferId(row.getLong("offer_id")))
                        .set();
    }

    long count(AccountId owner) {
        return sql.sql("select count(*) from coupon where owner_id = :owner")
                .param("owner", owner.value())
                .query(Long.class)
                .single();
    }

    /** Who has one of these, the newest first. */
    List<Coupon> of(OfferId offer, long start, int most) {
        return sql.sql(SELECT
                        + " where coupon.offer_id = :offer order by coupon.order_id desc limit :most offset :start")
                .param("offer", offer.value())
                .param("most", most)
                .param("start", start)
                .query(CouponRepository::coupon)
                .list();
    }

    static Coupon coupon(ResultSet row, int number) throws SQLException {
        return new Coupon(
                new OrderId(row.getLong("order_id")),
                new AccountId(row.getLong("owner_id")),
                new CouponCode(row.getString("code")),
                CouponTermsRepository.terms(row, number),
                Instant.ofEpochMilli(row.getLong("taken_ms")),
                Instant.ofEpochMilli(row.getLong("good_until_ms")),
                Optional.ofNullable(row.getObject("used_ms", Long.class)).map(Instant::ofEpochMilli));
    }
}
