package stampede.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
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
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.TestOffers;
import stampede.ids.Ids;
import stampede.security.Browser;
import stampede.security.PageCookies;

/** Accounts by pages: opened, invited, registered, approved, locked, and tokens of one's own. */
@StampedeTest
class AccountPagesTests {

    private static final String PASSWORD = "a long enough password";
    private static final Pattern LINK = Pattern.compile("/welcome/[A-Za-z0-9_-]{43}");
    private static final Pattern TOKEN = Pattern.compile("stp_[A-Za-z0-9_.-]{66}");

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private JdbcAccountRepository rows;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private Ids ids;

    @Autowired
    private OfferPublishing publishing;

    @Autowired
    private JdbcClient jdbc;

    private ConsoleBrowser console;
    private String name;

    @BeforeEach
    void signIn() {
        console = new ConsoleBrowser(port, cookies, operator(Duty.all()));
        name = "p" + ids.next();
    }

    @Test
    void anInvitedSellerSetsAPasswordAndLandsAtTheirShop() {
        var page = console.post(
                "/console/accounts/new",
                "/console/accounts",
                Map.of("username", name, "role", "SELLER", "reason", "A new seller."));
        assertThat(page.body()).as("a whole address").contains("http://127.0.0.1:" + port + "/welcome/");
        var link = find(LINK, page);
        var browser = new Browser(port);
        assertThat(browser.get(link).body()).contains(name);
        assertThat(browser.submit(link, link, Map.of("next", PASSWORD, "again", "another"))
                        .statusCode())
                .isEqualTo(422);
        assertThat(browser.submit(link, link, Map.of("next", PASSWORD, "again", PASSWORD))
                        .statusCode())
                .isEqualTo(302);

        var signedIn = browser.signIn(name, PASSWORD);

        assertThat(signedIn.headers().firstValue("Location").orElseThrow()).endsWith("/seller");
        assertThat(browser.get("/seller").statusCode()).isEqualTo(200);
        assertThat(console.read("/console/accounts?text=" + name)).contains(name);
    }

    @Test
    void aUsedLinkAndOneThatNeverWasAreAnsweredAlike() {
        var link = find(
                LINK,
                console.post(
                        "/console/accounts/new",
                        "/console/accounts",
                        Map.of("username", name, "role", "OPERATOR", "duties", "RUN", "reason", "A new colleague.")));
        var browser = new Browser(port);
        browser.submit(link, link, Map.of("next", PASSWORD, "again", PASSWORD));

        var used = new Browser(port).get(link);
        var invented = new Browser(port).get("/welcome/" + "A".repeat(43));

        assertThat(used.statusCode()).isEqualTo(410).isEqualTo(invented.statusCode());
        assertThat(main(used)).isEqualTo(main(invented)).doesNotContain(name);
    }

    @Test
    void whatIsWrongIsSaidAndWhatWasTypedIsKept() {
        var page = console.post(
                "/console/accounts/new",
                "/console/accounts",
                Map.of("username", name, "role", "SELLER", "reason", "x"));

        assertThat(page.statusCode()).isEqualTo(422);
        assertThat(page.body()).contains("value=\"" + name + "\"");
        assertThat(accounts.find(name)).isEmpty();
    }

    @Test
    void anOperatorIsLockedByTypingTheirName() {
        var other = operator(Set.of(Duty.SEE));
        var path = "/console/accounts/" + other.id() + "/acts/LOCK";

        assertThat(console.post(path, path, Map.of("reason", "They left.", "typed", "somebody"))
                        .statusCode())
                .isEqualTo(422);
        assertThat(console.submit(path, path, Map.of("reason", "They left.", "typed", other.username())))
                .contains("It is locked.");
    }

    @Test
    void accountsAreForAdministratorsOnly() {
        var running = new ConsoleBrowser(port, cookies, operator(Set.of(Duty.SEE, Duty.RUN, Duty.MONEY)));

        assertThat(running.open("/console/accounts").statusCode()).isEqualTo(403);
        assertThat(running.read("/console")).doesNotContain("/console/accounts");
        assertThat(console.read("/console")).contains("/console/accounts");
    }

    @Test
    void whoRegistersAsSellerWaitsInTheList() {
        var browser = new Browser(port);
        var sent = browser.submit(
                "/register/seller",
                "/register/seller",
                Map.of("username", name, "password", PASSWORD, "shopName", "Teapots", "contact", "mei@example.com"));
        assertThat(sent.statusCode()).isEqualTo(302);
        assertThat(browser.signIn(name, PASSWORD).statusCode()).isEqualTo(403);
        var id = accounts.find(name).orElseThrow().id();
        assertThat(console.read("/console/accounts?state=PENDING&role=SELLER")).contains(name);

        var path = "/console/accounts/" + id + "/acts/APPROVE";
        assertThat(console.submit(path, path, Map.of("reason", "They are known.")))
                .contains("mei@example.com")
                .contains("It is approved.");

        assertThat(browser.signIn(name, PASSWORD).statusCode()).isEqualTo(302);
    }

