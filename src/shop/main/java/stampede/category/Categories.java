package stampede.category;

import java.util.Collection;
import java.util.Map;
import org.springframework.stereotype.Service;
import stampede.catalog.CategoryId;
import stampede.catalog.ProductId;

/** Categories as they are now. No path of a sale asks for them; who searches has a copy. */
@Service
public class Categories {

    private final CategoryRepository categories;

    Categories(CategoryRepository categories) {
        this.categories = categories;
    }

    public CategoryTree tree() {
        return categories.tree();
    }

    /** How many products are in each that has some, not in those within it. */
    public Map<CategoryId, Long> countProducts() {
        return categories.countProducts();
    }

    /** In which category each of these products is; those in none are left out. */
    public Map<ProductId, CategoryId> ofProducts(Collection<ProductId> products) {
        return categories.ofProducts(products);
    }
}
