package stampede.account;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.web.util.WebUtils;

/**
 * Keeps people signed in to the pages by a signed cookie; no server remembers them. A cookie in use is made anew every few
 * minutes, and then the account behind it is looked up again.
 */
@Component
public class PageCookies {

    private final SignedTokens tokens;
    private final JwtDecoder decoder;
    private final AccountRepository accounts;
    private final CsrfTokenRepository csrfTokens;
    private final AccountProperties properties;
    private final Clock clock;

    PageCookies(
            SignedTokens tokens,
            AccountRepository accounts,
            CsrfTokenRepository csrfTokens,
            AccountProperties properties,
            Clock clock) {
        this.tokens = tokens;
        this.decoder = tokens.decoder(TokenPurpose.PAGES);
        this.accounts = accounts;
        this.csrfTokens = csrfTokens;
        this.properties = properties;
        this.clock = clock;
    }

    /** Signs somebody in whose password was checked. Forms drawn before, for whoever that was, stop working. */
    public void signIn(SignedIn account, HttpServletRequest request, HttpServletResponse response) {
        csrfTokens.saveToken(null, request, response);
        give(account, response);
    }

    void signOut(HttpServletResponse response) {
        response.addHeader(HttpHeaders.SET_COOKIE, cookie("", Duration.ZERO).toString());
    }

    /** Who sent the request, or nobody if it has no cookie or one that is not good any more. */
    Optional<Jwt> read(HttpServletRequest request) {
        return Optional.ofNullable(WebUtils.getCookie(request, name())).flatMap(cookie -> verified(cookie.getValue()));
    }

    boolean isDueForRecheck(Jwt token) {
        var issued = Optional.ofNullable(token.getIssuedAt());
        return issued.filter(at -> at.plus(properties.cookieRecheck()).isAfter(clock.instant()))
                .isEmpty();
    }

    /** Looks the account up and gives it a new cookie. An account that is gone is signed out. Without the database, what the cookie says holds. */
    Optional<SignedIn> recheck(SignedIn account, HttpServletResponse response) {
        try {
            var found = accounts.findById(account.id().value()).map(Account::signedIn);
            found.ifPresentOrElse(current -> give(current, response), () -> signOut(response));
            return found;
        } catch (DataAccessException | TransactionException unreachable) {
            return Optional.of(account);
        }
    }

    private void give(SignedIn account, HttpServletResponse response) {
        var token = tokens.issue(account, TokenPurpose.PAGES, properties.cookieLifetime());
        response.addHeader(
                HttpHeaders.SET_COOKIE,
                cookie(token, properties.cookieLifetime()).toString());
    }

    private Optional<Jwt> verified(String token) {
        try {
            return Optional.of(decoder.decode(token));
        } catch (JwtException forgedOrExpired) {
            return Optional.empty();
        }
    }

    private ResponseCookie cookie(String value, Duration lifetime) {
        return ResponseCookie.from(name(), value)
                .httpOnly(true)
                .secure(properties.secure())
                .sameSite("Lax")
                .path("/")
                .maxAge(lifetime)
                .build();
    }

    /** Browsers refuse the prefix unless the cookie is for this host alone and came by HTTPS. */
    private String name() {
        return properties.secure() ? "__Host-stampede" : "stampede";
    }
}
