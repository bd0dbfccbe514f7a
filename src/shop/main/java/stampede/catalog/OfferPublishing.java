package stampede.catalog;

import java.time.Instant;
import java.util.List;
import stampede.account.AccountId;
import stampede.money.Money;

/** Puts products into slots. Announces {@link OfferPublished} for each offer, in the transaction that stores it. */
public interface OfferPublishing {

    /**
     * Stores a product, with its description sanitised.
     *
     * @throws IllegalArgumentException if something in it cannot be, with a sentence that says what
     */
    ProductId addProduct(NewProduct product);

    /**
     * Stores products in one transaction: all or none.
     *
     * @return their ids in the order given
     * @throws IllegalArgumentException if something in one of them cannot be, with a sentence that says what
     */
    List<ProductId> addProducts(List<NewProduct> products);

    /** The products of a seller that may be put on sale and are no coupons, oldest first. */
    List<Product> products(AccountId seller);

    /** The slot with this window; it is added if there is none. Slots by the clock are planned without this. */
    SlotId slot(SaleWindow window);

    /**
     * Puts a product into a slot.
     *
     * @throws IllegalArgumentException if something in it cannot be, with a sentence that says what
     */
    OfferId publish(NewOffer offer);

    /**
     * Puts products into slots in one transaction: all or none. A few hundred at a time.
     *
     * @return their ids in the order given
     * @throws IllegalArgumentException if something in one of them cannot be, with a sentence that says what
     */
    List<OfferId> publishAll(List<NewOffer> offers);

    /**
     * Puts a coupon on offer: one for each shopper, at no price.
     *
     * @throws IllegalArgumentException if something in it cannot be, with a sentence that says what
     */
    OfferId publishCoupon(NewCoupon coupon);

    /**
     * Changes the flash price of an offer whose slot has not opened.
     *
     * @throws IllegalArgumentException if that cannot be, with a sentence that says why
     */
    void changePrice(OfferId offer, Money price);

    /** The offers that sell in windows which open before {@code until} and have not ended, from the database. */
    List<Offer> openingBefore(Instant until);

    /**
     * A product to be stored.
     *
     * @param seller whose it is
     * @param details what is written about it
     * @param picture path of a drawing under the site's root, such as {@code /pictures/teapot.svg}, shown while it has no picture
     */
    record NewProduct(AccountId seller, ProductDetails details, String picture) {

        /** A product with one name and one description for both languages, and without a key. */
        public NewProduct(AccountId seller, String name, String descriptionHtml, String picture, Money listPrice) {
            this(seller, new ProductDetails(name, "", descriptionHtml, "", listPrice, ""), picture);
        }
    }

    /**
     * An offer to be published.
     *
     * @param product what is sold
     * @param slot when
     * @param price the flash price of one unit, at least one fen and at most the list price
     * @param allotment how many units may be sold, 1 to 1,000,000
     * @param limitPerShopper how many units one shopper may have, 1 to 100
     * @param limitPerAddress how many units may go to one address, 1 to 1,000; 0 for as many as anybody orders
     */
    record NewOffer(
            ProductId product, SlotId slot, Money price, int allotment, int limitPerShopper, int limitPerAddress) {

        /** As many go to one address as anybody orders. */
        public NewOffer(ProductId product, SlotId slot, Money price, int allotment, int limitPerShopper) {
            this(product, slot, price, allotment, limitPerShopper, 0);
        }
    }

    /**
     * A coupon to be put on offer.
     *
     * @param seller whose it is
     * @param name 1 to 120 characters
     * @param description what it is for, as text
     * @param faceValue what it is worth, more than nothing
     * @param window when it can be had
     * @param amount how many there are, 1 to 1,000,000
     */
    record NewCoupon(
            AccountId seller, String name, String description, Money faceValue, SaleWindow window, int amount) {}

    /**
     * A product as stored.
     *
     * @param id its id
     * @param name its name
     * @param listPrice the usual price of one unit
     */
    record Product(ProductId id, String name, Money listPrice) {}
}
