package stampede.purchase;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import stampede.account.AccountId;

/**
 * Proves that the shop gave a purchase id to a shopper: half an HMAC-SHA256 in the id itself. A purchase that Redis has lost is
 * known to nobody, so only its id can tell it from one that somebody invented.
 */
class PurchaseProofs {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 8;

    /** Each has its key and is copied for use, because finding an algorithm costs more than what it does here. */
    private final List<Mac> macs;

    /** The first key proves; all of them are believed, so that a key can be changed while purchases are open. */
    PurchaseProofs(List<SecretKey> keys) {
        this.macs = keys.stream().map(PurchaseProofs::mac).toList();
    }

    /** The id as this shopper is told it. */
    PurchaseId prove(PurchaseId purchase, AccountId shopper) {
        return new PurchaseId(purchase.reservation(), purchase.offer(), proof(macs.get(0), purchase, shopper));
    }

    /** Whether the shop gave this id to this shopper. */
    boolean isProven(PurchaseId purchase, AccountId shopper) {
        var given = purchase.proof().getBytes(StandardCharsets.US_ASCII);
        return given.length > 0
                && macs.stream()
                        .anyMatch(mac -> MessageDigest.isEqual(
                                proof(mac, purchase, shopper).getBytes(StandardCharsets.US_ASCII), given));
    }

    private static String proof(Mac mac, PurchaseId purchase, AccountId shopper) {
        var text = "stampede-purchase-id-1\n" + purchase.reservation() + "\n" + purchase.offer() + "\n" + shopper;
        try {
            var bytes = ((Mac) mac.clone()).doFinal(text.getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(bytes, 0, BYTES);
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException("Java's own HmacSHA256 can be copied", impossible);
        }
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
}
