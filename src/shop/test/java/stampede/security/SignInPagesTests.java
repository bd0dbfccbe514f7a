package stampede.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.ids.Ids;
import stampede.token.JwtCodec;
import stampede.token.TokenPurpose;

@StampedeTest
class SignInPagesTests {

    private static final String PASSWORD = "correct horse";

    @Autowired
    private Ids ids;

    @Autowired
    private Accounts accounts;

    @Autowired
    private JwtCodec tokens;

    @LocalServerPort
    private int port;

    private Browser browser;
    private String username;

    @BeforeEach
    void openBrowser() {
        browser = new Browser(port);
        username = "s" + ids.next();
    }

    @Test
    void registersAndSignsInAtOnce() {
        var answer = browser.register(username, PASSWORD);

        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(location(answer)).isEqualTo("/");
        assertThat(accounts.find(username)).map(SignedIn::role).contains(Role.SHOPPER);
        assertThat(isSignedIn()).isTrue();
    }

    @Test
    void signsInWithTheRightPasswordOnly() {
        accounts.register(username, PASSWORD);

        var wrong = browser.signIn(username, "wrong horse");
        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(wrong.body()).contains("Username and password do not match").doesNotContain("wrong horse");
        assertThat(isSignedIn()).isFalse();

        assertThat(browser.signIn(username.toUpperCase(Locale.ROOT), PASSWORD).statusCode())
                .isEqualTo(302);
        assertThat(isSignedIn()).isTrue();
    }

    @Test
    void tellsUnknownUsernamesNothingElse() {
        assertThat(browser.signIn(username, PASSWORD).body()).contains("Username and password do not match");
    }

    @Test
    void signsOut() {
        browser.register(username, PASSWORD);
        assertThat(isSignedIn()).isTrue();

        var answer = browser.submit("/sign-in", "/sign-out", Map.of());

        assertThat(location(answer)).isEqualTo("/");
        assertThat(browser.cookie("stampede")).isEmpty();
        assertThat(isSignedIn()).isFalse();
    }

    @Test
    void refusesAUsernameThatIsTaken() {
        accounts.register(username, PASSWORD);

        var answer = browser.register(username, "another horse");

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("This username is taken").contains("value=\"" + username + "\"");
        assertThat(browser.signIn(username, PASSWORD).statusCode()).isEqualTo(302);
    }

    @Test
    void speaksChinese() {
        var answer = browser.submit(
                "/register", "/register", Map.of("username", "no", "password", PASSWORD), "Accept-Language", "zh-CN");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("用户名须为");
    }

    @Test
    void refusesAFormWithoutItsToken() {
        accounts.register(username, PASSWORD);
        browser.get("/sign-in");

        var answer = browser.post("/sign-in", Map.of("username", username, "password", PASSWORD));

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(isSignedIn()).isFalse();
    }

    @Test
    void refusesATokenMadeUpByAnotherSite() {
        accounts.register(username, PASSWORD);
        browser.get("/sign-in");

        var answer =
                browser.post("/sign-in", Map.of("username", username, "password", PASSWORD, "_csrf", "made-up-token"));

        assertThat(answer.statusCode()).isEqualTo(403);
    }

    @Test
    void formsDrawnBeforeSigningInStopWorking() {
        browser.get("/register");
        var before = browser.cookie("csrf");
        browser.register(username, PASSWORD);
        browser.get("/register");

        assertThat(before).isPresent();
        assertThat(browser.cookie("csrf")).isPresent().isNotEqualTo(before);
    }

    @Test
    void formsStayGoodWhileOtherPagesAreOpened() {
        browser.register(username, PASSWORD);
        browser.get("/sign-in", "Accept", "text/html");
        var drawn = browser.cookie("csrf");

        browser.get("/register", "Accept", "text/html");
        browser.get("/actuator/health");

        assertThat(drawn).isPresent();
        assertThat(browser.cookie("csrf")).isEqualTo(drawn);
    }

