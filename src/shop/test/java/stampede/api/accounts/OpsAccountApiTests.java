package stampede.api.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Duty;
import stampede.account.JdbcAccountRepository;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.api.ApiClient;
import stampede.ids.Ids;
import stampede.security.Browser;
import stampede.staff.ApiTokens;
import stampede.token.AccessTokenIssuer;
import tools.jackson.databind.json.JsonMapper;

/** Accounts by the API: the same acts, rules and rows of the audit log as by pages. */
@StampedeTest
class OpsAccountApiTests {

    private static final String PASSWORD = "a long enough password";
    private static final String PATH = "/api/ops/accounts";
    private static final String WHY = "Works here since Monday";

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private JdbcAccountRepository rows;

    @Autowired
    private AccessTokenIssuer issuer;

    @Autowired
    private ApiTokens tokens;

    @Autowired
    private JdbcClient sql;

    @Autowired
    private Ids ids;

    private SignedIn admin;
    private ApiClient api;

    @BeforeEach
    void signIn() {
        admin = accounts.ensure("account-api-admin", PASSWORD, Role.OPERATOR);
        api = new ApiClient(port).as(issuer.issue(admin));
    }

    @Test
    void opensAnAccountWithALinkThatSetsItsPasswordOnce() {
        var name = name();
        var wanted = Map.of("username", name, "role", "OPERATOR", "duties", List.of("RUN"), "reason", WHY);

        var opened = api.post(PATH, wanted);
        var again = api.post(PATH, wanted);

        assertThat(opened.status()).isEqualTo(201);
        assertThat(opened.header("Location")).isEqualTo(PATH + "/" + opened.text("accountId"));
        assertThat(opened.header("Cache-Control")).contains("no-store");
        assertRefused(again, 409, "USERNAME_TAKEN");
        var known = api.get(opened.header("Location"));
        assertThat(known.text("state")).isEqualTo("INVITED");
        assertThat(known.body().path("duties").toString()).isEqualTo("[\"SEE\",\"RUN\"]");
        assertThat(known.header("Cache-Control")).contains("no-store");
        var link = opened.text("link");
        assertThat(link).startsWith("http://127.0.0.1:" + port + "/welcome/");
        var browser = new Browser(port);
        var path = link.substring(link.indexOf("/welcome/"));
        browser.submit(path, path, Map.of("next", PASSWORD, "again", PASSWORD));
        assertThat(api.get(opened.header("Location")).text("state")).isEqualTo("ACTIVE");
        assertThat(new Browser(port).get(path).statusCode()).isEqualTo(410);
        assertThat(sql.sql(
                                "select count(*) from operator_audit where detail like '%/welcome/%' or value_after like '%/welcome/%'")
                        .query(Long.class)
                        .single())
                .isZero();
    }

    @Test
    void findsByNameRoleAndStateAndTurnsPagesByKey() {
        var prefix = "find" + Long.toString(ids.next(), 36);
        var crowd = accounts.addShoppers(51, prefix);

        var first = api.get(PATH + "?role=SHOPPER&state=ACTIVE&text=" + prefix);
        var second = api.get(PATH + "?role=SHOPPER&text=" + prefix + "&after=" + first.text("after"));

        assertThat(first.body().path("items")).hasSize(50);
        assertThat(first.body().path("count").asInt()).isEqualTo(51);
        assertThat(first.body().at("/items/0/username").asString())
                .isEqualTo(crowd.get(50).username());
        assertThat(second.body().path("items")).hasSize(1);
        assertThat(second.body().at("/items/0/username").asString())
                .isEqualTo(crowd.get(0).username());
        assertThat(api.get(PATH + "?state=LOCKED&text=" + prefix).body().path("items"))
                .isEmpty();
        assertRefused(api.get(PATH + "?state=GONE"), 400, "INVALID_REQUEST");
        assertRefused(api.get(PATH + "/17"), 404, "NO_SUCH_ACCOUNT");
        assertRefused(api.get(PATH + "/x"), 404, "NOT_FOUND");
    }

    @Test
    void locksAndUnlocksAndSaysOfWhatIsSoAlreadyThatItIs() {
        var seller = seller();

        var locked = act(seller, "lock");

        assertThat(locked.text("state")).isEqualTo("LOCKED");
        assertRefused(act(seller, "lock"), 409, "ACCOUNT_CHANGED");
        assertThat(act(seller, "unlock").text("state")).isEqualTo("ACTIVE");
        assertRefused(act(seller, "approval"), 409, "ACCOUNT_CHANGED");
        assertRefused(act(seller, "rejection"), 409, "ACCOUNT_CHANGED");
        assertThat(act(seller, "sign-ins/end").status()).isEqualTo(200);
        assertThat(audited(seller)).containsExactly("ACCOUNT_LOCKED", "ACCOUNT_UNLOCKED", "SIGN_INS_ENDED");
    }

