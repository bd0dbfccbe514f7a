package stampede.channel;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import stampede.signing.HmacKeys;

/**
 * Seals the secrets of channels with AES-GCM, by a key that is derived from the signing key (HKDF with SHA-256) and for one channel only:
 * what is moved to another row cannot be opened. The first key seals, all of them open.
 */
final class ChannelVault {

    private static final String PURPOSE = "stampede channel secrets 1";
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;

    /** Between the parts: none of them holds one. */
    private static final String SEPARATOR = "\n";

    private final List<SecretKey> keys;
    private final SecureRandom random = new SecureRandom();

    /** @param signing at least one */
    ChannelVault(List<SecretKey> signing) {
        this.keys = signing.stream().map(ChannelVault::derive).toList();
    }

    String seal(long channel, ChannelSecrets secrets) {
        var nonce = new byte[NONCE];
        random.nextBytes(nonce);
        var plain = String.join(SEPARATOR, secrets.token(), secrets.secret(), secrets.previous());
        try {
            var cipher = cipher(Cipher.ENCRYPT_MODE, keys.get(0), channel, nonce);
            var sealed = cipher.doFinal(plain.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder()
                    .encodeToString(ByteBuffer.allocate(NONCE + sealed.length)
                            .put(nonce)
                            .put(sealed)
                            .array());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every Java has AES-GCM", impossible);
        }
    }

    /** Empty if no key opens it: it was sealed with another one, or for another channel. */
    Optional<ChannelSecrets> open(long channel, String sealed) {
        return keys.stream().flatMap(key -> open(key, channel, sealed).stream()).findFirst();
    }

    /** Whether it opens, but by a key before the one that seals now. */
    boolean isOld(long channel, String sealed) {
        return open(keys.get(0), channel, sealed).isEmpty()
                && open(channel, sealed).isPresent();
    }

    private static Optional<ChannelSecrets> open(SecretKey key, long channel, String sealed) {
        try {
            var bytes = Base64.getDecoder().decode(sealed);
            var nonce = Arrays.copyOf(bytes, NONCE);
            var plain = cipher(Cipher.DECRYPT_MODE, key, channel, nonce)
                    .doFinal(bytes, NONCE, Math.max(0, bytes.length - NONCE));
            var parts = new String(plain, StandardCharsets.UTF_8).split(SEPARATOR, -1);
            return Optional.of(new ChannelSecrets(parts[0], parts[1], parts[2]));
        } catch (GeneralSecurityException | IllegalArgumentException otherKey) {
            return Optional.empty();
        }
    }

    private static Cipher cipher(int mode, SecretKey key, long channel, byte[] nonce) throws GeneralSecurityException {
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(("channel:" + channel).getBytes(StandardCharsets.US_ASCII));
        return cipher;
    }

    /** HKDF by RFC 5869, without salt; one block is as long as the key. */
    private static SecretKey derive(SecretKey signing) {
        var extract = HmacKeys.macOf(new SecretKeySpec(new byte[32], "HmacSHA256"));
        var pseudorandom = extract.doFinal(signing.getEncoded());
        var expand = HmacKeys.macOf(new SecretKeySpec(pseudorandom, "HmacSHA256"));
        expand.update(PURPOSE.getBytes(StandardCharsets.US_ASCII));
        return new SecretKeySpec(expand.doFinal(new byte[] {1}), "AES");
    }
}
