package stampede.signing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/** Codes of texts by HMAC-SHA256. The first key signs; all of them verify, so that a key can be changed while a code is under way. */
public final class HmacKeys {

    /** Each has its key and is copied for use, because finding an algorithm costs more than what it does here. */
    private final List<Mac> macs;

    /** @param keys at least one */
    public HmacKeys(List<SecretKey> keys) {
        this.macs = keys.stream().map(HmacKeys::macOf).toList();
    }

    /** The code of the text by the first key, 32 bytes. */
    public byte[] sign(String text) {
        return code(macs.get(0), text);
    }

    /** The codes of the text by each key, the first one first. */
    public Stream<byte[]> codes(String text) {
        return macs.stream().map(mac -> code(mac, text));
    }

    private static byte[] code(Mac mac, String text) {
        return copyOf(mac).doFinal(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Has its key and is copied for use, because finding an algorithm costs more than using it. */
    public static Mac macOf(SecretKey key) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every Java has HmacSHA256", impossible);
        }
    }

    /** A code in the making, of its own for each text. */
    public static Mac copyOf(Mac mac) {
        try {
            return (Mac) mac.clone();
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException("Java's own HmacSHA256 can be copied", impossible);
        }
    }
}