    @Test
    void leadsBackToWhatWasWanted() {
        accounts.register(username, PASSWORD);

        var asked = browser.get("/orders?page=2", "Accept", "text/html");
        assertThat(location(asked)).isEqualTo("/sign-in?continue=%2Forders%3Fpage%3D2");
        assertThat(browser.get(location(asked)).body()).contains("value=\"/orders?page=2\"");

        var answer = browser.submit(
                location(asked),
                "/sign-in",
                Map.of("username", username, "password", PASSWORD, "continue", "/orders?page=2"));
        assertThat(location(answer)).isEqualTo("/orders?page=2");
    }

    @Test
    void leadsBackToThePageWithTheButton() {
        browser.get("/sign-in");
        var csrf = Map.of("units", "1");
        var here = "http://127.0.0.1:" + port;

        var pressed = browser.submit("/sign-in", "/offers/42/buy", csrf, "Referer", here + "/offers/42?from=home");
        assertThat(location(pressed)).isEqualTo("/sign-in?continue=%2Foffers%2F42%3Ffrom%3Dhome");

        var elsewhere = browser.submit("/sign-in", "/offers/42/buy", csrf, "Referer", "http://evil.example/offers/42");
        assertThat(location(elsewhere)).isEqualTo("/sign-in?continue=%2F");
    }

    @Test
    void tellsHtmxToLoadTheSignInPage() {
        var here = "http://127.0.0.1:" + port;

        var answer = browser.submit(
                "/sign-in", "/offers/42/buy", Map.of(), "HX-Request", "true", "HX-Current-URL", here + "/offers/42");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("HX-Redirect")).contains("/sign-in?continue=%2Foffers%2F42");
    }

    @Test
    void neverLeadsToAnotherSite() {
        accounts.register(username, PASSWORD);

        var answer = browser.submit(
                "/sign-in",
                "/sign-in",
                Map.of("username", username, "password", PASSWORD, "continue", "//evil.example/"));

        assertThat(location(answer)).isEqualTo("/");
    }

    @Test
    void keepsTheCookieFromScriptsAndOtherSites() {
        var answer = browser.register(username, PASSWORD);

        assertThat(answer.headers().allValues("Set-Cookie"))
                .filteredOn(cookie -> cookie.startsWith("stampede="))
                .singleElement()
                .asString()
                .contains("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=43200");
        assertThat(browser.cookie("JSESSIONID")).isEmpty();
    }

    @Test
    void takesNoCookieThatWasChanged() {
        browser.register(username, PASSWORD);
        var cookie = browser.cookie("stampede").orElseThrow();

        browser.setCookie("stampede", cookie.substring(0, cookie.length() - 8) + "AAAAAAAA");

        assertThat(isSignedIn()).isFalse();
        assertThat(browser.get("/sign-in").statusCode())
                .as("public pages go on")
                .isEqualTo(200);
    }

    @Test
    void takesNoAccessTokenForACookie() {
        var account = accounts.register(username, PASSWORD);

        browser.setCookie("stampede", tokens.issue(account, TokenPurpose.API, Duration.ofMinutes(1)));

        assertThat(isSignedIn()).isFalse();
    }

    @Test
    void takesNoBearerTokenOnPages() {
        var account = accounts.register(username, PASSWORD);
        var bearer = "Bearer " + tokens.issue(account, TokenPurpose.API, Duration.ofMinutes(1));

        assertThat(location(browser.get("/orders", "Authorization", bearer))).startsWith("/sign-in");
    }

    /** Signed out, the orders lead to the sign-in page. */
    private boolean isSignedIn() {
        return !location(browser.get("/orders", "Accept", "text/html")).startsWith("/sign-in");
    }

    private static String location(HttpResponse<String> answer) {
        var location = answer.headers().firstValue("Location").orElse("");
        return location.replaceFirst("^http://127\\.0\\.0\\.1:\\d+", "");
    }
}
