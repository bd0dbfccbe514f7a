package stampede.catalog;

import java.util.List;
import stampede.account.AccountId;
import stampede.money.Money;

/**
 * A product as its seller and operators see it.
 *
 * @param id its id
 * @param seller whose it is
 * @param details what was written about it
 * @param state whether it may be put on sale
 * @param drawing path of what is shown while it has no picture
 * @param pictures where its drawn pictures are
 * @param version grows with each change of all this but the pictures
 */
public record ProductRecord(
        ProductId id,
        AccountId seller,
        ProductDetails details,
        ProductState state,
        String drawing,
        List<ShownPicture> pictures,
        long version) {

    public ProductRecord {
        pictures = List.copyOf(pictures);
    }

    /** What it is called where nobody's language is known. */
    public String name() {
        return details.name();
    }

    public Money listPrice() {
        return details.listPrice();
    }

    /** As shoppers see it. */
    public ProductFace face() {
        return new ProductFace(
                details.nameZh(),
                details.nameEn(),
                details.descriptionZh(),
                details.descriptionEn(),
                drawing,
                pictures);
    }
}
