package stampede.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.io.BaseEncoding;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.SignedIn;
import stampede.audit.SecurityEvents;
import stampede.ids.Ids;
import stampede.security.Browser;
import stampede.signin.secondfactor.SecretEncryption;
import stampede.signin.secondfactor.Totp;
import stampede.token.TokenKeys;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The second factor by API and by page, and what limits guessing at it. */
@StampedeTest
class SecondFactorsTests {

    private static final String PASSWORD = "correct horse";
    private static final Pattern KEY = Pattern.compile("mono secret\">([A-Z2-7]{32})<");
    private static final Pattern TOKEN = Pattern.compile("name=\"token\" value=\"([^\"]+)\"");
    private static final Pattern CODE = Pattern.compile("[a-z2-7]{4}(?:-[a-z2-7]{4}){3}");

    @Autowired
    private Ids ids;

    @Autowired
    private Accounts accounts;

    @Autowired
    private TokenKeys keys;

    @Autowired
    private SecondFactorRepository rows;

    @Autowired
    private SignInRateLimiter limits;

    @Autowired
    private SignIns signIns;

    @Autowired
    private SecurityEvents events;

    @Autowired
    private Clock clock;

    @Autowired
    private JsonMapper json;

    @Autowired
    private JdbcClient jdbc;

    @LocalServerPort
    private int port;

    private Browser browser;
    private String username;
    private SignedIn account;

    @BeforeEach
    void openAccount() {
        browser = new Browser(port);
        username = "m" + ids.next();
        account = accounts.register(username, PASSWORD);
    }

    @Test
    void apiAsksForACodeOnceItIsSetUp() {
        var key = setUp().key();

        assertRefused(signIn(null), 401, "SECOND_FACTOR_NEEDED");
        assertRefused(signIn("000000"), 403, "WRONG_CODE");
        assertThat(signIn(code(key, 0)).statusCode()).isEqualTo(200);
    }

    @Test
    void aCodeIsTakenOnce() {
        var key = setUp().key();
        var code = code(key, 0);
        assertThat(signIn(code).statusCode()).isEqualTo(200);

        assertRefused(signIn(code), 403, "WRONG_CODE");
        assertRefused(signIn(code(key, -30)), 403, "WRONG_CODE");
        assertThat(signIn(code(key, 30)).statusCode()).isEqualTo(200);
    }

    @Test
    void aRecoveryCodeIsTakenOnce() {
        var codes = setUp().recoveryCodes();

        assertThat(signIn(codes.get(3).asString()).statusCode()).isEqualTo(200);
        assertRefused(signIn(codes.get(3).asString()), 403, "WRONG_CODE");
        assertThat(signIn(codes.get(4).asString().replace("-", "")).statusCode())
                .isEqualTo(200);
    }

    @Test
    void codesCannotBeGuessedForLong() {
        var key = setUp().key();
        for (var guess = 0; guess < 5; guess++) {
            assertRefused(signIn("00000" + guess), 403, "WRONG_CODE");
        }

        assertRefused(signIn(code(key, 0)), 429, "TOO_MANY_ATTEMPTS");
    }

    @Test
    void settingUpTakesThePasswordAndACode() {
        var bearer = bearer();

        assertRefused(post(bearer, "/second-factor", Map.of("password", "wrong horse")), 403, "WRONG_PASSWORD");
        var key = read(post(bearer, "/second-factor", Map.of("password", PASSWORD)))
                .get("secret")
                .asString();
        assertRefused(post(bearer, "/second-factor/confirmation", Map.of("code", "123")), 403, "WRONG_CODE");
        assertThat(signIn(null).statusCode()).as("not confirmed").isEqualTo(200);

        assertThat(post(bearer, "/second-factor/confirmation", Map.of("code", code(key, 0)))
                        .statusCode())
                .isEqualTo(200);
        assertRefused(post(bearer, "/second-factor", Map.of("password", PASSWORD)), 409, "SECOND_FACTOR_IS_SET");
    }

    @Test
    void removingTakesThePasswordAndACode() {
        var factor = setUp();
        var wrong = Map.of("password", PASSWORD, "code", "000000");
        assertRefused(send(factor.bearer(), "DELETE", "/second-factor", wrong), 403, "WRONG_CODE");

        var right = Map.of("password", PASSWORD, "code", code(factor.key(), 0));
        assertThat(send(factor.bearer(), "DELETE", "/second-factor", right).statusCode())
                .isEqualTo(204);

        assertThat(signIn(null).statusCode()).isEqualTo(200);
    }

    @Test
    void theDatabaseDoesNotShowTheKey() {
        var factor = setUp();

        var stored = jdbc.sql("select secret from second_factor where account_id = :account")
                .param("account", account.id().value())
                .query(String.class)
                .single();
        var hashes = jdbc.sql("select code_hash from recovery_code where account_id = :account")
                .param("account", account.id().value())
                .query(String.class)
                .list();

        assertThat(stored).doesNotContain(factor.key());
        assertThat(BaseEncoding.base16().encode(BaseEncoding.base64().decode(stored)))
                .doesNotContain(
                        BaseEncoding.base16().encode(BaseEncoding.base32().decode(factor.key())));
        assertThat(hashes).hasSize(10).allMatch(hash -> hash.matches("[0-9a-f]{64}"));
    }

