package stampede.product;

import java.util.List;

/**
 * What is wrong with one field of a product.
 *
 * @param field its name
 * @param message the key of a sentence that says what to do
 * @param values of the message
 */
public record ProductProblem(String field, String message, List<Object> values) {

    public ProductProblem {
        values = List.copyOf(values);
    }

    static ProductProblem of(String field, String message, Object... values) {
        return new ProductProblem(field, "product.wrong." + message, List.of(values));
    }

    /** For templates and messages. */
    public Object[] arguments() {
        return values.toArray();
    }
}
