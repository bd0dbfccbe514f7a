package stampede.picture;

import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.catalog.ProductId;
import stampede.catalog.Products;
import stampede.catalog.ShownPicture;

/**
 * Tells the catalogue where the drawn pictures of a product are, so that no page of a shopper asks for them. A picture's row is held
 * while this is read, and written before its products are looked for: one of the two that meet always sees the other.
 */
@Component
class PictureShowing {

    private final ProductPictureRepository uses;
    private final Products products;
    private final TransactionTemplate transaction;

    PictureShowing(ProductPictureRepository uses, Products products, TransactionTemplate transaction) {
        this.uses = uses;
        this.products = products;
        this.transaction = transaction;
    }

    /** In the caller's transaction, which holds the product. */
    void show(ProductId product) {
        products.showPictures(
                product,
                uses.held(product).stream()
                        .flatMap(there -> there.picture().drawn().stream()
                                .map(drawn -> new ShownPicture(
                                        drawn.folder(),
                                        drawn.type().ending(),
                                        drawn.sides(),
                                        there.altZh(),
                                        there.altEn())))
                        .toList());
    }

    /** After the picture was drawn; again does no harm. */
    void showWhereUsed(PictureId picture) {
        uses.productsOf(picture)
                .forEach(product -> transaction.executeWithoutResult(status -> {
                    if (uses.lock(product)) {
                        show(product);
                    }
                }));
    }
}
