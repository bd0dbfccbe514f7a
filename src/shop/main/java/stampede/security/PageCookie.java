package stampede.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.web.util.WebUtils;
import stampede.account.AccountProperties;
import stampede.signin.SignInCheck;
import stampede.token.JwtCodec;
import stampede.token.SignIn;
import stampede.token.TokenPurpose;

/** The cookie that browsers keep: its name, its marks, and the signed token in it. */
final class PageCookie {

    private static final String READ = PageCookie.class.getName();

    private final JwtCodec tokens;
    private final JwtDecoder decoder;
    private final boolean secure;

    PageCookie(JwtCodec tokens, AccountProperties properties) {
        this.tokens = tokens;
        this.decoder = tokens.decoder(TokenPurpose.PAGES);
        this.secure = properties.secure();
    }

    /** What a genuine cookie that has not expired says; whether its sign-in is still good is for {@link SignInCheck}. */
    Optional<Content> read(HttpServletRequest request) {
        return Optional.ofNullable(WebUtils.getCookie(request, name()))
                .flatMap(cookie -> verified(cookie.getValue(), request));
    }

    /** A request's cookie is asked for by several filters; it stays what it is. */
    private Optional<Content> verified(String token, HttpServletRequest request) {
        if (request.getAttribute(READ) instanceof Read before && before.token().equals(token)) {
            return before.content();
        }
        var content = verified(token);
        request.setAttribute(READ, new Read(token, content));
        return content;
    }

    void write(SignIn signIn, Duration lifetime, HttpServletResponse response) {
        write(tokens.issue(signIn, TokenPurpose.PAGES, lifetime), lifetime, response);
    }

    void delete(HttpServletResponse response) {
        write("", Duration.ZERO, response);
    }

    private Optional<Content> verified(String token) {
        try {
            var read = decoder.decode(token);
            return Optional.of(new Content(
                    JwtCodec.signInIn(read),
                    Optional.ofNullable(read.getIssuedAt()).orElse(Instant.EPOCH)));
        } catch (JwtException forgedOrExpired) {
            return Optional.empty();
        }
    }

    private void write(String value, Duration lifetime, HttpServletResponse response) {
        var cookie = ResponseCookie.from(name(), value)
                .httpOnly(true)
                .secure(secure)
                .sameSite("Lax")
                .path("/")
                .maxAge(lifetime)
                .build();
        response.addHeader(HttpHeaders.SET_COOKIE, cookie.toString());
    }

    /** Browsers refuse the prefix unless the cookie is for this host alone and came by HTTPS. */
    private String name() {
        return secure ? "__Host-stampede" : "stampede";
    }

    /**
     * What a cookie says.
     *
     * @param signIn whose it is
     * @param made when it was made or renewed
     */
    record Content(SignIn signIn, Instant made) {}

    private record Read(String token, Optional<Content> content) {}
}