    @Test
    void theListIsAFileToo() {
        var one = operator(Set.of(Duty.SEE));
        var file = console.open("/console/accounts.csv?text=" + one.username());

        assertThat(file.headers().firstValue("Content-Disposition").orElseThrow())
                .contains("stampede-accounts-");
        assertThat(file.body().lines().skip(1).toList())
                .singleElement()
                .asString()
                .contains(one.username(), "OPERATOR", "SEE", "ACTIVE");
        assertThat(console.read("/console/accounts?text=" + one.username() + "&role=SELLER"))
                .contains("Nothing was found")
                .doesNotContain("/console/accounts/" + one.id());
    }

    @Test
    void nobodyTakesTheLastWayInFromThemselves() {
        var self = operator(Duty.all());
        var own = new ConsoleBrowser(port, cookies, self);
        var path = "/console/accounts/" + self.id() + "/acts/LOCK";

        var refused = own.post(path, path, Map.of("reason", "By mistake.", "typed", self.username()));

        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(accounts.find(self.username())).isPresent();
        assertThat(own.open("/console/accounts").statusCode()).isEqualTo(200);
    }

    @Test
    void anAccountLeadsToWhatWasDoneToItAndByIt() {
        var other = operator(Set.of(Duty.SEE));
        var path = "/console/accounts/" + other.id() + "/acts/SIGN_INS";
        console.submit(path, path, Map.of("reason", "A lost telephone."));

        var page = console.read("/console/accounts/" + other.id());

        assertThat(page)
                .contains("/console/audit?subject=account:" + other.id(), "/console/audit?who=operator:" + other.id());
        assertThat(console.read("/console/audit?subject=account:" + other.id() + "&reason=telephone"))
                .contains("SIGN_INS_ENDED", "A lost telephone.");
    }

    @Test
    void allOffersOfALockedSellerArePausedAtOnceAndNobodyElses() {
        var seller = accounts.ensure(name, PASSWORD, Role.SELLER);
        var theirs = List.of(
                TestOffers.running(publishing, 5, 1),
                TestOffers.running(publishing, 5, 1),
                TestOffers.upcoming(publishing));
        var another = TestOffers.running(publishing, 5, 1);
        theirs.forEach(offer -> jdbc.sql("""
                        update product set seller_id = :seller where id = (select product_id from offer where id = :offer)
                        """)
                .param("seller", seller.id().value())
                .param("offer", offer.value())
                .update());
        var account = "/console/accounts/" + seller.id();
        assertThat(console.open(account + "/pause").statusCode())
                .as("of one who is not locked")
                .isEqualTo(404);
        console.submit(account + "/acts/LOCK", account + "/acts/LOCK", Map.of("reason", "They cheat."));

        var asked = console.read(account + "/pause");
        var seen = Jsoup.parse(asked).select("input[name=seen]").val();
        assertThat(asked).contains("Pause 3");
        assertThat(console.post(account + "/pause", account + "/pause", Map.of("reason", "", "seen", seen))
                        .statusCode())
                .isEqualTo(422);
        assertThat(theirs).allSatisfy(offer -> assertThat(isPaused(offer)).isFalse());
        assertThat(console.submit(
                        account + "/pause", account + "/pause", Map.of("reason", "They cheat.", "seen", seen)))
                .contains("Offers paused: 3.");

        assertThat(theirs).allSatisfy(offer -> assertThat(isPaused(offer)).isTrue());
        assertThat(isPaused(another)).isFalse();
        assertThat(console.read("/console/audit?subject=offer:" + theirs.get(0)))
                .contains("OFFER_PAUSED", "They cheat.");
    }

    private boolean isPaused(OfferId offer) {
        return jdbc.sql("select paused from stock_balance where offer_id = :offer")
                        .param("offer", offer.value())
                        .query(Integer.class)
                        .single()
                == 1;
    }

    @Test
    void aTokenIsShownOnce() {
        var page = console.post(
                "/account/tokens", "/account/tokens", Map.of("name", "till", "duties", "SEE", "days", "30"));

        var token = find(TOKEN, page);

        assertThat(console.read("/account/tokens")).contains("till").doesNotContain(token);
    }

    private SignedIn operator(Set<Duty> duties) {
        var operator = accounts.ensure("o" + ids.next(), PASSWORD, Role.OPERATOR);
        rows.giveDuties(operator.id(), duties);
        return accounts.find(operator.username()).orElseThrow();
    }

    private static String find(Pattern pattern, HttpResponse<String> page) {
        var found = pattern.matcher(page.body());
        assertThat(found.find()).as("%s in %s", pattern, page.body()).isTrue();
        return found.group();
    }

    private static String main(HttpResponse<String> page) {
        return page.body().replaceAll("(?s).*<main(.*)</main>.*", "$1");
    }
}
