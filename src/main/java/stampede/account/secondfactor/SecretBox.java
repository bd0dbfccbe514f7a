package stampede.account.secondfactor;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Encrypts secrets for the database (AES-256-GCM), each for one account: in another's row it cannot be read. */
public final class SecretBox {

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SecretKeySpec key;

    /** @param signingKey from which the key is derived */
    public SecretBox(SecretKey signingKey) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(signingKey);
            this.key = new SecretKeySpec(mac.doFinal("second factor".getBytes(StandardCharsets.US_ASCII)), "AES");
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every Java has HmacSHA256", impossible);
        }
    }

    /** The secret, readable by this account's {@link #open} only. */
    public String close(TotpSecret secret, long account) {
        var nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        try {
            var encrypted = cipher(Cipher.ENCRYPT_MODE, nonce, account).doFinal(secret.bytes());
            var all = ByteBuffer.allocate(nonce.length + encrypted.length)
                    .put(nonce)
                    .put(encrypted);
            return Base64.getEncoder().encodeToString(all.array());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every Java has AES-GCM", impossible);
        }
    }

    /** The secret, or nothing if it was closed with another key or for another account. */
    public Optional<TotpSecret> open(String closed, long account) {
        try {
            var all = Base64.getDecoder().decode(closed);
            var nonce = new byte[NONCE_BYTES];
            ByteBuffer.wrap(all).get(nonce);
            var bytes = cipher(Cipher.DECRYPT_MODE, nonce, account).doFinal(all, NONCE_BYTES, all.length - NONCE_BYTES);
            return Optional.of(new TotpSecret(bytes));
        } catch (GeneralSecurityException otherKey) {
            return Optional.empty();
        }
    }

    private Cipher cipher(int mode, byte[] nonce, long account) throws GeneralSecurityException {
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(ByteBuffer.allocate(Long.BYTES).putLong(account).array());
        return cipher;
    }
}
