package stampede.order;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/**
 * Signs and verifies purchase tokens: HMAC-SHA256 over everything in a message. A token proves that the shop itself reserved the
 * units at that price for that address; whoever can write to the queue cannot make one up.
 */
class PurchaseTokens {

    private static final String ALGORITHM = "HmacSHA256";

    /** Each has its key and is copied for use, because finding an algorithm costs more than what it does here. */
    private final List<Mac> macs;

    /** The first key signs; all of them verify, so that a key can be changed while messages are under way. */
    PurchaseTokens(List<SecretKey> keys) {
        this.macs = keys.stream().map(PurchaseTokens::mac).toList();
    }

    String sign(PlaceOrder message) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(mac(macs.get(0), canonical(message)));
    }

    boolean verify(PlaceOrder message) {
        byte[] given;
        try {
            given = Base64.getUrlDecoder().decode(message.token());
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
        return macs.stream()
                .anyMatch(mac -> MessageDigest.isEqual(mac(mac, canonical(message)), given)
                        || MessageDigest.isEqual(mac(mac, canonicalBefore(message)), given));
    }

    private static Mac mac(SecretKey key) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every Java has HmacSHA256", impossible);
        }
    }

    private static byte[] mac(Mac mac, String text) {
        try {
            return ((Mac) mac.clone()).doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException("Java's own HmacSHA256 can be copied", impossible);
        }
    }

    /**
     * The version and the line ends keep texts of other versions or with other cuts between fields apart; the address is last, for it
     * alone may hold anything.
     */
    private static String canonical(PlaceOrder message) {
        return "stampede-purchase-2\n" + fields(message) + "\n" + message.address();
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
