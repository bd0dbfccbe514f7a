package stampede.purchase;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.SecretKey;
import stampede.account.AccountId;
import stampede.signing.HmacKeys;

/**
 * Signs purchase ids, so that a shopper can show that the shop gave them: half an HMAC-SHA256 in the id itself. A purchase
 * that Redis has lost is known to nobody, so only its id can tell it from one that somebody invented.
 */
class PurchaseIdSigner {

    private static final int BYTES = 8;

    private final HmacKeys keys;

    /** The first key signs; all of them are believed, so that a key can be changed while purchases are open. */
    PurchaseIdSigner(List<SecretKey> keys) {
        this.keys = new HmacKeys(keys);
    }

    /** The id as this shopper is told it. */
    PurchaseId sign(PurchaseId purchase, AccountId shopper) {
        return new PurchaseId(purchase.reservation(), purchase.offer(), signature(keys.sign(text(purchase, shopper))));
    }

    /** Whether the shop gave this id to this shopper. */
    boolean isSigned(PurchaseId purchase, AccountId shopper) {
        var given = purchase.signature().getBytes(StandardCharsets.US_ASCII);
        return given.length > 0
                && keys.codes(text(purchase, shopper))
                        .anyMatch(code ->
                                MessageDigest.isEqual(signature(code).getBytes(StandardCharsets.US_ASCII), given));
    }

    private static String text(PurchaseId purchase, AccountId shopper) {
        return "stampede-purchase-id-1\n" + purchase.reservation() + "\n" + purchase.offer() + "\n" + shopper;
    }

    private static String signature(byte[] code) {
        return HexFormat.of().formatHex(code, 0, BYTES);
    }
}
