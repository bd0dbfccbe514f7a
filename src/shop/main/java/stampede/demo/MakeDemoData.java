package stampede.demo;

/**
 * Makes things to look at, as many of each.
 *
 * @param run tells these from others that were made before and after
 * @param products of the demonstration's seller
 * @param offers of these products in the coming slots
 * @param slots over how many of them
 * @param shoppers accounts without a password
 */
public record MakeDemoData(String run, int products, int offers, int slots, int shoppers) {

    /** The most of each: enough to fill every list, and made within seconds. */
    public static final int MOST_PRODUCTS = 500;

    public static final int MOST_OFFERS = 1_000;

    public static final int MOST_SLOTS = 12;

    public static final int MOST_SHOPPERS = 1_000;

    /** For the audit log. */
    String words() {
        return products + " products, " + offers + " offers in " + slots + " slots, " + shoppers + " shoppers";
    }
}
