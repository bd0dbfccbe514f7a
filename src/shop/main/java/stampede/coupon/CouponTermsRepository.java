package stampede.coupon;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.Scope;
import stampede.account.Username;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.money.Money;

/** The table of what sellers promise, and how their coupons go. */
@Component
public class CouponTermsRepository {

    /** What {@link #offer(ResultSet, int)} reads, of {@link #TABLES}. */
    static final String COLUMNS = """
            coupon_terms.*, total, available, opens_ms, closes_ms, planned_closes_ms,
            (select count(*) from coupon
              where coupon.offer_id = coupon_terms.offer_id and coupon.used_ms is not null) as used""";

    static final String TABLES = "coupon_terms join stock_balance on stock_balance.offer_id = coupon_terms.offer_id";

    private static final String OFFERS =
            "select " + COLUMNS + " from " + TABLES + " where (:seller is null or seller_id = :seller)";

    private final JdbcClient sql;

    public CouponTermsRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** @throws org.springframework.dao.DuplicateKeyException if its seller has one of that name */
    void add(CouponTerms terms) {
        sql.sql("""
                insert into coupon_terms (offer_id, seller_id, name, description, face_fen, min_spend_fen, valid_days, valid_until_ms)
                values (:offer, :seller, :name, :description, :face, :spend, :days, :until)
                """)
                .param("offer", terms.offer().value())
                .param("seller", terms.seller().value())
                .param("name", terms.name())
                .param("description", terms.description())
                .param("face", terms.faceValue().fen())
                .param("spend", terms.minimumSpend().fen())
                .param("days", terms.validDays())
                .param("until", terms.lastDay().map(Instant::toEpochMilli).orElse(null))
                .update();
    }

    List<CouponTerms> of(Collection<OfferId> offers) {
        return sql.sql("select * from coupon_terms where offer_id in (:offers)")
                .param("offers", offers.stream().map(OfferId::value).toList())
                .query(CouponTermsRepository::terms)
                .list();
    }

    Optional<OfferId> find(Username seller, String name) {
        return sql.sql("""
                select offer_id from coupon_terms
                  join account on account.id = coupon_terms.seller_id
                 where account.username = :seller and coupon_terms.name = :name
                """)
                .param("seller", seller.value())
                .param("name", name)
                .query((row, number) -> new OfferId(row.getLong("offer_id")))
                .optional();
    }

    Optional<CouponOffer> offer(Scope scope, OfferId offer) {
        return in(scope, OFFERS + " and coupon_terms.offer_id = :offer")
                .param("offer", offer.value())
                .query(CouponTermsRepository::offer)
                .optional();
    }

    List<CouponOffer> offers(AccountId seller, Collection<String> names) {
        return names.isEmpty()
                ? List.of()
                : in(new Scope.Of(seller), OFFERS + " and coupon_terms.name in (:names)")
                        .param("names", names)
                        .query(CouponTermsRepository::offer)
                        .list();
    }

    /** The newest first. */
    List<CouponOffer> offers(Scope scope, long start, int most) {
        return in(scope, OFFERS + " order by coupon_terms.offer_id desc limit :most offset :start")
                .param("most", most)
                .param("start", start)
                .query(CouponTermsRepository::offer)
                .list();
    }

    long count(Scope scope) {
        return in(scope, "select count(*) from coupon_terms where (:seller is null or seller_id = :seller)")
                .query(Long.class)
                .single();
    }

    private JdbcClient.StatementSpec in(Scope scope, String query) {
        return sql.sql(query).param("seller", scope.only().map(AccountId::value).orElse(null));
    }

    static CouponOffer offer(ResultSet row, int number) throws SQLException {
        return new CouponOffer(
                terms(row, number),
                new SaleWindow(instant(row, "opens_ms"), instant(row, "closes_ms")),
                row.getInt("total"),
                row.getInt("available"),
                row.getInt("used"),
                row.getObject("planned_closes_ms") != null);
    }

    /** Of a row that has all columns of the table. */
    static CouponTerms terms(ResultSet row, int number) throws SQLException {
        return new CouponTerms(
                new OfferId(row.getLong("offer_id")),
                new AccountId(row.getLong("seller_id")),
                row.getString("name"),
                row.getString("description"),
                new Money(row.getLong("face_fen")),
                new Money(row.getLong("min_spend_fen")),
                row.getInt("valid_days"),
                Optional.ofNullable(row.getObject("valid_until_ms", Long.class)).map(Instant::ofEpochMilli));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return Instant.ofEpochMilli(row.getLong(column));
    }
}
