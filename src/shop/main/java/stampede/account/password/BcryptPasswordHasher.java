package stampede.account.password;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.DelegatingPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Hashes passwords with bcrypt, which reads 72 bytes and no more; so it is given a digest of fixed length (HMAC-SHA-384, in
 * base64) instead of the password, which may be longer. Hashes of bcrypt alone, as they were made before, are still understood.
 */
public final class BcryptPasswordHasher {

    private static final String PREHASHED = "bcrypt-sha384";

    private static final int BCRYPT_READS = 72;

    private final PasswordEncoder encoder;
    private final String nobody;

    /** @param strength each step up doubles the work */
    public BcryptPasswordHasher(int strength) {
        var bcrypt = new BCryptPasswordEncoder(strength);
        var all = new DelegatingPasswordEncoder(PREHASHED, Map.of(PREHASHED, new Prehashed(bcrypt)));
        all.setDefaultPasswordEncoderForMatches(new Plain(bcrypt));
        this.encoder = all;
        this.nobody = of("nobody has this password");
    }

    /** The hash of a password. */
    public String of(String password) {
        return String.valueOf(encoder.encode(password));
    }

    /** Takes the same time whether there is a hash or not, so that nobody learns which usernames exist. */
    public boolean matches(String password, Optional<String> hash) {
        var tried = PasswordRule.isTooLong(password) ? "" : password;
        return encoder.matches(tried, hash.orElse(nobody)) && hash.isPresent();
    }

    /** Whether a hash is of the old kind, or was less work than one made now. */
    public boolean isOutdated(String hash) {
        return encoder.upgradeEncoding(hash);
    }

    /** A digest with a key of its own: digests that leaked elsewhere are of no use against these hashes. */
    private static String digest(CharSequence password) {
        try {
            var mac = Mac.getInstance("HmacSHA384");
            mac.init(new SecretKeySpec("stampede password".getBytes(StandardCharsets.US_ASCII), "HmacSHA384"));
            var bytes = PasswordRule.normal(password.toString()).getBytes(StandardCharsets.UTF_8);
            return Base64.getEncoder().encodeToString(mac.doFinal(bytes));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every Java has HmacSHA384", impossible);
        }
    }

    private record Prehashed(BCryptPasswordEncoder bcrypt) implements PasswordEncoder {

        @Override
        public @Nullable String encode(@Nullable CharSequence password) {
            return password == null ? null : bcrypt.encode(digest(password));
        }

        @Override
        public boolean matches(@Nullable CharSequence password, @Nullable String hash) {
            return password != null && bcrypt.matches(digest(password), hash);
        }

        @Override
        public boolean upgradeEncoding(@Nullable String hash) {
            return bcrypt.upgradeEncoding(hash);
        }
    }

    /** For hashes made before, which were of at most as many bytes as bcrypt reads. */
    private record Plain(BCryptPasswordEncoder bcrypt) implements PasswordEncoder {

        @Override
        public String encode(@Nullable CharSequence password) {
            throw new UnsupportedOperationException("Passwords are not hashed this way any more");
        }

        @Override
        public boolean matches(@Nullable CharSequence password, @Nullable String hash) {
            var bytes = String.valueOf(password).getBytes(StandardCharsets.UTF_8).length;
            return bcrypt.matches(bytes > BCRYPT_READS ? "" : password, hash) && password != null;
        }

        @Override
        public boolean upgradeEncoding(@Nullable String hash) {
            return true;
        }
    }
}
