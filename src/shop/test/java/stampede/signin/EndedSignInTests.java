package stampede.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.AccountProperties;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.ids.Ids;
import stampede.security.Browser;
import stampede.token.JwtCodec;
import stampede.token.SignIn;
import stampede.token.TokenPurpose;
import tools.jackson.databind.json.JsonMapper;

/** Signing out, locking, and taking a role away are felt by every request, whatever it accepts, on every node. */
@StampedeTest
class EndedSignInTests {

    private static final String PASSWORD = "correct horse";
    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    @Autowired
    private Ids ids;

    @Autowired
    private Accounts accounts;

    @Autowired
    private AccountLocks locks;

    @Autowired
    private ApiSignIns apiSignIns;

    @Autowired
    private SignInRepository repository;

    @Autowired
    private EndedSignInCache endings;

    @Autowired
    private BearerTokenVerifier bearers;

    @Autowired
    private JwtCodec tokens;

    @Autowired
    private SignInProperties properties;

    @Autowired
    private AccountProperties accountProperties;

    @Autowired
    private RedisConnectionFactory redis;

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private JsonMapper json;

    @LocalServerPort
    private int port;

    private Browser browser;
    private String username;

    @BeforeEach
    void openBrowser() {
        browser = new Browser(port);
        username = "q" + ids.next();
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "text/html", "application/json"})
    void aCopyOfTheCookieIsRefusedAfterSigningOut(String accept) {
        browser.register(username, PASSWORD);
        var copy = browser.cookie("stampede").orElseThrow();
        assertThat(isSignedIn(copy, accept)).isTrue();

        browser.submit("/account", "/sign-out", Map.of());

        assertThat(isSignedIn(copy, accept)).isFalse();
        assertThat(new Browser(port)
                        .get("/sign-in", "Accept", "text/html", "Cookie", "stampede=" + copy)
                        .headers()
                        .allValues("Set-Cookie"))
                .as("no new cookie for an old one")
                .noneMatch(cookie -> cookie.startsWith("stampede=e"));
    }

    @Test
    void aSignOutOnAnotherNodeIsFeltWithinAMinute() {
        var account = accounts.register(username, PASSWORD);
        browser.signIn(username, PASSWORD);
        var copy = browser.cookie("stampede").orElseThrow();
        var access = apiSignIns.begin(account).accessToken();
        assertThat(isSignedIn(copy, "*/*")).isTrue();
        assertThat(asksToBuyWith(access)).isEqualTo(404);

        repository.end(List.of(signInOf(copy), signInIn(access)));

        await().atMost(A_MINUTE).until(() -> !isSignedIn(copy, "*/*"));
        await().atMost(A_MINUTE).until(() -> asksToBuyWith(access) == 401);
        assertThat(bearers.account(access)).isEmpty();
    }

    /** Nobody polls here, so that only what is called out can be heard. */
    @Test
    void aLockIsCalledOutToNodesThatDoNotAsk() {
        var elsewhere = new EndedSignInCache(repository, accountProperties);
        var ears = new AccountChanges.Listener().accountChanges(redis, elsewhere);
        ears.afterPropertiesSet();
        ears.start();
        try {
            elsewhere.turn();
            var account = accounts.register(username, PASSWORD);
            var signIn = JwtCodec.signInIn(tokens.decoder(TokenPurpose.API)
                    .decode(apiSignIns.begin(account).accessToken()));
            assertThat(elsewhere.letIn(signIn)).isTrue();

            locks.lock(operator(), account.id(), "It was stolen.");

            await().atMost(A_MINUTE).until(() -> !elsewhere.letIn(signIn));
        } finally {
            ears.stop();
        }
    }

    private SignedIn operator() {
        return accounts.ensure("o" + ids.next(), PASSWORD, Role.OPERATOR);
    }

    @Test
    void signingOutEverywhereEndsCookiesAccessTokensAndRefreshTokens() {
        var account = accounts.register(username, PASSWORD);
        browser.signIn(username, PASSWORD);
        var elsewhere = new Browser(port);
        elsewhere.signIn(username, PASSWORD);
        var pair = apiSignIns.begin(account);
        assertThat(bearers.account(pair.accessToken())).contains(account);

        var answer = browser.submit("/account", "/account/sign-out-everywhere", Map.of());

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(isSignedIn(browser.cookie("stampede").orElseThrow(), "*/*")).isFalse();
        assertThat(isSignedIn(elsewhere.cookie("stampede").orElseThrow(), "*/*"))
                .isFalse();
        assertThat(asksToBuyWith(pair.accessToken())).isEqualTo(401);
        assertThat(refresh(pair.refreshToken())).isEqualTo(401);

        elsewhere.signIn(username, PASSWORD);
        assertThat(isSignedIn(elsewhere.cookie("stampede").orElseThrow(), "*/*"))
                .as("a new one is good")
                .isTrue();
    }

    @Test
    void theApiSignsOutOfBrowsersToo() {
        var account = accounts.register(username, PASSWORD);
        browser.signIn(username, PASSWORD);
        var access = apiSignIns.begin(account).accessToken();

        assertThat(browser.json("DELETE", "/api/v1/tokens", "", "Authorization", "Bearer " + access)
                        .statusCode())
                .isEqualTo(204);

        assertThat(isSignedIn(browser.cookie("stampede").orElseThrow(), "*/*")).isFalse();
        assertThat(asksToBuyWith(access)).isEqualTo(401);
    }

    @Test
    void endingASignInByItsRefreshTokenEndsItsAccessToken() {
        var pair = apiSignIns.begin(accounts.register(username, PASSWORD));
        assertThat(asksToBuyWith(pair.accessToken())).isEqualTo(404);

        apiSignIns.end(pair.refreshToken());

        assertThat(asksToBuyWith(pair.accessToken())).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "text/html", "application/json"})
    void anOperatorWithoutTheRoleIsRefusedAtOnce(String accept) {
        var operator = accounts.ensure(username, PASSWORD, Role.OPERATOR);
        browser.signIn(username, PASSWORD);
        var cookie = "stampede=" + browser.cookie("stampede").orElseThrow();
        var bearer = "Bearer " + apiSignIns.begin(operator).accessToken();
        assertThat(get("/console/x", "Accept", accept, "Cookie", cookie)).isEqualTo(404);
        assertThat(get("/api/ops/x", "Authorization", bearer)).isEqualTo(404);

        byHand("update account set role = 'SHOPPER' where id = :id", operator);

        assertThat(get("/console/x", "Accept", accept, "Cookie", cookie)).isEqualTo(403);
        assertThat(get("/api/ops/x", "Authorization", bearer)).isEqualTo(403);
    }

    @Test
    void anOperatorWhoIsLockedOrGoneIsRefusedAtOnce() {
        var locked = accounts.ensure(username, PASSWORD, Role.OPERATOR);
        var gone = accounts.ensure(username + "-g", PASSWORD, Role.SELLER);
        var bearer = "Bearer " + tokens.issue(locked, TokenPurpose.API, A_MINUTE);
        var goneBearer = "Bearer " + tokens.issue(gone, TokenPurpose.API, A_MINUTE);
        assertThat(get("/api/ops/x", "Authorization", bearer)).isEqualTo(404);
        assertThat(get("/api/ops/x", "Authorization", goneBearer)).isEqualTo(403);

        byHand("update account set locked_ms = 1 where id = :id", locked);
        byHand("delete from account where id = :id", gone);

        assertThat(get("/api/ops/x", "Authorization", bearer)).isEqualTo(401);
        assertThat(get("/api/ops/x", "Authorization", goneBearer)).isEqualTo(401);
    }

    @Test
    void aShopperLockedByHandBuysNothingWithinAMinute() {
        var account = accounts.register(username, PASSWORD);
        var access = apiSignIns.begin(account).accessToken();
        browser.signIn(username, PASSWORD);
        var cookie = browser.cookie("stampede").orElseThrow();
        await().atMost(A_MINUTE).until(() -> bearers.account(access).isPresent());
        assertThat(isSignedIn(cookie, "*/*")).isTrue();

        byHand("update account set locked_ms = 1 where id = :id", account);

        await().atMost(A_MINUTE).until(() -> asksToBuyWith(access) == 401);
        await().atMost(A_MINUTE).until(() -> !isSignedIn(cookie, "*/*"));
    }

    @Test
    void aShopperWhoseRowIsDeletedByHandBuysNothingWithinAMinute() {
        var account = accounts.register(username, PASSWORD);
        var pair = apiSignIns.begin(account);
        await().atMost(A_MINUTE).until(() -> bearers.account(pair.accessToken()).isPresent());
        assertThat(asksToBuyWith(pair.accessToken())).isEqualTo(404);

        byHand("delete from account where id = :id", account);

        await().atMost(A_MINUTE).until(() -> asksToBuyWith(pair.accessToken()) == 401);
        assertThat(bearers.account(pair.accessToken())).isEmpty();
        assertThat(refresh(pair.refreshToken())).isEqualTo(401);
    }

    @Test
    void aShopperWhoseAccountIsGoneIsRefusedOnceTheNodeAsksAgain() {
        var account = accounts.register(username, PASSWORD);
        var aSecond = new SignInProperties(
                A_MINUTE, A_MINUTE, A_MINUTE, Duration.ofSeconds(1), Duration.ofSeconds(2), 20, 100);
        var checks = new SignInCheck(repository, endings, aSecond);
        var signIn = new SignIn(account, SignIn.newId(), 0, Instant.now());
        assertThat(checks.current(signIn)).contains(account);

        byHand("delete from account where id = :id", account);

        await().atMost(A_MINUTE).until(() -> checks.current(signIn).isEmpty());
        assertThat(properties.stateKeptFor()).isLessThanOrEqualTo(A_MINUTE);
    }

    @Test
    void aLockedAccountIsSignedOutAuditedAndLetInNoMore() {
        var operator = accounts.ensure(username + "-o", PASSWORD, Role.OPERATOR);
        var account = accounts.register(username, PASSWORD);
        var pair = apiSignIns.begin(account);
        assertThat(asksToBuyWith(pair.accessToken())).isEqualTo(404);

        assertThat(locks.lock(operator, account.id(), "chargebacks")).isTrue();

        assertThat(asksToBuyWith(pair.accessToken())).isEqualTo(401);
        assertThat(refresh(pair.refreshToken())).isEqualTo(401);
        var byPage = browser.signIn(username, PASSWORD);
        assertThat(byPage.statusCode()).isEqualTo(403);
        assertThat(byPage.body()).contains("This account is locked");
        assertThat(signInByApi().body()).contains("ACCOUNT_LOCKED");
        assertThat(browser.signIn(username, "wrong horse").statusCode())
                .as("told to nobody without the password")
                .isEqualTo(401);

        assertThat(locks.unlock(operator, account.id(), "paid")).isTrue();

        assertThat(signInByApi().statusCode()).isEqualTo(200);
        assertThat(asksToBuyWith(pair.accessToken())).isEqualTo(401);
        assertThat(jdbc.sql("select action from operator_audit where subject = :subject order by id")
                        .param("subject", "account:" + account.id())
                        .query(String.class)
                        .list())
                .containsExactly("ACCOUNT_LOCKED", "ACCOUNT_UNLOCKED");
        assertThat(locks.lock(operator, new AccountId(ids.next()), "nobody")).isFalse();
    }

    @Test
    void aSignInIsOverAfterAWeekAndAfterTwelveHoursForStaff() {
        var shopper = accounts.register(username, PASSWORD);
        var operator = accounts.ensure(username + "-o", PASSWORD, Role.OPERATOR);

        assertThat(isSignedIn(cookie(shopper, Duration.ofDays(6)), "*/*")).isTrue();
        assertThat(isSignedIn(cookie(shopper, Duration.ofDays(7)), "*/*")).isFalse();
        assertThat(isSignedIn(cookie(operator, Duration.ofHours(11)), "*/*")).isTrue();
        assertThat(isSignedIn(cookie(operator, Duration.ofHours(12)), "*/*")).isFalse();
    }

    /** Operators' and sellers' are not kept, whatever they ask for. */
    @Test
    void aShoppersKeptSignInLastsAMonthWithoutBeingUsed() {
        var shopper = accounts.register(username, PASSWORD);
        var operator = accounts.ensure(username + "-o", PASSWORD, Role.OPERATOR);

        assertThat(isSignedIn(cookie(kept(shopper, Duration.ofDays(29))), "*/*"))
                .isTrue();
        assertThat(isSignedIn(cookie(kept(shopper, Duration.ofDays(30))), "*/*"))
                .isFalse();
        assertThat(isSignedIn(cookie(kept(operator, Duration.ofHours(12))), "*/*"))
                .isFalse();
        assertThat(daysOf(Map.of("username", username, "password", PASSWORD, "kept", "true")))
                .isEqualTo(30);
        assertThat(daysOf(Map.of("username", username, "password", PASSWORD))).isEqualTo(0);
    }

    @Test
    void aRenewedCookieKeepsTheTimeOfItsSignInAndEndsWithIt() {
        var shopper = accounts.register(username, PASSWORD);
        var since = Instant.now().minus(Duration.ofDays(7)).plusSeconds(300).truncatedTo(ChronoUnit.SECONDS);
        var signIn = new SignIn(shopper, SignIn.newId(), 0, since);
        browser.setCookie("stampede", agedTokens().issue(signIn, TokenPurpose.PAGES, Duration.ofHours(12)));

        var renewed = browser.get("/sign-in", "Accept", "text/html").headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith("stampede=e"))
                .findFirst()
                .orElseThrow();

        assertThat(Long.parseLong(renewed.replaceFirst(".*Max-Age=(\\d+).*", "$1")))
                .isBetween(200L, 300L);
        var read = tokens.decoder(TokenPurpose.PAGES)
                .decode(browser.cookie("stampede").orElseThrow());
        assertThat(JwtCodec.signInIn(read)).isEqualTo(signIn);
    }

    @Test
    void staffShowsItsPasswordToTheApiEveryTwelveHours() {
        var operator = accounts.ensure(username, PASSWORD, Role.OPERATOR);
        var shopper = accounts.register(username + "-s", PASSWORD);
        var ofOperator = apiSignIns.begin(operator);
        var ofShopper = apiSignIns.begin(shopper);
        byHand("update api_sign_in set begun_ms = begun_ms - 43201000 where account_id = :id", operator);
        byHand("update api_sign_in set begun_ms = begun_ms - 43201000 where account_id = :id", shopper);

        assertThat(refresh(ofOperator.refreshToken())).isEqualTo(401);
        assertThat(refresh(ofShopper.refreshToken())).isEqualTo(200);
    }

    @Test
    void theOldestOfTooManySignInsToTheApiEnds() {
        var account = accounts.register(username, PASSWORD);
        var first = apiSignIns.begin(account);
        byHand("update api_sign_in set expires_ms = expires_ms - 5000 where account_id = :id", account);
        var second = apiSignIns.begin(account);
        byHand("update api_sign_in set expires_ms = expires_ms - 1000 where account_id = :id", account);

        IntStream.range(1, properties.perAccount()).forEach(more -> apiSignIns.begin(account));

        assertThat(jdbc.sql("select count(*) from api_sign_in where account_id = :id")
                        .param("id", account.id().value())
                        .query(Integer.class)
                        .single())
                .isEqualTo(properties.perAccount());
        assertThat(refresh(first.refreshToken())).isEqualTo(401);
        assertThat(asksToBuyWith(first.accessToken())).isEqualTo(401);
        assertThat(refresh(second.refreshToken())).isEqualTo(200);
    }

    @Test
    void showsAndEndsEachSignInOnThePageOfTheAccount() {
        var account = accounts.register(username, PASSWORD);
        browser.signIn(username, PASSWORD);
        var elsewhere = new Browser(port);
        elsewhere.signIn(username, PASSWORD);
        var lost = elsewhere.cookie("stampede").orElseThrow();
        var pair = apiSignIns.begin(account);

        var page = browser.get("/account", "Accept", "text/html").body();
        assertThat(page).contains(username, "Where I am signed in", "This one", "/account/sign-ins/" + signInOf(lost));
        assertThat(page.split("<li>", -1)).as("three sign-ins").hasSize(4);
        assertThat(browser.get("/account", "Accept-Language", "zh-CN").body()).contains("已登录的设备");

        browser.submit("/account", "/account/sign-ins/" + signInOf(lost) + "/end", Map.of());
        browser.submit("/account", "/account/sign-ins/" + signInIn(pair.accessToken()) + "/end", Map.of());

        assertThat(isSignedIn(lost, "*/*")).isFalse();
        assertThat(asksToBuyWith(pair.accessToken())).isEqualTo(401);
        assertThat(refresh(pair.refreshToken())).isEqualTo(401);
        assertThat(browser.get("/account").body().split("<li>", -1)).hasSize(2);
    }

    @Test
    void endsNoSignInOfSomebodyElse() {
        browser.register(username, PASSWORD);
        var other = new Browser(port);
        other.register(username + "-2", PASSWORD);
        var theirs = other.cookie("stampede").orElseThrow();

        var answer = browser.submit("/account", "/account/sign-ins/" + signInOf(theirs) + "/end", Map.of());

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(isSignedIn(theirs, "*/*")).isTrue();
        assertThat(browser.submit("/account", "/account/sign-ins/%E7%94%A8/end", Map.of())
                        .statusCode())
                .isEqualTo(404);
        assertThat(new Browser(port).get("/account").headers().firstValue("Location"))
                .hasValueSatisfying(location -> assertThat(location).contains("/sign-in?continue=%2Faccount"));
    }

    private String cookie(SignedIn account, Duration age) {
        return cookie(new SignIn(account, SignIn.newId(), 0, Instant.now().minus(age)));
    }

    private String cookie(SignIn signIn) {
        return tokens.issue(signIn, TokenPurpose.PAGES, Duration.ofHours(1));
    }

    private static SignIn kept(SignedIn account, Duration age) {
        return new SignIn(account, SignIn.newId(), 0, Instant.now().minus(age), true);
    }

    /** For how many days, to the hour, a browser that signs in so keeps its cookie. */
    private long daysOf(Map<String, String> form) {
        var cookie = new Browser(port)
                .submit("/sign-in", "/sign-in", form).headers().allValues("Set-Cookie").stream()
                        .filter(set -> set.startsWith("stampede=e"))
                        .findFirst()
                        .orElseThrow();
        return Duration.ofSeconds(Long.parseLong(cookie.replaceFirst(".*Max-Age=(\\d+).*", "$1")))
                .plusHours(1)
                .toDays();
    }

    /** As the shop was eleven minutes ago. */
    private JwtCodec agedTokens() {
        return new JwtCodec(tokens.keys(), Clock.offset(Clock.systemUTC(), Duration.ofMinutes(-11)));
    }

    private boolean isSignedIn(String cookie, String accept) {
        return get("/orders", "Accept", accept, "Cookie", "stampede=" + cookie) == 200;
    }

    /** In the form that is answered before Spring Security; there is no such offer. */
    private int asksToBuyWith(String accessToken) {
        return new Browser(port)
                .json(
                        "POST",
                        "/api/v1/offers/1/purchases",
                        "{\"units\":1,\"address\":\"1 Long Street\"}",
                        "Authorization",
                        "Bearer " + accessToken,
                        "Idempotency-Key",
                        "k" + ids.next())
                .statusCode();
    }

    private int get(String path, String... headers) {
        return new Browser(port).get(path, headers).statusCode();
    }

    private int refresh(String token) {
        return new Browser(port)
                .json("POST", "/api/v1/tokens/refresh", json.writeValueAsString(Map.of("refreshToken", token)))
                .statusCode();
    }

    private HttpResponse<String> signInByApi() {
        return browser.json(
                "POST", "/api/v1/tokens", json.writeValueAsString(Map.of("username", username, "password", PASSWORD)));
    }

    private String signInOf(String cookie) {
        return signInIn(cookie, TokenPurpose.PAGES);
    }

    private String signInIn(String accessToken) {
        return signInIn(accessToken, TokenPurpose.API);
    }

    private String signInIn(String token, TokenPurpose purpose) {
        return JwtCodec.signInIn(tokens.decoder(purpose).decode(token)).id();
    }

    private void byHand(String sql, SignedIn account) {
        jdbc.sql(sql).param("id", account.id().value()).update();
    }
}
