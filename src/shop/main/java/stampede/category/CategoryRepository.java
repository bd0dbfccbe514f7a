package stampede.category;

import com.google.common.collect.Iterables;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import stampede.catalog.CategoryId;
import stampede.catalog.ProductId;

/** The table of categories: a few hundred rows, read as a whole. */
@Repository
class CategoryRepository {

    private static final int AT_ONCE = 1_000;

    private final JdbcClient sql;

    CategoryRepository(JdbcClient sql) {
        this.sql = sql;
    }

    CategoryTree tree() {
        var rows = sql.sql("select id, parent_id, name_zh, name_en, version from category order by place, id")
                .query(CategoryRepository::category)
                .list();
        return new CategoryTree(rows.stream()
                .filter(Category::isTop)
                .flatMap(top -> Stream.concat(
                        Stream.of(top),
                        rows.stream()
                                .filter(one ->
                                        one.parent().filter(top.id()::equals).isPresent())))
                .toList());
    }

    /** The same; nobody else changes any of them before the caller's transaction ends. They are changed seldom, by few. */
    @Transactional(propagation = Propagation.MANDATORY)
    public CategoryTree lock() {
        sql.sql("select id from category order by id for update")
                .query(Long.class)
                .list();
        return tree();
    }

    /** Behind those beside it. */
    void add(CategoryId category, CategoryFields fields) {
        sql.sql("""
                insert into category (id, parent_id, name_zh, name_en, place, version)
                values (:id, :parent, :nameZh, :nameEn, :place, 0)
                """)
                .params(values(fields))
                .param("id", category.value())
                .param("place", nextPlace(fields.parent()))
                .update();
    }

    void change(Category seen, CategoryFields fields) {
        sql.sql("""
                update category set parent_id = :parent, name_zh = :nameZh, name_en = :nameEn, version = version + 1
                 where id = :id
                """).params(values(fields)).param("id", seen.id().value()).update();
        if (!seen.parent().equals(fields.parent())) {
            place(seen.id(), nextPlace(fields.parent()));
        }
    }

    /** Gives these their places, in this order. */
    void arrange(List<Category> order) {
        for (var place = 0; place < order.size(); place++) {
            place(order.get(place).id(), place);
        }
    }

    void delete(CategoryId category) {
        sql.sql("delete from category where id = :id")
                .param("id", category.value())
                .update();
    }

    boolean isUsed(CategoryId category) {
        return sql.sql("select id from product where category_id = :id limit 1")
                .param("id", category.value())
                .query(Long.class)
                .optional()
                .isPresent();
    }

    /** How many products are in each that has some, not in those within it. */
    Map<CategoryId, Long> countProducts() {
        var counts = new HashMap<CategoryId, Long>();
        sql.sql("select category_id, count(*) as products from product where category_id > 0 group by category_id")
                .query(row -> {
                    counts.put(new CategoryId(row.getLong("category_id")), row.getLong("products"));
                });
        return counts;
    }

    /** By their ids, a thousand at a time; those in none are left out. */
    Map<ProductId, CategoryId> ofProducts(Collection<ProductId> products) {
        var places = new HashMap<ProductId, CategoryId>();
        for (var some : Iterables.partition(products, AT_ONCE)) {
            sql.sql("select id, category_id from product where id in (:ids) and category_id > 0")
                    .param("ids", some.stream().map(ProductId::value).toList())
                    .query(row -> {
                        places.put(new ProductId(row.getLong("id")), new CategoryId(row.getLong("category_id")));
                    });
        }
        return places;
    }

    private int nextPlace(Optional<CategoryId> parent) {
        return sql.sql("select coalesce(max(place), -1) + 1 from category where parent_id = :parent")
                .param("parent", parentValue(parent))
                .query(Integer.class)
                .single();
    }

    private void place(CategoryId category, int place) {
        sql.sql("update category set place = :place where id = :id")
                .param("place", place)
                .param("id", category.value())
                .update();
    }

    private static Map<String, @Nullable Object> values(CategoryFields fields) {
        var values = new HashMap<String, @Nullable Object>();
        values.put("parent", parentValue(fields.parent()));
        values.put("nameZh", fields.nameZh().isEmpty() ? null : fields.nameZh());
        values.put("nameEn", fields.nameEn().isEmpty() ? null : fields.nameEn());
        return values;
    }

    private static long parentValue(Optional<CategoryId> parent) {
        return parent.map(CategoryId::value).orElse(0L);
    }

    private static Category category(ResultSet row, int number) throws SQLException {
        var parent = row.getLong("parent_id");
        return new Category(
                new CategoryId(row.getLong("id")),
                parent == 0 ? Optional.empty() : Optional.of(new CategoryId(parent)),
                Objects.requireNonNullElse(row.getString("name_zh"), ""),
                Objects.requireNonNullElse(row.getString("name_en"), ""),
                row.getLong("version"));
    }
}
