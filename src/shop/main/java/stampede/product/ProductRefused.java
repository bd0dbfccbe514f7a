package stampede.product;

import java.util.List;
import stampede.refusal.RefusalException;

/** A product stays as it is. */
public class ProductRefused extends RefusalException {

    private final transient List<ProductProblem> problems;

    public ProductRefused(ProductRefusal reason) {
        this(reason, List.of());
    }

    ProductRefused(ProductRefusal reason, List<ProductProblem> problems) {
        super(reason);
        this.problems = List.copyOf(problems);
    }

    @Override
    public ProductRefusal reason() {
        return (ProductRefusal) super.reason();
    }

    /** What is wrong, field by field; empty unless it is {@link ProductRefusal#PRODUCT_INVALID}. */
    public List<ProductProblem> problems() {
        return problems;
    }
}
