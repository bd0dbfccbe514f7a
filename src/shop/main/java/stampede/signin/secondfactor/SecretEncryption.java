package stampede.signin.secondfactor;

import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.stereotype.Component;
import stampede.token.TokenKeys;

/**
 * Encrypts secrets for the database (AES-256-GCM), each for one account: in another's row it cannot be read. What a signing key before
 * the present one closed is read as well, and is closed anew by whoever reads it.
 */
@Component
public final class SecretEncryption {

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    /** The one that closes first. */
    private final List<SecretKeySpec> keys;

    /** @param signingKeys from the current one the key that closes is derived; secrets of the previous are still read */
    public SecretEncryption(TokenKeys signingKeys) {
        this.keys = signingKeys.all().stream().map(SecretEncryption::derived).toList();
    }

    /** Whether secrets may be found that want to be closed anew. */
    public boolean knowsPreviousKeys() {
        return keys.size() > 1;
    }

    /** The secret, readable by this account's {@link #open} only. */
    public String close(TotpSecret secret, long account) {
        var nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        try {
            var encrypted =
                    cipher(Cipher.ENCRYPT_MODE, keys.get(0), nonce, account).doFinal(secret.bytes());
            var all = ByteBuffer.allocate(nonce.length + encrypted.length)
                    .put(nonce)
                    .put(encrypted);
            return Base64.getEncoder().encodeToString(all.array());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every Java has AES-GCM", impossible);
        }
    }

    /** The secret, or nothing if it was closed with a key that is unknown here, or for another account. */
    public Optional<Opened> open(String closed, long account) {
        for (var key : keys) {
            var secret = open(closed, key, account);
            if (secret.isPresent()) {
                return Optional.of(new Opened(secret.get(), !key.equals(keys.get(0))));
            }
        }
        return Optional.empty();
    }

    private static Optional<TotpSecret> open(String closed, SecretKeySpec key, long account) {
        try {
            var all = Base64.getDecoder().decode(closed);
            var nonce = new byte[NONCE_BYTES];
            ByteBuffer.wrap(all).get(nonce);
            var bytes = cipher(Cipher.DECRYPT_MODE, key, nonce, account)
                    .doFinal(all, NONCE_BYTES, all.length - NONCE_BYTES);
            return Optional.of(new TotpSecret(bytes));
        } catch (GeneralSecurityException otherKey) {
            return Optional.empty();
        }
    }

    private static SecretKeySpec derived(SecretKey signingKey) {
        var key = Hashing.hmacSha256(signingKey).hashString("second factor", StandardCharsets.US_ASCII);
        return new SecretKeySpec(key.asBytes(), "AES");
    }

    private static Cipher cipher(int mode, SecretKeySpec key, byte[] nonce, long account)
            throws GeneralSecurityException {
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(ByteBuffer.allocate(Long.BYTES).putLong(account).array());
        return cipher;
    }

    /**
     * A secret that was decrypted.
     *
     * @param secret the secret
     * @param outdated whether a key before the present one closed it, so that it is to be closed anew
     */
    public record Opened(TotpSecret secret, boolean outdated) {}
}