    @Test
    void givesDutiesAndRolesAsASetSoThatARepeatChangesNothing() {
        var colleague = operator(Set.of(Duty.SEE));
        var duties = Map.of("duties", List.of("MONEY", "RUN"), "reason", WHY);

        assertThat(put(colleague, "duties", duties).body().path("duties").toString())
                .isEqualTo("[\"SEE\",\"RUN\",\"MONEY\"]");
        assertThat(put(colleague, "duties", duties).status()).isEqualTo(200);
        assertThat(put(colleague, "role", Map.of("role", "SELLER", "reason", WHY))
                        .text("role"))
                .isEqualTo("SELLER");
        assertRefused(put(colleague, "duties", duties), 409, "ACCOUNT_CHANGED");
        assertRefused(
                put(colleague, "duties", Map.of("duties", List.of("ALL"), "reason", WHY)), 400, "INVALID_REQUEST");
        assertRefused(put(colleague, "role", Map.of("reason", WHY)), 400, "INVALID_REQUEST");
        assertThat(audited(colleague)).containsExactly("DUTIES_CHANGED", "ROLE_CHANGED");
    }

    @Test
    void nobodyLocksOrWeakensThemselves() {
        assertRefused(act(admin, "lock"), 409, "NOT_YOURSELF");
        assertRefused(put(admin, "duties", Map.of("duties", List.of(), "reason", WHY)), 409, "NOT_YOURSELF");
        assertRefused(put(admin, "role", Map.of("role", "SELLER", "reason", WHY)), 409, "NOT_YOURSELF");
    }

    @Test
    void needsItsDutyAlsoByAToken() {
        var seeing = operator(Set.of(Duty.SEE, Duty.RUN, Duty.MONEY));
        var weak = tokens.make(admin, "weak", Set.of(Duty.SEE), 1);

        assertRefused(new ApiClient(port).as(issuer.issue(seeing)).get(PATH), 403, "NEEDS_ADMIN");
        assertRefused(new ApiClient(port).as(weak).get(PATH), 403, "NEEDS_ADMIN");
        assertThat(new ApiClient(port).as(weak).get("/api/ops/audit").status()).isEqualTo(200);
        assertThat(new ApiClient(port).get(PATH).status()).isEqualTo(401);
    }

    @Test
    void whatIsMissingIsNamed() {
        var opened = api.post(PATH, Map.of("username", name(), "role", "SHOPPER", "reason", WHY));
        var blank = api.post(PATH, Map.of("username", "x y", "role", "SELLER", "reason", WHY));
        var wordless = api.post(PATH, Map.of("username", name(), "role", "SELLER", "reason", "a"));

        assertRefused(opened, 400, "INVALID_REQUEST");
        assertRefused(blank, 400, "BAD_USERNAME");
        assertRefused(wordless, 422, "REASON_MISSING");
        assertRefused(api.post(PATH, Map.of("role", "SELLER")), 400, "INVALID_REQUEST");
        assertRefused(api.post(PATH + "/" + seller().id() + "/lock", Map.of("reason", "no")), 400, "INVALID_REQUEST");
    }

    private ApiClient.Answer act(SignedIn account, String act) {
        return api.post(PATH + "/" + account.id() + "/" + act, Map.of("reason", WHY));
    }

    private ApiClient.Answer put(SignedIn account, String what, Map<String, ?> body) {
        return api.send(
                "PUT",
                PATH + "/" + account.id() + "/" + what,
                HttpRequest.BodyPublishers.ofString(new JsonMapper().writeValueAsString(body)));
    }

    private List<String> audited(SignedIn account) {
        return sql.sql("select action from operator_audit where subject = :subject and who = :who order by id")
                .param("subject", "account:" + account.id())
                .param("who", admin.who())
                .query(String.class)
                .list();
    }

    private SignedIn seller() {
        return accounts.ensure(name(), PASSWORD, Role.SELLER);
    }

    private SignedIn operator(Set<Duty> duties) {
        var account = accounts.ensure(name(), PASSWORD, Role.OPERATOR);
        rows.giveDuties(account.id(), duties);
        return account;
    }

    private String name() {
        return "a" + Long.toString(ids.next(), 36);
    }

    private static void assertRefused(ApiClient.Answer answer, int status, String reason) {
        assertThat(answer.status()).as("%s", answer).isEqualTo(status);
        assertThat(answer.text("reason")).isEqualTo(reason);
        assertThat(answer.type()).startsWith("application/problem+json");
    }
}
