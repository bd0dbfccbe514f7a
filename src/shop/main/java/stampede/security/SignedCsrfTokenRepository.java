package stampede.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.security.web.csrf.DefaultCsrfToken;
import org.springframework.web.util.WebUtils;
import stampede.account.AccountProperties;
import stampede.signing.HmacKeys;
import stampede.token.SignIn;
import stampede.token.TokenKeys;

/**
 * Keeps a form's token in a cookie that scripts cannot read; no server remembers it. The token is signed and names the sign-in that it was
 * drawn for, so a cookie that somebody else planted is refused. Whoever is not signed in may use any that the shop made: there
 * is nothing to forge but a sign-in.
 */
final class SignedCsrfTokenRepository implements CsrfTokenRepository {

    private static final String HEADER = "X-CSRF-TOKEN";
    private static final String PARAMETER = "_csrf";
    private static final String NOBODY = "-";
    private static final String REMOVED = SignedCsrfTokenRepository.class.getName() + ".REMOVED";

    /** Random bytes, whose sign-in, and the signature of both. */
    private static final Pattern FORM =
            Pattern.compile("([A-Za-z0-9_-]{22}\\.(-|[A-Za-z0-9_-]{22}))\\.([A-Za-z0-9_-]{43})");

    private final PageCookie cookie;
    private final boolean secure;
    private final List<Mac> macs;

    SignedCsrfTokenRepository(PageCookie cookie, TokenKeys keys, AccountProperties properties) {
        this.cookie = cookie;
        this.secure = properties.secure();
        this.macs = keys.derived("csrf").all().stream().map(HmacKeys::macOf).toList();
    }

    @Override
    public CsrfToken generateToken(HttpServletRequest request) {
        var text = SignIn.newId() + "." + signIn(request);
        return token(text + "." + signature(macs.get(0), text));
    }

    @Override
    public @Nullable CsrfToken loadToken(HttpServletRequest request) {
        if (request.getAttribute(REMOVED) != null) {
            return null;
        }
        return Optional.ofNullable(WebUtils.getCookie(request, name()))
                .map(kept -> kept.getValue())
                .filter(text -> isGood(text, request))
                .map(SignedCsrfTokenRepository::token)
                .orElse(null);
    }

    @Override
    public void saveToken(@Nullable CsrfToken token, HttpServletRequest request, HttpServletResponse response) {
        if (token == null) {
            request.setAttribute(REMOVED, true);
        } else {
            request.removeAttribute(REMOVED);
        }
        var kept = ResponseCookie.from(name(), token == null ? "" : token.getToken())
                .httpOnly(true)
                .secure(secure)
                .sameSite("Lax")
                .path("/")
                .maxAge(token == null ? Duration.ZERO : Duration.ofSeconds(-1))
                .build();
        response.addHeader(HttpHeaders.SET_COOKIE, kept.toString());
    }

    private boolean isGood(String text, HttpServletRequest request) {
        var parts = FORM.matcher(text);
        return parts.matches() && isGenuine(parts.group(1), parts.group(3)) && isFor(parts.group(2), request);
    }

    private boolean isGenuine(String text, String signature) {
        var given = signature.getBytes(StandardCharsets.US_ASCII);
        return macs.stream()
                .anyMatch(
                        mac -> MessageDigest.isEqual(signature(mac, text).getBytes(StandardCharsets.US_ASCII), given));
    }

    private boolean isFor(String drawnFor, HttpServletRequest request) {
        var signIn = signIn(request);
        return signIn.equals(NOBODY) || signIn.equals(drawnFor);
    }

    private String signIn(HttpServletRequest request) {
        return cookie.read(request).map(content -> content.signIn().id()).orElse(NOBODY);
    }

    private static String signature(Mac mac, String text) {
        var signed = HmacKeys.copyOf(mac).doFinal(text.getBytes(StandardCharsets.US_ASCII));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(signed);
    }

    private static CsrfToken token(String text) {
        return new DefaultCsrfToken(HEADER, PARAMETER, text);
    }

    private String name() {
        return secure ? "__Host-csrf" : "csrf";
    }
}
