package stampede.signin.secondfactor;

import com.google.common.io.BaseEncoding;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;

/** What the shop and an authenticator app share. Nothing but its own methods shows it. */
public final class TotpSecret {

    private static final int BYTES = 20;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] bytes;

    TotpSecret(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    /** A new one, 160 bits, as RFC 4226 recommends. */
    public static TotpSecret random() {
        var bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return new TotpSecret(bytes);
    }

    /** A copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** As people type it: base32. */
    public String text() {
        return BaseEncoding.base32().omitPadding().encode(bytes);
    }

    /** As apps read it, from a link or a picture. */
    public String link(String username) {
        var label = URLEncoder.encode("Stampede:" + username, StandardCharsets.UTF_8);
        return "otpauth://totp/" + label + "?secret=" + text() + "&issuer=Stampede&algorithm=SHA1&digits=6&period="
                + Totp.STEP.toSeconds();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TotpSecret secret && Arrays.equals(bytes, secret.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "TotpSecret";
    }
}
