package stampede.catalog;

import java.util.Optional;
import stampede.money.Money;

/**
 * What people write about a product.
 *
 * @param nameZh its Chinese name, at most 120 characters; empty if it has an English one only
 * @param nameEn its English name, at most 120 characters; empty if it has a Chinese one only
 * @param descriptionZh HTML in Chinese, at most 20,000 characters; what is not harmless is taken out
 * @param descriptionEn the same in English
 * @param listPrice the usual price of one unit, at least one fen
 * @param sku the seller's own key, at most 64 characters and unique among theirs; empty if it has none
 * @param category what kind of thing it is
 */
public record ProductDetails(
        String nameZh,
        String nameEn,
        String descriptionZh,
        String descriptionEn,
        Money listPrice,
        String sku,
        Optional<CategoryId> category) {

    /** In no category. */
    public ProductDetails(
            String nameZh, String nameEn, String descriptionZh, String descriptionEn, Money listPrice, String sku) {
        this(nameZh, nameEn, descriptionZh, descriptionEn, listPrice, sku, Optional.empty());
    }

    /** What it is called where nobody's language is known. */
    public String name() {
        return nameZh.isEmpty() ? nameEn : nameZh;
    }
}
