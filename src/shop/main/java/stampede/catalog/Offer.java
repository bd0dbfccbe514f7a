package stampede.catalog;

import java.util.Locale;
import stampede.account.AccountId;
import stampede.money.Money;

/**
 * One product in one slot, as published: what pages show and the purchase path needs, without what is left of it.
 *
 * @param id its id
 * @param slot the slot it sells in
 * @param window when it sells: as its slot does, unless it is a coupon or was stopped
 * @param product the product
 * @param seller whose it is
 * @param face what shoppers see of the product
 * @param listPrice the usual price of one unit
 * @param price the flash price of one unit
 * @param allotment how many units it may sell
 * @param limitPerShopper how many units one shopper may have
 * @param limitPerAddress how many units may go to one address; 0 for as many as anybody orders
 * @param version grows with each change
 */
public record Offer(
        OfferId id,
        SlotId slot,
        SaleWindow window,
        ProductId product,
        AccountId seller,
        ProductFace face,
        Money listPrice,
        Money price,
        int allotment,
        int limitPerShopper,
        int limitPerAddress,
        long version) {

    /** What orders keep. */
    public ProductName productName() {
        return ProductName.of(face);
    }

    /** What the product is called where nobody's language is known. */
    public String name() {
        return face.name();
    }

    public String name(Locale language) {
        return face.name(language);
    }

    public String descriptionHtml() {
        return face.description();
    }

    public String descriptionHtml(Locale language) {
        return face.description(language);
    }

    /** Path of the product's first picture under the site's root, such as {@code /pictures/teapot.svg}. */
    public String picture() {
        return face.picture();
    }

    /** Whether it costs nothing, as only coupons do. */
    public boolean isCoupon() {
        return price.fen() == 0;
    }
}
