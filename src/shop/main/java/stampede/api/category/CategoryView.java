package stampede.api.category;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import stampede.catalog.CategoryId;
import stampede.category.Category;
import stampede.category.CategoryTree;

/**
 * A category of products.
 *
 * @param id its id
 * @param parentId the one that it is in; empty at the top
 * @param nameZh its Chinese name; empty if it has none
 * @param nameEn its English name; empty if it has none
 * @param path by which products name it
 * @param version to be sent as If-Match with a change
 */
@Schema(name = "Category")
record CategoryView(
        @Schema(example = "708540021337000002") String id,
        @Schema(example = "708540021337000001") String parentId,
        @Schema(example = "茶壶") String nameZh,
        @Schema(example = "Teapots") String nameEn,
        @Schema(example = "茶具/茶壶") String path,
        @Schema(example = "0") long version) {

    static CategoryView of(CategoryTree tree, Category category) {
        return new CategoryView(
                category.id().toString(),
                category.parent().map(CategoryId::toString).orElse(""),
                category.nameZh(),
                category.nameEn(),
                tree.path(category),
                category.version());
    }

    /** In their order, each at the top followed by those in it. */
    static List<CategoryView> all(CategoryTree tree) {
        return tree.all().stream().map(category -> of(tree, category)).toList();
    }
}
