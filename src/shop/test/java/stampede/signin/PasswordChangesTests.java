package stampede.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.io.ClassPathResource;
import stampede.StampedeTest;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.account.Accounts;
import stampede.account.Duty;
import stampede.account.JdbcAccountRepository;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.ids.Ids;
import stampede.security.Browser;
import stampede.staff.Operators;
import stampede.staff.SetUpStep;
import stampede.staff.SetUpSteps;
import stampede.token.AccessTokenIssuer;

/** Changing a password, by oneself and because somebody else gave it. */
@StampedeTest
class PasswordChangesTests {

    private static final String PASSWORD = "correct horse";
    private static final String NEXT = "battery staple";

    @Autowired
    private Ids ids;

    @Autowired
    private Accounts accounts;

    @Autowired
    private JdbcAccountRepository rows;

    @Autowired
    private SecondFactors factors;

    @Autowired
    private Operators operators;

    @Autowired
    private PasswordChanges passwords;

    @Autowired
    private AccessTokenIssuer tokens;

    @Autowired
    private ApiSignIns signIns;

    @Autowired
    private Authenticator authenticator;

    @LocalServerPort
    private int port;

    private Browser browser;
    private String username;

    @BeforeEach
    void openBrowser() {
        browser = new Browser(port);
        username = "c" + ids.next();
    }

    @Test
    void pageChangesThePassword() {
        browser.register(username, PASSWORD);

        var elsewhere = new Browser(port);
        elsewhere.signIn(username, PASSWORD);

        var changed = change(PASSWORD, NEXT, NEXT);

        assertThat(changed.statusCode()).isEqualTo(302);
        assertThat(elsewhere.get("/account", "Accept", "text/html").statusCode())
                .as("signed out elsewhere")
                .isEqualTo(302);
        assertThat(new Browser(port).signIn(username, PASSWORD).statusCode()).isEqualTo(401);
        assertThat(new Browser(port).signIn(username, NEXT).statusCode()).isEqualTo(302);
        assertThat(browser.get("/account", "Accept", "text/html").statusCode())
                .as("stays signed in here")
                .isEqualTo(200);
    }

    @Test
    void pageNamesWhatIsWrong() {
        browser.register(username, PASSWORD);

        assertThat(change("wrong horse", NEXT, NEXT).body()).contains("This is not your password");
        assertThat(change(PASSWORD, NEXT, "battery stable").body()).contains("The two new passwords differ");
        assertThat(change(PASSWORD, "iloveyou", "iloveyou").body()).contains("10,000 passwords");
        assertThat(change(PASSWORD, username, username).body()).contains("A password is not the username");
        assertThat(change(PASSWORD, PASSWORD, PASSWORD).body()).contains("The new password is the present one");
        assertThat(new Browser(port).signIn(username, PASSWORD).statusCode()).isEqualTo(302);
    }

    @Test
    void apiChangesThePassword() {
        var account = accounts.register(username, PASSWORD);
        var body = "{\"presentPassword\":\"%s\",\"newPassword\":\"%s\"}";
        var bearer = "Bearer " + tokens.issue(account);

        var wrong = browser.json(
                "POST", "/api/v1/account/password", body.formatted("wrong horse", NEXT), "Authorization", bearer);
        assertThat(wrong.statusCode()).isEqualTo(403);
        assertThat(wrong.body()).contains("WRONG_PASSWORD");
        assertThat(browser.json("POST", "/api/v1/account/password", body.formatted(PASSWORD, NEXT))
                        .statusCode())
                .as("a stranger")
                .isEqualTo(401);

        var right = browser.json(
                "POST", "/api/v1/account/password", body.formatted(PASSWORD, NEXT), "Authorization", bearer);
        assertThat(right.statusCode()).isEqualTo(204);
        assertThat(authenticator.signIn(username, NEXT, "test " + username)).isEqualTo(account);
    }

    @Test
    void thePresentPasswordCannotBeGuessedForLong() {
        var account = accounts.register(username, PASSWORD);
        for (var guess = 0; guess < 10; guess++) {
            assertThat(refusal(account, "wrong horse").reason()).isEqualTo(AccountRefusal.WRONG_PASSWORD);
        }

        assertThat(refusal(account, PASSWORD).reason()).isEqualTo(AccountRefusal.TOO_MANY_ATTEMPTS);
    }

