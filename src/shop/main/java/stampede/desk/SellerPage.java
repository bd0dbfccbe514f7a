package stampede.desk;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/**
 * The pages of a seller's menu, in order: only those that there are. Their messages are {@code seller.page.NAME} and, what a page is for,
 * {@code seller.page.NAME.text}.
 */
public enum SellerPage {
    HOME("/seller", "layout-dashboard"),
    PRODUCTS("/seller/products", "package"),
    OFFERS("/seller/offers", "tag"),
    COUPONS("/seller/coupons", "ticket"),
    ORDERS("/seller/orders", "shopping-bag"),
    IMPORTS("/seller/imports", "upload"),
    REPORT("/seller/report", "chart-column"),
    ACCOUNT("/seller/account", "wallet");

    private final String path;
    private final String icon;

    SellerPage(String path, String icon) {
        this.path = path;
        this.icon = icon;
    }

    public String path() {
        return path;
    }

    /** Its picture in the sheet of icons. */
    public String icon() {
        return icon;
    }

    /** The page that an address is or belongs to: the one that has most of it. */
    static Optional<SellerPage> of(String address) {
        return Arrays.stream(values())
                .filter(page -> address.equals(page.path) || address.startsWith(page.path + "/"))
                .max(Comparator.comparingInt(page -> page.path.length()));
    }
}
