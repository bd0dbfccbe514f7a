package stampede.purchase;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.SecretKey;
import stampede.account.AccountId;
import stampede.signing.HmacKeys;

/**
 * Proves that the shop gave a purchase id to a shopper: half an HMAC-SHA256 in the id itself. A purchase that Redis has lost is
 * known to nobody, so only its id can tell it from one that somebody invented.
 */
class PurchaseProofs {

    private static final int BYTES = 8;

    private final HmacKeys keys;

    /** The first key proves; all of them are believed, so that a key can be changed while purchases are open. */
    PurchaseProofs(List<SecretKey> keys) {
        this.keys = new HmacKeys(keys);
    }

    /** The id as this shopper is told it. */
    PurchaseId prove(PurchaseId purchase, AccountId shopper) {
        return new PurchaseId(purchase.reservation(), purchase.offer(), proof(keys.sign(text(purchase, shopper))));
    }

    /** Whether the shop gave this id to this shopper. */
    boolean isProven(PurchaseId purchase, AccountId shopper) {
        var given = purchase.proof().getBytes(StandardCharsets.US_ASCII);
        return given.length > 0
                && keys.codes(text(purchase, shopper))
                        .anyMatch(
                                code -> MessageDigest.isEqual(proof(code).getBytes(StandardCharsets.US_ASCII), given));
    }

    private static String text(PurchaseId purchase, AccountId shopper) {
        return "stampede-purchase-id-1\n" + purchase.reservation() + "\n" + purchase.offer() + "\n" + shopper;
    }

    private static String proof(byte[] code) {
        return HexFormat.of().formatHex(code, 0, BYTES);
    }
}
