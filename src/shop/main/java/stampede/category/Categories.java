package stampede.category;

import java.util.Map;
import org.springframework.stereotype.Service;
import stampede.catalog.CategoryId;

/** Categories as they are now. No path of a sale asks for them. */
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
}
