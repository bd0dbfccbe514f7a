package stampede.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.stream.IntStream;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.ids.Ids;
import stampede.security.Browser;
import stampede.signing.SigningKeys;
import stampede.token.JwtCodec;
import stampede.token.RefreshToken;
import stampede.token.TokenPurpose;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@StampedeTest
class ApiSignInsTests {

    private static final String PASSWORD = "correct horse";

    @Autowired
    private Ids ids;

    @Autowired
    private Accounts accounts;

    @Autowired
    private ApiSignIns signIns;

    @Autowired
    private JwtCodec tokens;

    @Autowired
    private SigningKeys keys;

    @Autowired
    private SignInRateLimitProperties limits;

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private JsonMapper json;

    @LocalServerPort
    private int port;

    private Browser client;
    private String username;

    @BeforeEach
    void connect() {
        client = new Browser(port);
        username = "t" + ids.next();
    }

    @Test
    void opensAnAccountAndSignsIn() {
        var opened = client.json("POST", "/api/v1/accounts", credentials(PASSWORD));
        assertThat(opened.statusCode()).isEqualTo(201);
        assertThat(read(opened).get("id").isString()).as("ids are strings").isTrue();
        assertThat(read(opened).get("username").asString()).isEqualTo(username);

        var signedIn = client.json("POST", "/api/v1/tokens", credentials(PASSWORD));
        assertThat(signedIn.statusCode()).isEqualTo(200);
        assertThat(read(signedIn).get("expiresInSeconds").asLong()).isEqualTo(900);
        assertThat(letsIn(read(signedIn).get("accessToken").asString())).isTrue();
        assertThat(signedIn.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(signedIn.headers().firstValue("Cache-Control"))
                .hasValueSatisfying(kept -> assertThat(kept).contains("no-store"));
    }

    @Test
    void namesTheReasonOfEachRefusal() {
        accounts.register(username, PASSWORD);

        assertProblem(client.json("POST", "/api/v1/accounts", credentials(PASSWORD)), 409, "USERNAME_TAKEN");
        assertProblem(client.json("POST", "/api/v1/tokens", credentials("wrong horse")), 401, "BAD_CREDENTIALS");
        assertProblem(
                client.json("POST", "/api/v1/accounts", "{\"username\":\"a b\",\"password\":\"correct horse\"}"),
                400,
                "BAD_USERNAME");
        assertProblem(
                client.json(
                        "POST", "/api/v1/accounts", "{\"username\":\"new" + username + "\",\"password\":\"1234567\"}"),
                400,
                "PASSWORD_TOO_SHORT");
        assertProblem(
                client.json(
                        "POST",
                        "/api/v1/accounts",
                        "{\"username\":\"new" + username + "\",\"password\":\"" + "密".repeat(129) + "\"}"),
                400,
                "PASSWORD_TOO_LONG");
    }

    @Test
    void countsAttemptsWhateverAddressIsClaimed() {
        accounts.register(username, PASSWORD);
        for (var attempt = 0; attempt < limits.username().burst(); attempt++) {
            client.json(
                    "POST", "/api/v1/tokens", credentials("wrong horse"), "X-Forwarded-For", "203.0.113." + attempt);
        }

        var refused = client.json("POST", "/api/v1/tokens", credentials(PASSWORD), "X-Forwarded-For", "203.0.113.200");

        assertProblem(refused, 429, "TOO_MANY_ATTEMPTS");
        assertThat(Integer.parseInt(refused.headers().firstValue("Retry-After").orElseThrow()))
                .isBetween(1, 60);
    }

    @Test
    void asksStrangersToSignIn() {
        var stranger = client.get("/api/v1/orders");
        assertProblem(stranger, 401, "NOT_SIGNED_IN");
        assertThat(stranger.headers().firstValue("WWW-Authenticate")).contains("Bearer");

        assertProblem(client.get("/api/v1/orders", "Authorization", "Bearer nonsense"), 401, "NOT_SIGNED_IN");
    }

    @Test
    void letsOnlyOperatorsOperate() {
        var shopper = accounts.register(username, PASSWORD);
        var seller = accounts.ensure(username + "-s", PASSWORD, Role.SELLER);
        var operator = accounts.ensure(username + "-o", PASSWORD, Role.OPERATOR);

        assertProblem(client.get("/api/ops/x", "Authorization", bearer(shopper)), 403, "FORBIDDEN");
        assertProblem(client.get("/api/ops/x", "Authorization", bearer(seller)), 403, "FORBIDDEN");
        assertProblem(client.get("/api/ops/x"), 401, "NOT_SIGNED_IN");
        assertThat(client.get("/api/ops/x", "Authorization", bearer(operator)).statusCode())
                .isEqualTo(404);
    }

    @Test
    void rotatesRefreshTokens() {
        var first = signIns.begin(accounts.register(username, PASSWORD));

        var second = refresh(first.refreshToken());
        assertThat(second.statusCode()).isEqualTo(200);
        assertThat(letsIn(read(second).get("accessToken").asString())).isTrue();

        var third = refresh(read(second).get("refreshToken").asString());
        assertThat(third.statusCode()).isEqualTo(200);
    }

    @Test
    void endsTheSignInWhenAUsedRefreshTokenTurnsUpAgain() {
        var account = accounts.register(username, PASSWORD);
        var stolen = signIns.begin(account);
        var elsewhere = signIns.begin(account);
        var newest = read(refresh(stolen.refreshToken())).get("refreshToken").asString();

        assertProblem(refresh(stolen.refreshToken()), 401, "BAD_REFRESH_TOKEN");

        assertProblem(refresh(newest), 401, "BAD_REFRESH_TOKEN");
        assertThat(refresh(elsewhere.refreshToken()).statusCode())
                .as("other sign-ins go on")
                .isEqualTo(200);
    }

    @Test
    void tradesOneTokenOnceHoweverManyAsk() {
        var pair = signIns.begin(accounts.register(username, PASSWORD));

        var traded = IntStream.range(0, 16)
                .parallel()
                .filter(attempt -> refresh(pair.refreshToken()).statusCode() == 200)
                .count();

        assertThat(traded).isLessThanOrEqualTo(1);
    }

    @Test
    void takesNoRefreshTokenAfterSigningOut() {
        var account = accounts.register(username, PASSWORD);
        var left = signIns.begin(account);
        var kept = signIns.begin(account);

        assertThat(client.json("DELETE", "/api/v1/tokens", refreshToken(left.refreshToken()))
                        .statusCode())
                .isEqualTo(204);
        assertProblem(refresh(left.refreshToken()), 401, "BAD_REFRESH_TOKEN");
        var next = read(refresh(kept.refreshToken())).get("refreshToken").asString();

        assertThat(client.json("DELETE", "/api/v1/tokens", "", "Authorization", bearer(account))
                        .statusCode())
                .isEqualTo(204);
        assertProblem(refresh(next), 401, "BAD_REFRESH_TOKEN");

        assertProblem(client.json("DELETE", "/api/v1/tokens", ""), 401, "NOT_SIGNED_IN");
    }

    @Test
    void takesNoExpiredRefreshToken() {
        var account = accounts.register(username, PASSWORD);
        var pair = signIns.begin(account);
        jdbc.sql("update api_sign_in set expires_ms = 1 where account_id = :account")
                .param("account", account.id().value())
                .update();

        assertProblem(refresh(pair.refreshToken()), 401, "BAD_REFRESH_TOKEN");
    }

    @Test
    void keepsNoRefreshTokenInTheDatabase() {
        var account = accounts.register(username, PASSWORD);
        var pair = signIns.begin(account);

        var stored = jdbc.sql("select concat(id, token_hash) from api_sign_in where account_id = :account")
                .param("account", account.id().value())
                .query(String.class)
                .single();

        assertThat(stored)
                .doesNotContain(
                        RefreshToken.parse(pair.refreshToken()).orElseThrow().secret());
    }

    @Test
    void takesNoOtherKindOfTokenForAnAccessToken() {
        var account = accounts.register(username, PASSWORD);
        var pair = signIns.begin(account);
        var page = tokens.issue(account, TokenPurpose.PAGES, Duration.ofMinutes(1));

        assertThat(letsIn(pair.accessToken())).isTrue();
        assertThat(letsIn(page)).isFalse();
        assertThat(letsIn(pair.refreshToken())).isFalse();
        assertProblem(refresh(pair.accessToken()), 401, "BAD_REFRESH_TOKEN");
        assertProblem(refresh(page), 401, "BAD_REFRESH_TOKEN");
    }

    @Test
    void takesNoCookieInTheApi() {
        var account = accounts.register(username, PASSWORD);

        client.setCookie("stampede", tokens.issue(account, TokenPurpose.PAGES, Duration.ofMinutes(1)));

        assertProblem(client.get("/api/v1/orders"), 401, "NOT_SIGNED_IN");
    }

    @Test
    void takesNoForgedOrExpiredToken() {
        var account = accounts.register(username, PASSWORD);
        var foreign = new JwtCodec(new SecretKeySpec(new byte[32], "HmacSHA256"), Clock.systemUTC());
        var unsigned = encoded("{\"alg\":\"none\"}") + "."
                + encoded("{\"iss\":\"stampede\",\"aud\":[\"API\"],\"sub\":\"1\",\"name\":\"x\",\"role\":\"OPERATOR\","
                        + "\"exp\":4102444800}")
                + ".";

        assertThat(letsIn(foreign.issue(account, TokenPurpose.API, Duration.ofMinutes(1))))
                .isFalse();
        assertThat(letsIn(expired(account))).isFalse();
        assertThat(letsIn(unsigned)).isFalse();
    }

    /** As the shop made it an hour ago. */
    private String expired(SignedIn account) {
        var key = keys.ofAccounts().get(0);
        var past = Clock.offset(Clock.systemUTC(), Duration.ofHours(-1));
        return new JwtCodec(key, past).issue(account, TokenPurpose.API, Duration.ofMinutes(59));
    }

    private boolean letsIn(String accessToken) {
        return client.get("/api/v1/nothing-here", "Authorization", "Bearer " + accessToken)
                        .statusCode()
                == 404;
    }

    private HttpResponse<String> refresh(String token) {
        return new Browser(port).json("POST", "/api/v1/tokens/refresh", refreshToken(token));
    }

    private static String refreshToken(String token) {
        return "{\"refreshToken\":\"" + token + "\"}";
    }

    private String credentials(String password) {
        return "{\"username\":\"" + username + "\",\"password\":\"" + password + "\"}";
    }

    private String bearer(SignedIn account) {
        return "Bearer " + tokens.issue(account, TokenPurpose.API, Duration.ofMinutes(1));
    }

    private JsonNode read(HttpResponse<String> answer) {
        return json.readTree(answer.body());
    }

    private void assertProblem(HttpResponse<String> answer, int status, String reason) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        var problem = read(answer);
        assertThat(problem.get("reason").asString()).isEqualTo(reason);
        assertThat(problem.get("status").asInt()).isEqualTo(status);
        assertThat(problem.get("detail").asString()).contains(" ").doesNotContain("account.");
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
