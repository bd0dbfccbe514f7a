package stampede.order;

import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.SecretKey;
import stampede.signing.HmacKeys;

/**
 * Signs and verifies purchase tokens: HMAC-SHA256 over everything in a message. A token proves that the shop itself reserved the
 * units at that price for that address; whoever can write to the queue cannot make one up.
 */
class PurchaseTokens {

    private final HmacKeys keys;

    /** The first key signs; all of them verify, so that a key can be changed while messages are under way. */
    PurchaseTokens(List<SecretKey> keys) {
        this.keys = new HmacKeys(keys);
    }

    String sign(PlaceOrder message) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(keys.sign(canonical(message)));
    }

    boolean verify(PlaceOrder message) {
        byte[] given;
        try {
            given = Base64.getUrlDecoder().decode(message.token());
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
        return (message.room() == null
                        ? Stream.of(canonical(message), canonicalBefore(message))
                        : Stream.of(canonical(message)))
                .flatMap(keys::codes)
                .anyMatch(code -> MessageDigest.isEqual(code, given));
    }

    /**
     * The version and the line ends keep texts of other versions or with other cuts between fields apart; the address is last, for it
     * alone may hold anything.
     */
    private static String canonical(PlaceOrder message) {
        return message.room() == null
                ? "stampede-purchase-2\n" + fields(message) + "\n" + message.address()
                : "stampede-purchase-3\n" + fields(message) + "\n" + message.room() + "\n" + message.ticket() + "\n"
                        + message.address();
    }

    /** What nodes of release 0.5 signed, for messages that wait while a new release rolls out: without the address. */
    private static String canonicalBefore(PlaceOrder message) {
        return "stampede-purchase-1\n" + fields(message);
    }

    private static String fields(PlaceOrder message) {
        return String.join(
                "\n",
                message.reservationId(),
                message.offerId(),
                message.shopperId(),
                Integer.toString(message.units()),
                Long.toString(message.unitPriceFen()),
                Long.toString(message.reservedAtMs()));
    }
}
