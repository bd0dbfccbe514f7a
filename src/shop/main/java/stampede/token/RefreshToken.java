package stampede.token;

import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A refresh token: names the sign-in it belongs to, and proves it by a secret.
 *
 * @param signIn 16 random bytes, in base64url
 * @param secret 32 random bytes, in base64url
 */
public record RefreshToken(String signIn, String secret) {

    private static final Pattern FORM = Pattern.compile("([A-Za-z0-9_-]{22})\\.([A-Za-z0-9_-]{43})");
    private static final SecureRandom RANDOM = new SecureRandom();

    public static RefreshToken first() {
        return new RefreshToken(random(16), random(32));
    }

    /** The next one of the same sign-in. */
    public RefreshToken next() {
        return new RefreshToken(signIn, random(32));
    }

    public static Optional<RefreshToken> parse(String text) {
        var form = FORM.matcher(text);
        return form.matches() ? Optional.of(new RefreshToken(form.group(1), form.group(2))) : Optional.empty();
    }

    /** What the database keeps: of no use to whoever reads it there. */
    public String hash() {
        var digest =
                Hashing.sha256().hashString(secret, StandardCharsets.US_ASCII).asBytes();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    }

    /** The form that travels; a secret. */
    public String text() {
        return signIn + "." + secret;
    }

    @Override
    public String toString() {
        return "RefreshToken[" + signIn + "]";
    }

    private static String random(int bytes) {
        var random = new byte[bytes];
        RANDOM.nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }
}
