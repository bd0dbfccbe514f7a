package stampede.alipaysandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** RSA2 as Alipay's documents describe it, without Alipay's SDK: the shop's use of that is what is to be checked. */
final class Rsa2Signatures {

    private static final String RSA2 = "SHA256withRSA";

    private Rsa2Signatures() {}

    /** What is signed: names and values in the order of the names, those without a value left out. */
    static String content(Map<String, String> fields, Set<String> leftOut) {
        return new TreeMap<>(fields)
                .entrySet().stream()
                        .filter(field -> !leftOut.contains(field.getKey())
                                && !field.getValue().isEmpty())
                        .map(field -> field.getKey() + "=" + field.getValue())
                        .collect(Collectors.joining("&"));
    }

    static String sign(String content, PrivateKey key) {
        try {
            var signature = Signature.getInstance(RSA2);
            signature.initSign(key);
            signature.update(content.getBytes(UTF_8));
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether the owner of this key signed this; false also for what is no signature at all. */
    static boolean fits(String content, String sign, PublicKey key) {
        try {
            var signature = Signature.getInstance(RSA2);
            signature.initVerify(key);
            signature.update(content.getBytes(UTF_8));
            return signature.verify(Base64.getDecoder().decode(sign));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }
}
