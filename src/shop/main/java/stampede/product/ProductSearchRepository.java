package stampede.product;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.Scope;
import stampede.catalog.CategoryId;
import stampede.catalog.ProductDetails;
import stampede.catalog.ProductId;
import stampede.catalog.ProductRecord;
import stampede.catalog.ProductState;
import stampede.catalog.ShownPicture;
import stampede.listing.ListPage;
import stampede.listing.ListQuery;
import stampede.listing.ListRepository;
import stampede.listing.ListSql;
import stampede.money.Money;

/**
 * Finds products. A query may have {@code text}, which is in a name or in the seller's key, {@code seller}, a username, {@code state}, and
 * {@code category}, the id of one, with those in it. Sorted by {@code p.id}. Products of coupons are none.
 */
@Component
public class ProductSearchRepository {

    private static final String COLUMNS = """
            p.id, p.seller_id, p.name, p.name_zh, p.name_en, p.description_html, p.description_zh, p.description_en, p.list_price_fen,
            p.sku, p.category_id, p.state, p.picture, p.pictures, p.version, a.username,
            (select count(*) from offer o where o.product_id = p.id and o.state = 'PUBLISHED') as offers""";

    private final ListRepository lists;

    ProductSearchRepository(ListRepository lists) {
        this.lists = lists;
    }

    public ListPage<ProductLine> page(Scope scope, ListQuery query) {
        return lists.page(chosen(scope, query), query, ProductSearchRepository::line);
    }

    /** As {@link ListRepository#forEach}. */
    public boolean forEach(Scope scope, ListQuery query, int most, Consumer<ProductLine> line) {
        return lists.forEach(chosen(scope, query), query, ProductSearchRepository::line, most, line);
    }

    private static ListSql chosen(Scope scope, ListQuery query) {
        var list = ListSql.of(COLUMNS, "product p left join account a on a.id = p.seller_id")
                .where("not exists (select 1 from offer c where c.product_id = p.id and c.kind = 'COUPON')");
        scope.only().ifPresent(seller -> list.where("p.seller_id = :own", "own", seller.value()));
        query.value("text")
                .ifPresent(text -> list.where(
                        "p.name like :text or p.name_zh like :text or p.name_en like :text or p.sku like :text",
                        "text",
                        "%" + ListSql.beginning(text)));
        query.value("seller").ifPresent(seller -> list.where("a.username = :seller", "seller", seller));
        query.value("category")
                .ifPresent(category -> list.where(
                        "p.category_id = :category or p.category_id in (select id from category where parent_id = :category)",
                        "category",
                        category));
        query.value("state").ifPresent(state -> list.where("p.state = :state", "state", state));
        return list;
    }

    private static ProductLine line(ResultSet row, int number) throws SQLException {
        var isOld = row.getString("name_zh") == null && row.getString("name_en") == null;
        return new ProductLine(
                new ProductRecord(
                        new ProductId(row.getLong("id")),
                        new AccountId(row.getLong("seller_id")),
                        new ProductDetails(
                                isOld ? row.getString("name") : text(row, "name_zh"),
                                text(row, "name_en"),
                                isOld ? row.getString("description_html") : text(row, "description_zh"),
                                text(row, "description_en"),
                                new Money(row.getLong("list_price_fen")),
                                text(row, "sku"),
                                category(row)),
                        ProductState.valueOf(row.getString("state")),
                        row.getString("picture"),
                        ShownPicture.read(text(row, "pictures")),
                        row.getLong("version")),
                text(row, "username"),
                row.getLong("offers"));
    }

    private static Optional<CategoryId> category(ResultSet row) throws SQLException {
        var category = row.getLong("category_id");
        return category == 0 ? Optional.empty() : Optional.of(new CategoryId(category));
    }

    private static String text(ResultSet row, String column) throws SQLException {
        return Objects.toString(row.getString(column), "");
    }
}
