package stampede.api.category;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import stampede.category.CategoryFields;
import stampede.category.CategoryTree;

/**
 * What a category is to be.
 *
 * @param nameZh its Chinese name, at most 60 characters; one of the two names is enough
 * @param nameEn its English name
 * @param parent the name or the id of the one that it is to be in; empty at the top
 */
@Schema(name = "CategoryRequest")
record CategoryRequest(
        @Schema(example = "茶壶") @Nullable String nameZh,
        @Schema(example = "Teapots") @Nullable String nameEn,
        @Schema(example = "茶具") @Nullable String parent) {

    CategoryFields fields(CategoryTree tree) {
        return new CategoryFields(text(nameZh), text(nameEn), tree.parent(text(parent)));
    }

    private static String text(@Nullable String given) {
        return Objects.requireNonNullElse(given, "");
    }
}
