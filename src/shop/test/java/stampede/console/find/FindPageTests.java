package stampede.console.find;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Duty;
import stampede.account.JdbcAccountRepository;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.OfferPublishing;
import stampede.catalog.TestOffers;
import stampede.console.ConsoleBrowser;
import stampede.history.TaskHistory;
import stampede.ids.Ids;
import stampede.payment.PaidOrders;
import stampede.payment.Refunds;
import stampede.security.PageCookies;
import stampede.task.Tasks;
import stampede.testing.ErrandTasks.Errand;
import stampede.testing.ErrandTasks.What;

/** Whatever somebody reads out on the telephone leads to its page. */
@StampedeTest
class FindPageTests {

    private static final String PASSWORD = "a long enough password";

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private JdbcAccountRepository rows;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private Refunds refunds;

    @Autowired
    private OfferPublishing offerPublishing;

    @Autowired
    private Tasks tasks;

    @Autowired
    private TaskHistory history;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private Ids ids;

    private SignedIn account;
    private ConsoleBrowser operator;

    @BeforeEach
    void signIn() {
        account = accounts.ensure("find-operator", PASSWORD, Role.OPERATOR);
        operator = new ConsoleBrowser(port, cookies, account);
    }

    @Test
    void aNumberLeadsToItsPageInOneStep() {
        var order = paidOrders.paid(paidOrders.open(1));
        var trade = jdbc.queryForObject(
                "select trade_no from payment where order_id = ?",
                String.class,
                order.id().value());
        var refund = refunds.give(account, order.id(), order.total(), "found by its number");
        var offer = TestOffers.upcoming(offerPublishing);
        var task = tasks.send(new Errand(What.RUN, UUID.randomUUID().toString()));
        await().atMost(ofSeconds(20)).until(() -> history.find(task).isPresent());
        var unknown = ids.next();

        assertThat(leadsTo(order.id().toString())).isEqualTo("/console/orders/" + order.id());
        assertThat(leadsTo("order:" + order.id())).isEqualTo("/console/orders/" + order.id());
        assertThat(leadsTo(" " + trade + " ")).isEqualTo("/console/orders/" + order.id());
        assertThat(leadsTo(refund.requestNo())).isEqualTo("/console/payments/refunds/" + refund.requestNo());
        assertThat(leadsTo(offer.toString())).isEqualTo("/console/offers/" + offer);
        assertThat(leadsTo(task.value())).isEqualTo("/console/tasks/" + task.value());
        assertThat(leadsTo(Long.toString(unknown))).isEqualTo("/console/purchases/" + unknown);
    }

    @Test
    void aNameLeadsToTheAccountOrToWhatItBoughtForThoseWhoMayNotSeeAccounts() {
        var name = "found" + UUID.randomUUID().toString().substring(0, 8);
        var shopper = accounts.ensure(name, PASSWORD, Role.SHOPPER);

        assertThat(leadsTo("@" + name)).isEqualTo("/console/accounts/" + shopper.id());
        assertThat(leadsTo(name)).as("the only one of this name").isEqualTo("/console/accounts/" + shopper.id());
        assertThat(location(with(Set.of(Duty.SEE)), "@" + name)).isEqualTo("/console/orders?shopper=" + shopper.id());
        assertThat(page(with(Set.of(Duty.SEE)), name))
                .doesNotContain(shopper.id().toString());
    }

    @Test
    void aWordIsLookedForInTheNamesOfThings() {
        var word = "Findable" + UUID.randomUUID().toString().substring(0, 8);
        var product = TestOffers.product(offerPublishing, word + " teapot");
        TestOffers.product(offerPublishing, word + " kettle");

        var found = Jsoup.parse(page(operator, word));
        assertThat(found.select(".found a").eachText()).containsExactlyInAnyOrder(word + " teapot", word + " kettle");
        assertThat(leadsTo(word + " t")).isEqualTo("/console/products/" + product);
        assertThat(leadsTo("Audit log")).isEqualTo("/console/audit");
        assertThat(Jsoup.parse(page(operator, "attempts")).select(".found a").eachAttr("href"))
                .anyMatch(path -> path.startsWith("/console/settings/"));
        assertThat(page(with(Set.of(Duty.SEE)), "attempts")).doesNotContain("/console/settings/");
    }

    @Test
    void whatFitsNothingIsToldWhatCanBeLookedFor() {
        for (var text :
                List.of("", "nothing-is-called-so", "%", "_", "R-1-1", "@nobody-at-all", "x".repeat(3_000), "'; --")) {
            var answer = operator.open("/console/find?q=" + encoded(text));
            assertThat(answer.statusCode()).as(text).isEqualTo(200);
            assertThat(answer.body()).as(text).contains("The number of an order");
        }
        assertThat(page(operator, "没有这样的东西&lang=zh-CN")).contains("退款号").doesNotContain("??");
        assertThat(Jsoup.parse(operator.read("/console?lang=en")).select("form.find input[name=q]"))
                .hasSize(1);
    }

    private String leadsTo(String text) {
        return location(operator, text);
    }

    private static String location(ConsoleBrowser browser, String text) {
        var answer = browser.open("/console/find?q=" + encoded(text));
        assertThat(answer.statusCode()).as(text).isEqualTo(302);
        return answer.headers().firstValue("Location").orElseThrow();
    }

    private static String page(ConsoleBrowser browser, String text) {
        return browser.read("/console/find?q=" + encoded(text).replace("%26lang%3D", "&lang="));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private ConsoleBrowser with(Set<Duty> duties) {
        var name = "find" + UUID.randomUUID().toString().substring(0, 8);
        var someone = accounts.ensure(name, PASSWORD, Role.OPERATOR);
        rows.giveDuties(someone.id(), duties);
        return new ConsoleBrowser(port, cookies, accounts.find(name).orElseThrow());
    }
}
