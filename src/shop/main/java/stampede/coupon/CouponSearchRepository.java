package stampede.coupon;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.Scope;
import stampede.account.Username;
import stampede.catalog.OfferId;
import stampede.listing.ListPage;
import stampede.listing.ListQuery;
import stampede.listing.ListRepository;
import stampede.listing.ListSql;
import stampede.listing.ReplicaListRepository;

/**
 * Finds coupons on offer, and who has them. A query for those on offer may have {@code name}, which they begin with, and {@code seller}, a
 * username; they are sorted by {@code coupon_terms.offer_id}, and those that somebody has by {@code coupon.order_id}.
 */
@Component
public class CouponSearchRepository {

    private final ListRepository lists;
    private final ReplicaListRepository pages;

    CouponSearchRepository(ListRepository lists, ReplicaListRepository pages) {
        this.lists = lists;
        this.pages = pages;
    }

    public ListPage<SellersCoupon> offers(Scope scope, ListQuery query) {
        return lists.page(offered(scope, query), query, CouponSearchRepository::offer);
    }

    /** As {@link ListRepository#forEach}. */
    public boolean offers(Scope scope, ListQuery query, int most, Consumer<SellersCoupon> row) {
        return lists.forEach(offered(scope, query), query, CouponSearchRepository::offer, most, row);
    }

    /** Who has one of these; nobody if it is out of scope. */
    public ListPage<CouponHolder> holders(Scope scope, OfferId offer, ListQuery query) {
        return pages.page(held(scope, offer), query, CouponSearchRepository::holder);
    }

    /** As {@link ListRepository#forEach}. */
    public boolean holders(Scope scope, OfferId offer, ListQuery query, int most, Consumer<CouponHolder> row) {
        return pages.forEach(held(scope, offer), query, CouponSearchRepository::holder, most, row);
    }

    private static ListSql offered(Scope scope, ListQuery query) {
        var list = inScope(
                ListSql.of(
                        CouponTermsRepository.COLUMNS + ", account.username",
                        CouponTermsRepository.TABLES + " join account on account.id = coupon_terms.seller_id"),
                scope);
        query.value("name")
                .ifPresent(name -> list.where("coupon_terms.name like :name", "name", ListSql.beginning(name)));
        query.value("seller")
                .ifPresent(seller -> list.where("account.username = :named", "named", Username.folded(seller)));
        return list;
    }

    private static ListSql held(Scope scope, OfferId offer) {
        return inScope(
                ListSql.of(
                                CouponRepository.COLUMNS + ", account.username",
                                CouponRepository.TABLES + " join account on account.id = coupon.owner_id")
                        .where("coupon.offer_id = :offer", "offer", offer.value()),
                scope);
    }

    private static ListSql inScope(ListSql list, Scope scope) {
        return scope.only()
                .map(AccountId::value)
                .map(seller -> list.where("coupon_terms.seller_id = :seller", "seller", seller))
                .orElse(list);
    }

    private static SellersCoupon offer(ResultSet row, int number) throws SQLException {
        return new SellersCoupon(CouponTermsRepository.offer(row, number), row.getString("username"));
    }

    private static CouponHolder holder(ResultSet row, int number) throws SQLException {
        return CouponHolder.of(CouponRepository.coupon(row, number), row.getString("username"));
    }
}
