package stampede.security;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.Cookie;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import stampede.account.AccountId;
import stampede.account.AccountProperties;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.token.JwtCodec;
import stampede.token.SignIn;
import stampede.token.TokenKeys;

/** The forms' token and the cookie of the pages, in the form that production gives them, too. */
class SignedCsrfTokenRepositoryTests {

    private final SecretKey key = key('k');
    private final SignedIn mei = new SignedIn(new AccountId(9_000_000_001L), "mei", Role.SHOPPER);
    private final SignedIn mallory = new SignedIn(new AccountId(9_000_000_002L), "mallory", Role.SHOPPER);
    private final Shop shop = new Shop(TokenKeys.of(key), false);

    @Test
    void takesTheTokenThatWasDrawnForTheSameSignIn() {
        var signedIn = shop.cookieOf(mei);
        var drawn = shop.drawnFor(signedIn);

        assertThat(shop.takes(drawn, signedIn)).isTrue();
    }

    @Test
    void refusesATokenThatWasDrawnForSomebodyElse() {
        var drawn = shop.drawnFor(shop.cookieOf(mallory));

        assertThat(shop.takes(drawn, shop.cookieOf(mei))).isFalse();
    }

    @Test
    void refusesATokenThatWasDrawnForNobodyOnceSomebodyIsSignedIn() {
        assertThat(shop.takes(shop.drawnFor(), shop.cookieOf(mei))).isFalse();
    }

    @Test
    void takesAnyOfItsOwnBeforeSignIn() {
        assertThat(shop.takes(shop.drawnFor())).isTrue();
        assertThat(shop.takes(shop.drawnFor(shop.cookieOf(mei))))
                .as("whose cookie expired")
                .isTrue();
    }

    @Test
    void refusesWhatItDidNotMake() {
        var drawn = shop.drawnFor();
        var foreign = new Shop(TokenKeys.of(key('x')), false).drawnFor();

        assertThat(shop.takes(foreign)).isFalse();
        assertThat(shop.takes(new Cookie("csrf", "made-up"))).isFalse();
        assertThat(shop.takes(new Cookie("csrf", "A".repeat(100_000)))).isFalse();
        assertThat(shop.takes(new Cookie("csrf", "B" + drawn.getValue().substring(1))))
                .isFalse();
    }

    @Test
    void takesWhatTheKeyBeforeSigned() {
        var changed = new Shop(new TokenKeys(key('n'), List.of(key)), false);

        assertThat(changed.takes(shop.drawnFor())).isTrue();
    }

    @Test
    void marksAllCookiesInProduction() {
        var production = new Shop(TokenKeys.of(key), true);
        var response = new MockHttpServletResponse();

        production.page.write(production.signIn(mei), Duration.ofHours(1), response);
        production.csrf.saveToken(
                production.csrf.generateToken(new MockHttpServletRequest()), new MockHttpServletRequest(), response);
        production.headers.write(response);

        assertThat(response.getHeaders("Set-Cookie"))
                .hasSize(2)
                .allSatisfy(cookie -> assertThat(cookie)
                        .contains("Path=/", "Secure", "HttpOnly", "SameSite=Lax")
                        .doesNotContain("Domain"))
                .anySatisfy(cookie -> assertThat(cookie).startsWith("__Host-stampede=e"))
                .anySatisfy(cookie -> assertThat(cookie).startsWith("__Host-csrf="));
        assertThat(response.getHeader("Strict-Transport-Security")).startsWith("max-age=31536000");
        assertThat(production.takes(production.drawnFor(production.cookieOf(mei)), production.cookieOf(mei)))
                .as("a sign-in of its own each")
                .isFalse();
    }

    @Test
    void takesNoCookieWithoutThePrefixInProduction() {
        var production = new Shop(TokenKeys.of(key), true);
        var planted = new MockHttpServletRequest();
        planted.setCookies(
                new Cookie("csrf", shop.drawnFor().getValue()),
                new Cookie("stampede", shop.cookieOf(mei).getValue()));

        assertThat(production.csrf.loadToken(planted)).isNull();
        assertThat(production.page.read(planted)).isEmpty();
    }

    private static SecretKey key(char letter) {
        return new SecretKeySpec(String.valueOf(letter).repeat(32).getBytes(StandardCharsets.US_ASCII), "HmacSHA256");
    }

    /** What of the shop deals with cookies. */
    private static final class Shop {

        final PageCookie page;
        final SignedCsrfTokenRepository csrf;
        final SecurityHeaders headers;

        Shop(TokenKeys keys, boolean secure) {
            var hour = Duration.ofHours(1);
            var properties = new AccountProperties(4, hour, hour, hour, hour, secure);
            page = new PageCookie(new JwtCodec(keys, Clock.systemUTC()), properties);
            csrf = new SignedCsrfTokenRepository(page, keys, properties);
            headers = new SecurityHeaders(properties);
        }

        SignIn signIn(SignedIn account) {
            return new SignIn(account, SignIn.newId(), 0, Clock.systemUTC().instant());
        }

        Cookie cookieOf(SignedIn account) {
            var response = new MockHttpServletResponse();
            page.write(signIn(account), Duration.ofHours(1), response);
            return response.getCookies()[0];
        }

        Cookie drawnFor(Cookie... sent) {
            var response = new MockHttpServletResponse();
            csrf.saveToken(csrf.generateToken(request(sent)), request(sent), response);
            return response.getCookies()[0];
        }

        boolean takes(Cookie... sent) {
            return Optional.ofNullable(csrf.loadToken(request(sent))).isPresent();
        }

        private static MockHttpServletRequest request(Cookie... sent) {
            var request = new MockHttpServletRequest();
            request.setCookies(sent);
            return request;
        }
    }
}
