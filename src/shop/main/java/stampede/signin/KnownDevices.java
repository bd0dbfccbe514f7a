package stampede.signin;

import com.google.common.hash.Hashing;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.stereotype.Component;
import org.springframework.web.util.WebUtils;
import stampede.account.AccountProperties;
import stampede.account.SignedIn;
import stampede.account.Username;
import stampede.token.JwtCodec;
import stampede.token.TokenPurpose;

/**
 * Remembers by a signed cookie that a browser signed in to an account. It lets nobody in: it says whose attempts are not those
 * of strangers, so that guessers elsewhere cannot keep the owner out. It stays when its owner signs out.
 */
@Component
public class KnownDevices {

    private static final Duration REMEMBERED = Duration.ofDays(180);

    private final JwtCodec tokens;
    private final JwtDecoder decoder;
    private final boolean secure;

    KnownDevices(JwtCodec tokens, AccountProperties properties) {
        this.tokens = tokens;
        this.decoder = tokens.decoder(TokenPurpose.DEVICE);
        this.secure = properties.secure();
    }

    /** What names the device, if it signed in to the account of this username before. */
    public Optional<String> find(String username, HttpServletRequest request) {
        return Optional.ofNullable(WebUtils.getCookie(request, name()))
                .map(cookie -> cookie.getValue())
                .filter(cookie -> isOf(Username.folded(username), cookie))
                .map(cookie -> Hashing.sha256()
                        .hashString(cookie, StandardCharsets.US_ASCII)
                        .toString());
    }

    /** Marks the browser as one of this account's. */
    public void remember(SignedIn account, HttpServletResponse response) {
        var cookie = ResponseCookie.from(name(), tokens.issue(account, TokenPurpose.DEVICE, REMEMBERED))
                .httpOnly(true)
                .secure(secure)
                .sameSite("Lax")
                .path("/")
                .maxAge(REMEMBERED)
                .build();
        response.addHeader(HttpHeaders.SET_COOKIE, cookie.toString());
    }

    private boolean isOf(String name, String cookie) {
        try {
            return JwtCodec.accountIn(decoder.decode(cookie)).username().equals(name);
        } catch (JwtException forgedOrExpired) {
            return false;
        }
    }

    private String name() {
        return secure ? "__Host-device" : "device";
    }
}
