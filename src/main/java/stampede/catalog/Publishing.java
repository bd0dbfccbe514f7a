package stampede.catalog;

import java.util.List;
import stampede.account.AccountId;
import stampede.support.Money;

/** Puts products into slots. Announces {@link OfferPublished} for each offer. */
public interface Publishing {

    /**
     * Stores a product, with its description sanitised.
     *
     * @throws IllegalArgumentException if something in it cannot be, with a sentence that says what
     */
    ProductId addProduct(NewProduct product);

    /**
     * Puts a product into a slot.
     *
     * @throws IllegalArgumentException if something in it cannot be, with a sentence that says what
     */
    OfferId publish(NewOffer offer);

    /** The offers that sell in windows which open before {@code until} and have not ended, from the database. */
    List<Offer> openingBefore(java.time.Instant until);

    record NewProduct(AccountId seller, String name, String descriptionHtml, String picture, Money listPrice) {}

    record NewOffer(ProductId product, SlotId slot, Money price, int allotment, int limitPerShopper) {}
}
