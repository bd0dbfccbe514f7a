package stampede.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.audit.SecurityEvent;
import stampede.audit.SecurityLog;
import stampede.ids.Ids;
import stampede.token.AccessTokenIssuer;
import stampede.token.JwtCodec;
import stampede.token.TokenPurpose;
import tools.jackson.databind.json.JsonMapper;

/** What the shop tells of those who try to get in. Other tests tell things too, so each looks for its own account. */
@StampedeTest
class ShopSecurityEventsTests {

    private static final String PASSWORD = "correct horse";

    @Autowired
    private Ids ids;

    @Autowired
    private Accounts accounts;

    @Autowired
    private AccessTokenIssuer accessTokenIssuer;

    @Autowired
    private JwtCodec tokens;

    @Autowired
    private JsonMapper json;

    @LocalServerPort
    private int port;

    private SecurityLog log;
    private Browser browser;
    private String username;

    @BeforeEach
    void listen() {
        log = SecurityLog.open();
        browser = new Browser(port);
        username = "e" + ids.next();
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void tellsOfSigningInAndOutAndOfWrongPasswords() {
        var account = accounts.register(username, PASSWORD);
        browser.signIn(username, "wrong " + PASSWORD);
        browser.signIn(username, PASSWORD);
        browser.submit("/", "/sign-out", Map.of());

        assertThat(about(SecurityEvent.SIGN_IN, account))
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains("address=127.0.0.1", "role=SHOPPER", "trace=")
                        .doesNotContain(username, PASSWORD));
        assertThat(about(SecurityEvent.SIGN_OUT, account)).hasSize(1);
        var user = userIn(about(SecurityEvent.SIGN_IN, account).get(0));
        assertThat(log.of(SecurityEvent.SIGN_IN_FAILED))
                .filteredOn(line -> line.contains(user))
                .singleElement()
                .satisfies(line ->
                        assertThat(line).contains("reason=BAD_CREDENTIALS").doesNotContain(username));
    }

    @Test
    void tellsOfARefreshTokenThatIsUsedTwiceAndOfSigningOutEverywhere() throws Exception {
        var account = accounts.register(username, PASSWORD);
        var credentials = json.writeValueAsString(Map.of("username", username, "password", PASSWORD));
        var pair = json.readTree(
                browser.json("POST", "/api/v1/tokens", credentials).body());
        var refresh = json.writeValueAsString(
                Map.of("refreshToken", pair.get("refreshToken").asString()));

        browser.json("POST", "/api/v1/tokens/refresh", refresh);
        assertThat(about(SecurityEvent.REFRESH_TOKEN_REUSED, account)).isEmpty();
        browser.json("POST", "/api/v1/tokens/refresh", refresh);
        assertThat(about(SecurityEvent.REFRESH_TOKEN_REUSED, account)).hasSize(1);

        browser.json(
                "DELETE",
                "/api/v1/tokens",
                "",
                "Authorization",
                "Bearer "
                        + json.readTree(browser.json("POST", "/api/v1/tokens", credentials)
                                        .body())
                                .get("accessToken")
                                .asString());
        assertThat(about(SecurityEvent.SIGN_OUT_EVERYWHERE, account)).hasSize(1);
    }

    @Test
    void tellsOfWhoeverIsRefusedAtTheConsoleAndTheOperatorsApi() {
        var account = accounts.ensure(username, PASSWORD, Role.SHOPPER);
        browser.setCookie("stampede", tokens.issue(account, TokenPurpose.PAGES, Duration.ofMinutes(5)));

        var bearer = "Bearer " + accessTokenIssuer.issue(account);
        var rounds = new AtomicInteger();

        // A line is written when the answer has been sent, and the tests of all paths may have used up this minute's.
        await().pollInterval(Duration.ofSeconds(1))
                .atMost(Duration.ofMinutes(3))
                .untilAsserted(() -> {
                    rounds.incrementAndGet();
                    assertThat(browser.get("/console/payments").statusCode()).isEqualTo(403);
                    assertThat(browser.get("/api/ops/purchases/stuck", "Authorization", bearer)
                                    .statusCode())
                            .isEqualTo(403);
                    assertThat(about(SecurityEvent.ACCESS_DENIED, account))
                            .anySatisfy(line ->
                                    assertThat(line).contains("method=GET", "path=/console/payments", "role=SHOPPER"))
                            .anySatisfy(line -> assertThat(line).contains("path=/api/ops/purchases/stuck"));
                });
        assertThat(browser.get("/orders").statusCode()).as("theirs").isEqualTo(200);
        assertThat(about(SecurityEvent.ACCESS_DENIED, account))
                .hasSizeLessThanOrEqualTo(2 * rounds.get())
                .noneMatch(line -> line.contains("path=/orders"));
    }

    @Test
    void tellsOfNotificationsThatNobodySigned() {
        browser.post("/payments/alipay/notify", Map.of("notify_id", username));

        assertThat(log.of(SecurityEvent.NOTIFICATION_REFUSED))
                .anySatisfy(line -> assertThat(line).contains("verdict=UNSIGNED", "address=127.0.0.1"));
    }

    private List<String> about(SecurityEvent event, SignedIn account) {
        return log.of(event).stream()
                .filter(line -> (line + " ").contains(" account=" + account.id() + " "))
                .toList();
    }

    private static String userIn(String line) {
        return line.replaceAll(".*( user=[0-9a-f]{16}).*", "$1");
    }
}
