package stampede.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.ids.Ids;
import stampede.signing.SigningKeys;
import stampede.token.JwtCodec;
import stampede.token.TokenPurpose;
import tools.jackson.databind.json.JsonMapper;

@StampedeTest
class AccessRulesTests {

    /** As the suite's settings have it. */
    private static final String TOKEN = "Bearer the-suites-management-token";

    @Autowired
    private Ids ids;

    @Autowired
    private Accounts accounts;

    @Autowired
    private JwtCodec tokens;

    @Autowired
    private SigningKeys keys;

    @LocalServerPort
    private int port;

    private Browser browser;

    @BeforeEach
    void openBrowser() {
        browser = new Browser(port);
    }

    @Test
    void letsOnlyOperatorsIntoTheConsole() {
        assertThat(location(browser.get("/console/x"))).startsWith("/sign-in");

        signInAs(Role.SHOPPER);
        assertThat(browser.get("/console/x").statusCode()).isEqualTo(403);

        signInAs(Role.SELLER);
        assertThat(browser.get("/console/x").statusCode()).isEqualTo(403);

        signInAs(Role.OPERATOR);
        assertThat(browser.get("/console/x").statusCode()).isEqualTo(404);
    }

    @Test
    void asksToSignInBeforeOrdersAndPurchases() {
        assertThat(location(browser.get("/orders/1"))).isEqualTo("/sign-in?continue=%2Forders%2F1");
        assertThat(location(browser.get("/purchases/1"))).isEqualTo("/sign-in?continue=%2Fpurchases%2F1");
    }

    @Test
    void tellsAnybodyThatThePageIsUnknown() {
        assertThat(browser.get("/nothing-here").statusCode()).isEqualTo(404);
    }

    @Test
    void protectsPagesAgainstForeignContent() {
        var headers = browser.get("/sign-in").headers();

        assertThat(headers.firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(headers.firstValue("X-Frame-Options")).contains("DENY");
        assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(headers.firstValue("Referrer-Policy")).contains("same-origin");
        assertThat(headers.firstValue("Strict-Transport-Security"))
                .as("not by HTTP on a developer's machine")
                .isEmpty();
        assertThat(headers.firstValue("Cache-Control").orElseThrow()).contains("no-store");
    }

    @Test
    void letsAnybodyKeepStaticFiles() {
        signInAs(Role.SHOPPER);

        var script = browser.get("/webjars/htmx.org/dist/htmx.min.js");

        assertThat(script.statusCode()).isEqualTo(200);
        assertThat(script.headers().firstValue("Cache-Control").orElseThrow())
                .contains("max-age", "public")
                .doesNotContain("no-store");
        assertThat(script.headers().firstValue("Set-Cookie")).isEmpty();
    }

    @Test
    void showsFiguresToOperatorsAndToWhoeverHasTheTokenOnly() {
        assertThat(location(browser.get("/actuator/prometheus")))
                .as("by address")
                .startsWith("/sign-in");
        assertThat(location(browser.get("/actuator/prometheus", "Authorization", "Bearer wrong")))
                .startsWith("/sign-in");
        assertThat(browser.get("/actuator/prometheus", "Authorization", TOKEN).statusCode())
                .isEqualTo(200);
        assertThat(location(browser.get("/console", "Authorization", TOKEN)))
                .as("it opens nothing else")
                .startsWith("/sign-in");

        signInAs(Role.SHOPPER);
        assertThat(browser.get("/actuator/prometheus").statusCode()).isEqualTo(403);
        signInAs(Role.OPERATOR);
        assertThat(browser.get("/actuator/prometheus").statusCode()).isEqualTo(200);
        assertThat(browser.get("/actuator/scheduledtasks").statusCode()).isEqualTo(200);
        assertThat(browser.get("/actuator/env").statusCode()).isEqualTo(404);
    }

    @Test
    void tellsOfTheTasksToOperatorsAndToWhoeverHasTheTokenOnly() {
        assertThat(location(browser.get("/actuator/tasks"))).startsWith("/sign-in");

        var answer = browser.get("/actuator/tasks", "Authorization", TOKEN);

        assertThat(answer.statusCode()).isEqualTo(200);
        var told = new JsonMapper().readTree(answer.body());
        assertThat(told.propertyNames()).containsExactlyInAnyOrder("queues", "nodes", "schedules", "dead");
        assertThat(told.path("queues").findValuesAsString("name")).contains("orders");
        assertThat(told.path("queues").get(0).propertyNames())
                .contains("kind", "ready", "unacked", "outbox", "workers", "paused");
        assertThat(told.path("nodes").isArray()).isTrue();
        assertThat(told.path("schedules").findValuesAsString("name")).contains("order.erase-addresses");
        assertThat(told.path("schedules").get(0).propertyNames()).contains("queue", "rhythm", "zone", "last", "next");
        assertThat(told.path("dead").isIntegralNumber()).isTrue();
    }

    @Test
    void showsTheDetailsOfHealthToOperatorsAndToWhoeverHasTheTokenOnly() {
        var strangers = browser.get("/actuator/health");
        assertThat(strangers.statusCode()).isEqualTo(200);
        assertThat(strangers.body()).contains("UP").doesNotContain("components", "details");

        assertThat(browser.get("/actuator/health", "Authorization", TOKEN).body())
                .contains("components", "redis", "rabbit", "db");
        signInAs(Role.SHOPPER);
        assertThat(browser.get("/actuator/health").body()).doesNotContain("components");
        signInAs(Role.OPERATOR);
        assertThat(browser.get("/actuator/health").body()).contains("components", "redis");
    }

    @Test
    void looksTheAccountUpAgainWhenTheCookieIsOld() {
        var account = signInAs(Role.SHOPPER);
        var fresh = browser.get("/sign-in", "Accept", "text/html");
        assertThat(fresh.headers().allValues("Set-Cookie")).noneMatch(cookie -> cookie.startsWith("stampede="));

        browser.setCookie("stampede", oldCookie(account));

        assertThat(browser.get("/sign-in", "Accept", "text/css").headers().allValues("Set-Cookie"))
                .noneMatch(cookie -> cookie.startsWith("stampede="));
        assertThat(browser.get("/sign-in", "Accept", "text/html").headers().allValues("Set-Cookie"))
                .anyMatch(cookie -> cookie.startsWith("stampede=e"));
    }

    @Test
    void signsOutAnAccountThatIsGone() {
        var gone = new SignedIn(new AccountId(ids.next()), "gone", Role.OPERATOR);
        browser.setCookie("stampede", oldCookie(gone));

        assertThat(location(browser.get("/console/x", "Accept", "text/html"))).startsWith("/sign-in");
        assertThat(browser.cookie("stampede")).isEmpty();
    }

    private SignedIn signInAs(Role role) {
        var account = accounts.ensure("r" + ids.next(), "correct horse", role);
        browser.setCookie("stampede", tokens.issue(account, TokenPurpose.PAGES, Duration.ofMinutes(5)));
        return account;
    }

    /** As the shop made it eleven minutes ago. */
    private String oldCookie(SignedIn account) {
        var key = keys.ofAccounts().get(0);
        var past = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(-11));
        return new JwtCodec(key, past).issue(account, TokenPurpose.PAGES, Duration.ofHours(12));
    }

    private static String location(HttpResponse<String> answer) {
        return answer.headers().firstValue("Location").orElse("").replaceFirst("^http://127\\.0\\.0\\.1:\\d+", "");
    }
}
