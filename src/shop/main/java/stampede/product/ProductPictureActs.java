package stampede.product;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.catalog.ProductId;
import stampede.picture.Picture;
import stampede.picture.PictureId;
import stampede.picture.PictureRefusal;
import stampede.picture.PictureRefused;
import stampede.picture.PictureShape;
import stampede.picture.Pictures;
import stampede.picture.ProductPicture;
import stampede.picture.ProductPictures;

/** Gives products pictures and takes them off, each act in the audit log. What is another's does not exist. */
@Component
public class ProductPictureActs {

    private final ProductActs acts;
    private final Pictures pictures;
    private final ProductPictures productPictures;
    private final AuditLog audit;
    private final TransactionTemplate transaction;

    ProductPictureActs(
            ProductActs acts,
            Pictures pictures,
            ProductPictures productPictures,
            AuditLog audit,
            TransactionTemplate transaction) {
        this.acts = acts;
        this.pictures = pictures;
        this.productPictures = productPictures;
        this.audit = audit;
        this.transaction = transaction;
    }

    /** The product's pictures in their order, also those that are being drawn and those that cannot be. */
    public List<ProductPicture> of(SignedIn by, ProductId product) {
        return productPictures.of(acts.find(by, product).id());
    }

    /**
     * Uploads a picture and puts it behind those the product has.
     *
     * @throws PictureRefused if it is not taken
     * @throws ProductRefused if there is no such product for them
     * @throws IOException if the file cannot be read
     */
    public Picture upload(SignedIn by, ProductId product, InputStream file, PictureShape shape) throws IOException {
        if (of(by, product).size() >= ProductPictures.MOST) {
            throw new PictureRefused(PictureRefusal.TOO_MANY_PICTURES);
        }
        var picture = pictures.upload(by.id(), file, shape);
        transaction.executeWithoutResult(status -> {
            acts.lock(by, product);
            productPictures.add(product, by.id(), picture.id());
            write(by, "PRODUCT_PICTURE_ADDED", product, "", picture.id().toString());
        });
        return picture;
    }

    /** Says what a picture shows; what is too long is cut. */
    public void describe(SignedIn by, ProductId product, PictureId picture, String altZh, String altEn) {
        change(
                by,
                product,
                "PRODUCT_PICTURE_DESCRIBED",
                () -> productPictures.describe(product, picture, altZh, altEn));
    }

    /** Moves a picture in front of the one before it; the first stays. */
    public void moveUp(SignedIn by, ProductId product, PictureId picture) {
        move(by, product, picture, -1);
    }

    /** Moves a picture behind the one after it; the last stays. */
    public void moveDown(SignedIn by, ProductId product, PictureId picture) {
        move(by, product, picture, 1);
    }

    /** Takes a picture off the product. */
    public void remove(SignedIn by, ProductId product, PictureId picture) {
        change(by, product, "PRODUCT_PICTURE_REMOVED", () -> productPictures.remove(product, picture));
    }

    private void move(SignedIn by, ProductId product, PictureId picture, int step) {
        change(by, product, "PRODUCT_PICTURES_ARRANGED", () -> {
            var order = new ArrayList<>(productPictures.of(product).stream()
                    .map(there -> there.picture().id())
                    .toList());
            var from = order.indexOf(picture);
            if (from < 0) {
                throw new PictureRefused(PictureRefusal.NO_SUCH_PICTURE);
            }
            var to = from + step;
            if (to >= 0 && to < order.size()) {
                Collections.swap(order, from, to);
                productPictures.arrange(product, order);
            }
        });
    }

    private void change(SignedIn by, ProductId product, String action, Runnable work) {
        transaction.executeWithoutResult(status -> {
            acts.lock(by, product);
            var before = text(productPictures.of(product));
            work.run();
            write(by, action, product, before, text(productPictures.of(product)));
        });
    }

    private void write(SignedIn by, String action, ProductId product, String before, String after) {
        var change = AuditLog.Change.of(before, after);
        if (change.isChange()) {
            audit.write(by.who(), action, ProductActs.subject(product), change, "");
        }
    }

    private static String text(List<ProductPicture> pictures) {
        return pictures.stream()
                .map(there -> (there.picture().id() + " " + there.altZh() + " " + there.altEn()).strip())
                .collect(Collectors.joining("\n"));
    }
}
