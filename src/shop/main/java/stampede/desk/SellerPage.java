package stampede.desk;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/**
 * The pages of a seller's menu, in order: only those that there are. Their messages are {@code seller.page.NAME} and, what a page is for,
 * {@code seller.page.NAME.text}.
 */
public enum SellerPage {
    HOME("/seller"),
    PRODUCTS("/seller/products"),
    OFFERS("/seller/offers"),
    COUPONS("/seller/coupons"),
    ORDERS("/seller/orders"),
    IMPORTS("/seller/imports"),
    REPORT("/seller/report"),
    ACCOUNT("/seller/account");

    private final String path;

    SellerPage(String path) {
        this.path = path;
    }

    public String path() {
        return path;
    }

    /** The page that an address is or belongs to: the one that has most of it. */
    static Optional<SellerPage> of(String address) {
        return Arrays.stream(values())
                .filter(page -> address.equals(page.path) || address.startsWith(page.path + "/"))
                .max(Comparator.comparingInt(page -> page.path.length()));
    }
}
