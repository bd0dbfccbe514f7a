package stampede.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import stampede.account.AccountProperties;
import stampede.account.SignedIn;
import stampede.signin.AccountStateUnknown;
import stampede.signin.SignInCheck;
import stampede.signin.SignInProperties;
import stampede.signin.SignIns;
import stampede.token.SignIn;

/**
 * Keeps people signed in to the pages by a signed cookie. It is made anew every few minutes while it is used, but never lasts
 * longer than a sign-in may; what was signed out is refused by all nodes, whoever has a copy.
 */
@Component
public class PageCookies {

    private static final Logger log = LoggerFactory.getLogger(PageCookies.class);

    private final PageCookie cookie;
    private final SignIns signIns;
    private final SignInCheck checks;
    private final CsrfTokenRepository csrfTokens;
    private final AccountProperties account;
    private final SignInProperties properties;
    private final Clock clock;

    PageCookies(
            PageCookie cookie,
            SignIns signIns,
            SignInCheck checks,
            CsrfTokenRepository csrfTokens,
            AccountProperties account,
            SignInProperties properties,
            Clock clock) {
        this.cookie = cookie;
        this.signIns = signIns;
        this.checks = checks;
        this.csrfTokens = csrfTokens;
        this.account = account;
        this.properties = properties;
        this.clock = clock;
    }

    /**
     * Signs somebody in whose password was checked. What the browser was signed in to before ends, and forms drawn before, for
     * whoever that was, stop working.
     */
    public void signIn(SignedIn account, HttpServletRequest request, HttpServletResponse response) {
        signIn(account, false, request, response);
    }

    /**
     * The same.
     *
     * @param kept whether a shopper's browser stays signed in while it is not used
     */
    public void signIn(SignedIn account, boolean kept, HttpServletRequest request, HttpServletResponse response) {
        cookie.read(request).ifPresent(before -> signIns.endOrRemember(before.signIn()));
        csrfTokens.saveToken(null, request, response);
        var signIn = signIns.begin(account, kept);
        var lifetime = lifetime(signIn);
        signIns.addPage(signIn, clock.instant().plus(lifetime));
        cookie.write(signIn, lifetime, response);
    }

    /** Ends the sign-in, whoever has copies of its cookie. */
    void signOut(HttpServletRequest request, HttpServletResponse response) {
        cookie.read(request).ifPresent(content -> signIns.endOrRemember(content.signIn()));
        cookie.delete(response);
    }

    /** Forgets the cookie of a sign-in that has ended already. */
    void forget(HttpServletResponse response) {
        cookie.delete(response);
    }

    Optional<PageCookie.Content> read(HttpServletRequest request) {
        return cookie.read(request);
    }

    /**
     * The sign-in as it is now, or nothing if it has ended.
     *
     * @throws AccountStateUnknown see {@link SignInCheck#current}
     */
    Optional<SignIn> current(PageCookie.Content content) {
        return checks.current(content.signIn())
                .map(content.signIn()::of)
                .filter(signIn ->
                        !lifetime(signIn).isNegative() && !lifetime(signIn).isZero());
    }

    boolean isDueForRenewal(PageCookie.Content content) {
        return !content.made().plus(account.cookieRecheck()).isAfter(clock.instant());
    }

    /** Gives a new cookie to a sign-in that is good. Without the database the old one goes on. */
    void renew(SignIn signIn, HttpServletResponse response) {
        var lifetime = lifetime(signIn);
        try {
            signIns.usePage(signIn, clock.instant().plus(lifetime));
        } catch (DataAccessException | TransactionException unreachable) {
            log.debug("A cookie is not renewed", unreachable);
            return;
        }
        cookie.write(signIn, lifetime, response);
    }

    /** How long a cookie made now is good: until the sign-in is too old, or unless it is kept until it has not been used for long. */
    private Duration lifetime(SignIn signIn) {
        var end = signIn.since().plus(properties.lifetimeOf(signIn));
        var left = Duration.between(clock.instant(), end);
        return signIn.kept() || left.compareTo(account.cookieLifetime()) < 0 ? left : account.cookieLifetime();
    }
}
