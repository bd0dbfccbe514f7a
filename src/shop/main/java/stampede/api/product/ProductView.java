package stampede.api.product;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import stampede.catalog.CategoryId;
import stampede.catalog.ProductRecord;
import stampede.catalog.ProductState;
import stampede.catalog.ShownPicture;
import stampede.category.CategoryTree;

/**
 * A product as the JSON API shows it to those who sell it.
 *
 * @param id its id
 * @param seller the username of its seller; empty if it is the shop's own
 * @param nameZh its Chinese name; empty if it has none
 * @param nameEn its English name; empty if it has none
 * @param descriptionZh sanitised HTML in Chinese
 * @param descriptionEn sanitised HTML in English
 * @param listPriceFen the usual price of one unit, in fen
 * @param sku the seller's own key; empty if it has none
 * @param category its path by names; empty if it is in none
 * @param categoryId its id; empty if it is in none
 * @param state whether it may be put on sale
 * @param version to be sent as If-Match with a change
 * @param pictures those that are drawn, as shoppers see them
 */
@Schema(name = "Product")
record ProductView(
        @Schema(example = "708540021337000001") String id,
        @Schema(example = "teapots") String seller,
        @Schema(example = "青瓷茶壶") String nameZh,
        @Schema(example = "Celadon teapot") String nameEn,
        @Schema(example = "<p>手工拉坯，断水利落。</p>") String descriptionZh,

        @Schema(example = "<p>Thrown by hand. Does not drip.</p>")
        String descriptionEn,

        @Schema(example = "12990") long listPriceFen,
        @Schema(example = "TP-1") String sku,
        @Schema(example = "茶具/茶壶") String category,
        @Schema(example = "708540021337000002") String categoryId,
        ProductState state,
        @Schema(example = "3") long version,
        List<Shown> pictures) {

    static ProductView of(ProductRecord product, String seller, CategoryTree categories) {
        var details = product.details();
        return new ProductView(
                product.id().toString(),
                seller,
                details.nameZh(),
                details.nameEn(),
                details.descriptionZh(),
                details.descriptionEn(),
                details.listPrice().fen(),
                details.sku(),
                categories.path(details.category()),
                details.category().map(CategoryId::toString).orElse(""),
                product.state(),
                product.version(),
                product.pictures().stream().map(Shown::of).toList());
    }

    /**
     * A picture that is shown.
     *
     * @param path of its largest file, under the site's root
     * @param srcset all of its files with their widths, as HTML has it
     * @param altZh what it shows, in Chinese; empty if nobody said
     * @param altEn what it shows, in English; empty if nobody said
     */
    @Schema(name = "ProductPictureShown")
    record Shown(String path, String srcset, String altZh, String altEn) {

        static Shown of(ShownPicture picture) {
            return new Shown(picture.path(Integer.MAX_VALUE), picture.srcset(), picture.altZh(), picture.altEn());
        }
    }

    /**
     * Some products, newest first.
     *
     * @param items at most fifty
     * @param next to be sent as {@code after} for the products behind these; empty if there are none
     */
    @Schema(name = "ProductPage")
    record Page(List<ProductView> items, String next) {}
}
