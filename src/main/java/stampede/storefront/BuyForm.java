package stampede.storefront;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What the buy button sends.
 *
 * @param key one for each view of the page, so that pressing twice buys once
 * @param units how many
 * @param address where it shall be delivered
 */
record BuyForm(String key, int units, String address) {

    /** The longest address, in characters. */
    public static final int LONGEST_ADDRESS = 200;

    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    BuyForm {
        address = address.strip();
    }

    static BuyForm blank() {
        return new BuyForm(newKey(), 1, "");
    }

    /** The same with a key that can be used. */
    BuyForm withGoodKey() {
        return hasGoodKey() ? this : new BuyForm(newKey(), units, address);
    }

    /** The names of the fields that cannot be sent as they are. */
    Set<String> mistakes() {
        var mistakes = new LinkedHashSet<String>();
        if (!hasGoodKey()) {
            mistakes.add("key");
        }
        if (units < 1) {
            mistakes.add("units");
        }
        if (address.isEmpty() || address.length() > LONGEST_ADDRESS) {
            mistakes.add("address");
        }
        return mistakes;
    }

    private boolean hasGoodKey() {
        return KEY.matcher(key).matches();
    }

    private static String newKey() {
        return UUID.randomUUID().toString();
    }
}
