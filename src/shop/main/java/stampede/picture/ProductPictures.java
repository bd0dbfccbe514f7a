package stampede.picture;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountId;
import stampede.catalog.ProductId;

/**
 * Which pictures a product has, in which order, and what they show. Whoever calls has made sure that the product is theirs to change;
 * that a picture is, is looked at here.
 */
@Component
public class ProductPictures {

    /** How many pictures a product may have. */
    public static final int MOST = 8;

    /** How many characters may say what a picture shows. */
    public static final int LONGEST_ALT = 120;

    private final Pictures pictures;
    private final PictureRepository rows;
    private final ProductPictureRepository uses;
    private final PictureShowing shown;
    private final TransactionTemplate transaction;

    ProductPictures(
            Pictures pictures,
            PictureRepository rows,
            ProductPictureRepository uses,
            PictureShowing shown,
            TransactionTemplate transaction) {
        this.pictures = pictures;
        this.rows = rows;
        this.uses = uses;
        this.shown = shown;
        this.transaction = transaction;
    }

    /** The product's pictures in their order, also those that are being drawn and those that cannot be. */
    public List<ProductPicture> of(ProductId product) {
        return of(List.of(product)).getOrDefault(product, List.of());
    }

    /** The pictures of each of these products that has any, in their order, in one statement. */
    public Map<ProductId, List<ProductPicture>> of(Collection<ProductId> products) {
        return products.isEmpty() ? Map.of() : uses.of(products);
    }

    /**
     * Uploads a picture and puts it behind those the product has.
     *
     * @throws PictureRefused as {@link Pictures#upload}, and if the product has {@link #MOST}, before anything is read
     * @throws IOException if the file cannot be read
     */
    public Picture upload(ProductId product, AccountId owner, InputStream file, PictureShape shape) throws IOException {
        if (of(product).size() >= MOST) {
            throw new PictureRefused(PictureRefusal.TOO_MANY_PICTURES);
        }
        var picture = pictures.upload(owner, file, shape);
        add(product, owner, picture.id());
        return picture;
    }

    /**
     * Puts a picture behind those the product has; one that it has already stays where it is.
     *
     * @throws PictureRefused if the product has {@link #MOST}, or the picture is not this account's
     */
    public void add(ProductId product, AccountId owner, PictureId picture) {
        var added = rows.find(picture)
                .filter(found -> found.owner().equals(owner))
                .orElseThrow(() -> new PictureRefused(PictureRefusal.NO_SUCH_PICTURE));
        change(product, present -> {
            if (present.stream().anyMatch(there -> there.picture().id().equals(picture))) {
                return present;
            }
            return Stream.concat(present.stream(), Stream.of(new ProductPicture(added, MOST, "", "")))
                    .toList();
        });
    }

    /**
     * Says what a picture of the product shows, in both languages; what is too long is cut.
     *
     * @throws PictureRefused if the product has no such picture
     */
    public void describe(ProductId product, PictureId picture, String altZh, String altEn) {
        change(product, present -> {
            require(present, picture);
            return present.stream()
                    .map(there -> there.picture().id().equals(picture)
                            ? new ProductPicture(there.picture(), there.place(), cut(altZh), cut(altEn))
                            : there)
                    .toList();
        });
    }

    /** Puts the product's pictures into this order. Those not named come last, as they were; others' are left out. */
    public void arrange(ProductId product, List<PictureId> order) {
        change(
                product,
                present -> present.stream()
                        .sorted((one, other) -> Integer.compare(
                                rank(order, one.picture().id()),
                                rank(order, other.picture().id())))
                        .toList());
    }

    /**
     * Takes a picture off the product. It is kept for a while.
     *
     * @throws PictureRefused if the product has no such picture
     */
    public void remove(ProductId product, PictureId picture) {
        change(product, present -> {
            require(present, picture);
            return present.stream()
                    .filter(there -> !there.picture().id().equals(picture))
                    .toList();
        });
    }

    /** Gives a product the pictures of another, in place of those it has. */
    public void copy(ProductId from, ProductId to) {
        var copied = of(from);
        change(to, present -> copied);
    }

    /** One after another for each product, so that nobody writes over what another has just done. */
    private void change(ProductId product, UnaryOperator<List<ProductPicture>> change) {
        transaction.executeWithoutResult(status -> {
            if (!uses.lock(product)) {
                throw new PictureRefused(PictureRefusal.NO_SUCH_PICTURE);
            }
            var present = of(product);
            var changed = change.apply(present);
            if (changed.size() > MOST) {
                throw new PictureRefused(PictureRefusal.TOO_MANY_PICTURES);
            }
            if (!changed.equals(present)) {
                write(product, changed);
            }
        });
    }

    private void write(ProductId product, List<ProductPicture> changed) {
        uses.removeAll(product);
        IntStream.range(0, changed.size()).forEach(at -> {
            var there = changed.get(at);
            uses.add(product, new ProductPicture(there.picture(), at + 1, there.altZh(), there.altEn()));
            rows.markUsed(there.picture().id());
        });
        shown.show(product);
    }

    private static void require(List<ProductPicture> present, PictureId picture) {
        if (present.stream().noneMatch(there -> there.picture().id().equals(picture))) {
            throw new PictureRefused(PictureRefusal.NO_SUCH_PICTURE);
        }
    }

    private static int rank(List<PictureId> order, PictureId picture) {
        var at = order.indexOf(picture);
        return at < 0 ? order.size() : at;
    }

    private static String cut(String words) {
        var plain = words.strip();
        return plain.length() <= LONGEST_ALT ? plain : plain.substring(0, LONGEST_ALT);
    }
}
