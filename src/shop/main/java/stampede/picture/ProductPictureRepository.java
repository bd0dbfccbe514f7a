package stampede.picture;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.catalog.ProductId;

/** The table {@code product_picture}. */
@Component
class ProductPictureRepository {

    private final JdbcClient jdbc;

    ProductPictureRepository(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The pictures of each product that has any, in their order. */
    Map<ProductId, List<ProductPicture>> of(Collection<ProductId> products) {
        return jdbc
                .sql("select " + PictureRepository.columns() + ", u.product_id, u.place, u.alt_zh, u.alt_en"
                        + " from product_picture u join picture p on p.id = u.picture_id"
                        + " where u.product_id in (:products) order by u.product_id, u.place")
                .param("products", products.stream().map(ProductId::value).toList())
                .query((row, number) -> Map.entry(
                        new ProductId(row.getLong("product_id")),
                        new ProductPicture(
                                PictureRepository.picture(row),
                                row.getInt("place"),
                                row.getString("alt_zh"),
                                row.getString("alt_en"))))
                .list()
                .stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    }

    /** The pictures of a product in their order, as they are now, and held until the transaction ends. */
    List<ProductPicture> held(ProductId product) {
        return jdbc.sql("select " + PictureRepository.columns() + ", u.product_id, u.place, u.alt_zh, u.alt_en"
                        + " from product_picture u join picture p on p.id = u.picture_id"
                        + " where u.product_id = :product order by u.place for update")
                .param("product", product.value())
                .query((row, number) -> new ProductPicture(
                        PictureRepository.picture(row),
                        row.getInt("place"),
                        row.getString("alt_zh"),
                        row.getString("alt_en")))
                .list();
    }

    /** The products that have a picture. */
    List<ProductId> productsOf(PictureId picture) {
        return jdbc.sql("select product_id from product_picture where picture_id = :picture order by product_id")
                .param("picture", picture.value())
                .query((row, number) -> new ProductId(row.getLong("product_id")))
                .list();
    }

    /** The product's row, so that its pictures change one after another; answers whether there is one. */
    boolean lock(ProductId product) {
        return jdbc.sql("select id from product where id = :product for update")
                .param("product", product.value())
                .query(Long.class)
                .optional()
                .isPresent();
    }

    void add(ProductId product, ProductPicture picture) {
        jdbc.sql("""
                insert into product_picture (product_id, picture_id, place, alt_zh, alt_en)
                values (:product, :picture, :place, :zh, :en)
                """)
                .param("product", product.value())
                .param("picture", picture.picture().id().value())
                .param("place", picture.place())
                .param("zh", picture.altZh())
                .param("en", picture.altEn())
                .update();
    }

    void removeAll(ProductId product) {
        jdbc.sql("delete from product_picture where product_id = :product")
                .param("product", product.value())
                .update();
    }
}
