package stampede.api.category;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import stampede.category.Categories;

/** The categories that sellers may put their products into. */
@RestController
@Tag(name = "Selling")
class SellerCategoryApi {

    private final Categories categories;

    SellerCategoryApi(Categories categories) {
        this.categories = categories;
    }

    @Operation(summary = "Categories in their order, each at the top followed by those in it (sellers)")
    @GetMapping("/api/v1/seller/categories")
    List<CategoryView> categories() {
        return CategoryView.all(categories.tree());
    }
}
