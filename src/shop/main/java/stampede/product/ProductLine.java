package stampede.product;

import java.util.Locale;
import stampede.catalog.ProductRecord;

/**
 * A product in a list.
 *
 * @param product the product
 * @param seller the username of whoever has it
 * @param offers in how many slots it was put on sale
 */
public record ProductLine(ProductRecord product, String seller, long offers) {

    public String name(Locale language) {
        return product.face().name(language);
    }

    /** Path of a small picture. */
    public String picture() {
        return product.pictures().isEmpty()
                ? product.drawing()
                : product.pictures().get(0).path(160);
    }
}