    @Test
    void anOperatorChangesAGivenPasswordBeforeAnythingElse() {
        var given = operators.give(username, Duty.all());
        assertThat(browser.signIn(username, given).statusCode()).isEqualTo(302);

        assertThat(location("/console")).isEqualTo("/account/password?due");
        assertThat(location("/")).isEqualTo("/account/password?due");
        assertThat(location("/orders")).isEqualTo("/account/password?due");
        var bearer =
                "Bearer " + signIns.begin(accounts.find(username).orElseThrow()).accessToken();
        var refused = browser.get("/api/ops/purchases/stuck", "Authorization", bearer);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("PASSWORD_CHANGE_DUE");

        assertThat(change(given, NEXT, NEXT).statusCode()).isEqualTo(302);
        assertThat(browser.get("/console", "Accept", "text/html").statusCode()).isEqualTo(200);
    }

    @Test
    void aGivenPasswordIsGoodForOneSignIn() {
        var given = operators.give(username, Duty.all());
        assertThat(browser.signIn(username, given).statusCode()).isEqualTo(302);

        var again = new Browser(port).signIn(username, given);
        assertThat(again.statusCode()).isEqualTo(403);
        assertThat(again.body()).contains("This one-time password has been used", "scripts/operator");
        assertThat(browser.json(
                                "POST",
                                "/api/v1/tokens",
                                "{\"username\":\"%s\",\"password\":\"%s\"}".formatted(username, given))
                        .body())
                .contains("PASSWORD_USED");
        assertThat(new Browser(port).signIn(username, "wrong horse").statusCode())
                .as("told to nobody without the password")
                .isEqualTo(401);

        assertThat(browser.submit("/account/second-factor", "/account/second-factor", Map.of("password", given))
                        .body())
                .as("good for nothing but its change")
                .contains("This password was given to you");
        assertThat(change(given, NEXT, NEXT).statusCode()).isEqualTo(302);
        assertThat(new Browser(port).signIn(username, NEXT).statusCode()).isEqualTo(302);
        assertThat(new Browser(port).signIn(username, NEXT).statusCode())
                .as("one's own as often as one likes")
                .isEqualTo(302);

        assertThat(authenticator.signIn(username, operators.give(username, Duty.all()), "test " + username))
                .as("and another given one")
                .isNotNull();
    }

    @Test
    void aResetOperatorLosesPasswordAndSecondFactor() {
        var first = operators.give(username, Duty.all());
        var operator = accounts.find(username).orElseThrow();
        passwords.change(operator, first, NEXT);
        factors.begin(operator);

        var second = operators.give(username, Duty.all());

        assertThat(second).isNotEqualTo(first).hasSize(20);
        assertThat(accounts.find(username)).contains(operator);
        assertThat(factors.offered(operator)).isEmpty();
        assertThat(rows.isPasswordChangeDue(operator.id())).isTrue();
        assertThat(catchThrowableOfType(
                                AccountRefused.class, () -> authenticator.signIn(username, NEXT, "test " + username))
                        .reason())
                .isEqualTo(AccountRefusal.BAD_CREDENTIALS);
        assertThat(authenticator.signIn(username, second, "test " + username)).isEqualTo(operator);
    }

    @Test
    void nobodyElseIsMadeAnOperator() {
        accounts.register(username, PASSWORD);

        assertThat(catchThrowableOfType(IllegalStateException.class, () -> operators.give(username, Duty.all())))
                .hasMessageContaining("is a SHOPPER, not a OPERATOR");
        assertThat(authenticator.signIn(username, PASSWORD, "test " + username).role())
                .isEqualTo(Role.SHOPPER);
    }

    @Test
    void productionDemandsASecondFactorOfItsStaff() throws Exception {
        var production =
                new YamlPropertySourceLoader().load("production", new ClassPathResource("application-production.yaml"));
        assertThat(production.get(0).getProperty("stampede.account.second-factor-required"))
                .isEqualTo(true);
        var steps = new SetUpSteps(rows, factors, true);

        var seller = accounts.ensure(username, PASSWORD, Role.SELLER);
        var shopper = accounts.register(username + "-s", PASSWORD);

        assertThat(steps.of(seller)).contains(SetUpStep.SET_UP_SECOND_FACTOR);
        assertThat(steps.of(shopper)).isEqualTo(Optional.empty());
        assertThat(new SetUpSteps(rows, factors, false).of(seller)).isEmpty();
    }

    private HttpResponse<String> change(String present, String next, String again) {
        return browser.submit(
                "/account/password", "/account/password", Map.of("present", present, "next", next, "again", again));
    }

    private String location(String path) {
        return browser.get(path, "Accept", "text/html")
                .headers()
                .firstValue("Location")
                .orElse("")
                .replaceFirst("^http://127\\.0\\.0\\.1:\\d+", "");
    }

    private AccountRefused refusal(SignedIn account, String present) {
        return catchThrowableOfType(AccountRefused.class, () -> passwords.change(account, present, NEXT));
    }
}