    @Test
    void pagesSetItUpAndAskForIt() {
        browser.signIn(username, PASSWORD);
        var drawn = browser.submit("/account/second-factor", "/account/second-factor", Map.of("password", PASSWORD));
        var key = found(KEY, drawn.body());
        assertThat(drawn.body()).contains("<path", "otpauth://totp/Stampede%3A" + username);

        var wrong = browser.submit(
                "/account/second-factor", "/account/second-factor/confirmation", Map.of("code", "000000"));
        assertThat(wrong.statusCode()).isEqualTo(403);
        assertThat(found(KEY, wrong.body())).isEqualTo(key);

        var confirmed = browser.submit(
                "/account/second-factor", "/account/second-factor/confirmation", Map.of("code", code(key, -30)));
        assertThat(CODE.matcher(confirmed.body()).results().count()).isEqualTo(10);
        assertThat(confirmed.headers().firstValue("Cache-Control").orElse("")).contains("no-store");

        assertThat(isSignedIn(browser)).as("here it goes on").isTrue();

        var stranger = new Browser(port);
        var asked = stranger.signIn(username, PASSWORD);
        assertThat(asked.statusCode()).isEqualTo(200);
        assertThat(stranger.cookie("stampede")).isEmpty();
        var token = found(TOKEN, asked.body());

        var mistyped = stranger.submit("/sign-in", "/sign-in/code", Map.of("token", token, "code", "000000"));
        assertThat(mistyped.statusCode()).isEqualTo(403);
        assertThat(stranger.cookie("stampede")).isEmpty();

        var signedIn = stranger.submit(
                "/sign-in", "/sign-in/code", Map.of("token", found(TOKEN, mistyped.body()), "code", code(key, 0)));
        assertThat(signedIn.statusCode()).isEqualTo(302);
        assertThat(stranger.cookie("stampede")).isPresent();
    }

    @Test
    void isReadAfterTheSigningKeyWasChangedAndKeptUnderTheNewOne() {
        var key = setUp().key();
        var next = new SecretKeySpec(new byte[32], "HmacSHA256");

        factors(new SecretEncryption(new TokenKeys(next, List.of(keys.current()))))
                .use(account, code(key, 0));
        assertThat(isOpenedBy(next)).isTrue();
        assertThat(isOpenedBy(keys.current())).isFalse();

        factors(new SecretEncryption(new TokenKeys(keys.current(), List.of(next))))
                .reencrypt();
        assertThat(isOpenedBy(keys.current())).as("without a code, too").isTrue();
        assertThat(signIn(code(key, 30)).statusCode()).isEqualTo(200);
    }

    @Test
    void settingItUpEndsAllOtherSignIns() {
        var elsewhere = bearer();
        browser.signIn(username, PASSWORD);
        assertThat(isSignedIn(browser)).isTrue();

        var here = setUp().bearer();

        assertThat(isSignedIn(browser)).isFalse();
        assertRefused(post(elsewhere, "/second-factor", Map.of("password", PASSWORD)), 401, "NOT_SIGNED_IN");
        assertRefused(post(here, "/second-factor", Map.of("password", PASSWORD)), 409, "SECOND_FACTOR_IS_SET");
    }

    @Test
    void theCodeAloneLetsNobodyIn() {
        var key = setUp().key();

        var answer = browser.submit("/sign-in", "/sign-in/code", Map.of("token", "x.y.z", "code", code(key, 0)));

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(browser.cookie("stampede")).isEmpty();
    }

    private SecondFactors factors(SecretEncryption box) {
        return new SecondFactors(rows, box, limits, signIns, events, clock);
    }

    private boolean isOpenedBy(SecretKey key) {
        var closed = rows.find(account.id()).orElseThrow().secret();
        return new SecretEncryption(TokenKeys.of(key))
                .open(closed, account.id().value())
                .isPresent();
    }

    private static boolean isSignedIn(Browser browser) {
        return browser.get("/orders", "Accept", "text/html").statusCode() == 200;
    }

    /** With the code before the current one, so that tests have two left; not where it ends while it is on its way. */
    private Factor setUp() {
        await("a code that is good for seconds").until(() -> clock.instant().getEpochSecond() % 30 < 28);
        var bearer = bearer();
        var key = read(post(bearer, "/second-factor", Map.of("password", PASSWORD)))
                .get("secret")
                .asString();
        var confirmed = post(bearer, "/second-factor/confirmation", Map.of("code", code(key, -30)));
        assertThat(confirmed.statusCode()).as(confirmed.body()).isEqualTo(200);
        return new Factor(bearer, key, read(confirmed).get("recoveryCodes"));
    }

    private String bearer() {
        return "Bearer " + read(signIn(null)).get("accessToken").asString();
    }

    private HttpResponse<String> signIn(@Nullable String code) {
        var body = new HashMap<>(Map.of("username", username, "password", PASSWORD));
        if (code != null) {
            body.put("code", code);
        }
        return browser.json("POST", "/api/v1/tokens", json.writeValueAsString(body));
    }

    private HttpResponse<String> post(String bearer, String path, Map<String, String> body) {
        return send(bearer, "POST", path, body);
    }

    private HttpResponse<String> send(String bearer, String method, String path, Map<String, String> body) {
        return browser.json(method, "/api/v1/account" + path, json.writeValueAsString(body), "Authorization", bearer);
    }

    private String code(String key, int secondsAside) {
        return Totp.codeAt(BaseEncoding.base32().decode(key), clock.instant().plusSeconds(secondsAside));
    }

    private void assertRefused(HttpResponse<String> answer, int status, String reason) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(read(answer).get("reason").asString()).isEqualTo(reason);
    }

    private JsonNode read(HttpResponse<String> answer) {
        return json.readTree(answer.body());
    }

    private static String found(Pattern pattern, String text) {
        var matcher = pattern.matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return matcher.group(1);
    }

    private record Factor(String bearer, String key, JsonNode recoveryCodes) {}
}
