package stampede.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.security.PageCookies;
import stampede.task.admin.TaskPlans;
import stampede.task.admin.TaskRetries;
import stampede.testing.ErrandTasks;

/** When tasks are tried again, as an operator sees and sets it. */
@StampedeTest
class RetryPagesTests {

    private static final String LIST = "/console/retries";
    private static final String TASK = ErrandTasks.NOTICE;
    private static final String PAGE = LIST + "/" + TASK;
    private static final String PLACEMENT = LIST + "/order.place";

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private TaskRetries retries;

    @Autowired
    private TaskPlans plans;

    @Autowired
    private JdbcClient sql;

    private ConsoleBrowser browser;
    private SignedIn operator;

    @BeforeEach
    void signIn() {
        operator = accounts.ensure("retries-operator", "a long enough password", Role.OPERATOR);
        browser = new ConsoleBrowser(port, cookies, operator);
        retries.reset(TASK);
    }

    @AfterEach
    void forget() {
        retries.reset(TASK);
    }

    @Test
    void listsEachTaskWithWhatItsAnnotationSays() {
        var page = page(LIST);

        assertThat(page.select("tr[data-task]").eachAttr("data-task"))
                .containsAll(plans.list().stream().map(plan -> plan.name()).toList());
        assertThat(page.expectFirst("tr[data-task=order.place]").text())
                .contains("first try · 10 s · 30 s · 1 min (± 20 %) · archive after 1 min 40 s")
                .contains("the same");
    }

    @Test
    void isSetShownAuditedAndTakenBackByOnePress() {
        var said = Jsoup.parse(browser.submit(PAGE, PAGE, fields("1s 7 2m", "0")));
        assertThat(said.select("[role=status]").text()).contains("It is set.");
        assertThat(said.expectFirst("#now").text())
                .contains("first try · 1 s · 7 s · 2 min · last tries after 1 min, 1 min · archive after 4 min 8 s");
        assertThat(page(LIST).expectFirst("tr[data-task=" + TASK + "]").text()).contains("set here");

        var back = Jsoup.parse(browser.submit(PAGE, PAGE + "/reset", Map.of("reason", "The database is well again")));

        assertThat(back.select("[role=status]").text()).contains("by its annotation again");
        assertThat(retries.find(TASK).orElseThrow().set()).isEmpty();
        assertThat(acts()).containsExactly("RETRIES_SET", "RETRIES_RESET");
    }

    /** A purchase without an order is given up after three minutes. */
    @Test
    void refusesRetriesThatOutliveAReservationWithBothTimes() {
        var refused = browser.post(PLACEMENT, PLACEMENT, fields("60s 120s", "0"));

        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(Jsoup.parse(refused.body()).select("#errors").text())
                .contains("up to 3 min,")
                .contains("given up after 3 min.");
        assertThat(retries.find("order.place").orElseThrow().set()).isEmpty();
    }

    @Test
    void refusesWhatCannotBeAndKeepsWhatWasTyped() {
        var wrong = new LinkedHashMap<>(fields("10s 25h", "0"));
        wrong.put("jitter", "91");
        wrong.put("reason", "no");

        var refused = browser.post(PAGE, PAGE, wrong);

        assertThat(refused.statusCode()).isEqualTo(422);
        var page = Jsoup.parse(refused.body());
        assertThat(page.select("#errors").text()).contains("5 to 200 characters");
        assertThat(page.expectFirst("#delays").val()).isEqualTo("10s 25h");
        wrong.put("reason", "A good reason");
        assertThat(Jsoup.parse(browser.post(PAGE, PAGE, wrong).body())
                        .select("#errors")
                        .text())
                .contains("At most 20 waits of 1 second to 24 hours");
        assertThat(browser.post(PAGE, PAGE, fields("1s", "3")).statusCode())
                .as("somebody else was faster")
                .isEqualTo(409);
        assertThat(browser.open(LIST + "/no.such-task").statusCode()).isEqualTo(404);
    }

    private List<String> acts() {
        return sql.sql("select action from operator_audit where who = :who and subject = :subject order by id")
                .param("who", "operator:" + operator.id())
                .param("subject", "task:" + TASK)
                .query(String.class)
                .list();
    }

    private static Map<String, String> fields(String delays, String version) {
        return Map.of(
                "version", version,
                "delays", delays,
                "jitter", "0",
                "lastTries", "2",
                "lastTryDelay", "60s",
                "reason", "The database is slow tonight");
    }

    private Document page(String path) {
        return Jsoup.parse(browser.read(path));
    }
}
