package stampede.journey;

import com.google.common.io.BaseEncoding;
import java.time.Duration;
import java.time.Instant;
import stampede.signin.secondfactor.Totp;

/** The app on somebody's phone that shows codes. */
final class AuthenticatorApp {

    private final byte[] secret;

    /** @param key as a page shows it to be typed in */
    AuthenticatorApp(String key) {
        this.secret = BaseEncoding.base32().omitPadding().decode(key.replaceAll("\\s", ""));
    }

    /** What it shows now. */
    String code() {
        return Totp.codeAt(secret, Instant.now());
    }

    /** What it shows next: taken half a minute early, for a clock may be slow, and no code is taken twice. */
    String nextCode() {
        return Totp.codeAt(secret, Instant.now().plus(Duration.ofSeconds(30)));
    }
}
