package stampede.token;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import stampede.signing.HmacKeys;

/**
 * The keys of cookies and tokens: one signs, and the one before it is still believed, so that changing the key signs nobody out.
 *
 * @param current signs
 * @param previous verifies as well; at most one
 */
public record TokenKeys(SecretKey current, List<SecretKey> previous) {

    private static final int NAME_LENGTH = 8;

    public static TokenKeys of(SecretKey key) {
        return new TokenKeys(key, List.of());
    }

    /** The one that signs first. */
    public List<SecretKey> all() {
        return Stream.concat(Stream.of(current), previous.stream()).toList();
    }

    /** What a token calls the key that signed it: says which, and nothing about it. */
    public static String nameOf(SecretKey key) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update("stampede-key-name\n".getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(digest.digest(key.getEncoded()))
                    .substring(0, NAME_LENGTH);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has SHA-256", impossible);
        }
    }

    /** Keys for another purpose, which tell nothing of these. */
    public TokenKeys derived(String purpose) {
        return new TokenKeys(
                derived(current, purpose),
                previous.stream().map(key -> derived(key, purpose)).toList());
    }

    private static SecretKey derived(SecretKey key, String purpose) {
        return new SecretKeySpec(
                HmacKeys.macOf(key).doFinal(("stampede-derived\n" + purpose).getBytes(StandardCharsets.UTF_8)),
                key.getAlgorithm());
    }

    @Override
    public String toString() {
        return "TokenKeys[" + all().size() + "]";
    }
}
