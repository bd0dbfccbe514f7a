package stampede.storefront;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import stampede.address.Address;
import stampede.address.AddressId;
import stampede.purchase.PurchaseRequest;

/**
 * What the buy button sends.
 *
 * @param key one for each view of the page, so that pressing twice buys once
 * @param units how many
 * @param addressId which of the shopper's addresses it shall go to
 * @param address where it shall be delivered if it is none of those
 */
record BuyForm(String key, int units, Optional<AddressId> addressId, String address) {

    private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,17}");

    BuyForm {
        address = address.strip();
    }

    /**
     * As it was sent.
     *
     * @param addressId empty if it is to go to {@code address}; what names no address names none of the shopper's
     */
    static BuyForm of(String key, int units, String addressId, String address) {
        var id = Optional.of(addressId)
                .filter(text -> ID.matcher(text).matches())
                .map(AddressId::of);
        return new BuyForm(key, units, id, addressId.isEmpty() || id.isPresent() ? address : "");
    }

    /** To the default of these, if there are any. */
    static BuyForm blank(List<Address> addresses) {
        return new BuyForm(newKey(), 1, addresses.stream().findFirst().map(Address::id), "");
    }

    /** The same with a key that can be used. */
    BuyForm withGoodKey() {
        return hasGoodKey() ? this : with(newKey());
    }

    BuyForm with(String another) {
        return new BuyForm(another, units, addressId, address);
    }

    boolean hasGoodKey() {
        return PurchaseRequest.isIdempotencyKey(key);
    }

    /** Whether it chooses an address and has another written down: which of them counts nobody knows. */
    boolean isAmbiguous() {
        return addressId.isPresent() && !address.isEmpty();
    }

    /** Whether it is to go to this one. */
    public boolean chooses(Address one) {
        return addressId.filter(one.id()::equals).isPresent();
    }

    static String newKey() {
        return UUID.randomUUID().toString();
    }
}
