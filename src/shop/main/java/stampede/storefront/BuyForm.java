package stampede.storefront;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;
import stampede.purchase.DeliveryAddress;
import stampede.purchase.PurchaseRequest;

/**
 * What the buy button sends.
 *
 * @param key one for each view of the page, so that pressing twice buys once
 * @param units how many
 * @param address where it shall be delivered
 */
record BuyForm(String key, int units, String address) {

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
        if (!DeliveryAddress.isGood(address)) {
            mistakes.add("address");
        }
        return mistakes;
    }

    private boolean hasGoodKey() {
        return PurchaseRequest.isIdempotencyKey(key);
    }

    private static String newKey() {
        return UUID.randomUUID().toString();
    }
}
