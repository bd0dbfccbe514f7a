package stampede.alert.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.UUID;
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
import stampede.alert.AlertBoard;
import stampede.alert.AlertRule;
import stampede.console.ConsoleBrowser;
import stampede.security.PageCookies;

/** What operators see of alerts, and do about them. */
@StampedeTest
class AlertPagesTests {

    private final String subject = "offer:" + UUID.randomUUID();

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private AlertBoard board;

    @Autowired
    private JdbcClient sql;

    private ConsoleBrowser operator;
    private long id;

    @BeforeEach
    void makeAnAlert() {
        operator = new ConsoleBrowser(
                port, cookies, accounts.ensure("alert-reader", "a long enough password", Role.OPERATOR));
        sql.sql("""
                insert into alert (rule_name, subject, severity, state, is_open, value, started_ms, bad_ms, fired_ms, tells, told_ms)
                values ('drift', :subject, 'URGENT', 'FIRING', 1, 2, 1764150000000, 1764150000000, 1764150060000, 1, 1764150060000)
                """).param("subject", subject).update();
        id = sql.sql("select id from alert where subject = :subject")
                .param("subject", subject)
                .query(Long.class)
                .single();
        board.refresh();
    }

    @AfterEach
    void leaveNothing() {
        sql.sql("delete from alert where subject = :subject")
                .param("subject", subject)
                .update();
        sql.sql("delete from alert_silence where subject = :subject")
                .param("subject", subject)
                .update();
        board.refresh();
    }

    @Test
    void everyPageOfTheConsoleSaysHowManyFire() {
        for (var path : new String[] {"/console", "/console/audit", "/console/tasks/queues"}) {
            var page = read(path);
            assertThat(page.title()).as(path).matches("\\(\\d+\\) .+");
            assertThat(page.select("#alarm.urgent a[href=/console/alerts]").text())
                    .as(path)
                    .matches("\\d+ alerts? fires?");
        }
        var tonight = read("/console");
        assertThat(tonight.select("#tonight-alerts a[href=/console/alerts/" + id + "]"))
                .hasSize(1);
        assertThat(tonight.select("#tonight-title").text()).isNotEmpty().isNotEqualTo("All is well");
    }

    @Test
    void theListAndTheFileHaveItAndThePageSaysWhatToDo() {
        assertThat(read("/console/alerts").select("#firing a[href=/console/alerts/" + id + "]"))
                .hasSize(1);
        var found = read("/console/alerts?subject=" + subject + "&state=FIRING&rule=DRIFT&severity=URGENT");
        assertThat(found.select("table.list tbody tr")).hasSize(1);
        assertThat(found.select("#row-" + id).text()).contains("Counter and ledger differ", "2", "once");
        assertThat(operator.read("/console/alerts.csv?subject=" + subject))
                .contains("drift", subject, "URGENT", "FIRING");

        var page = read("/console/alerts/" + id);
        assertThat(page.select("#alert-page").attr("href"))
                .isEqualTo("/console/offers/" + subject.substring(6) + "/books");
        assertThat(page.select("#alert-runbook").attr("href")).isEqualTo("/console/help#alert-drift");
        assertThat(page.text()).contains("Units: 2", "pause the sale");
        assertThat(Jsoup.parse(operator.read("/console/alerts/" + id + "?lang=zh-CN"))
                        .text())
                .contains("库存差异", "紧急");
    }

    @Test
    void theRunbookHasAParagraphAboutEachRule() {
        var help = read("/console/help");
        for (var rule : AlertRule.values()) {
            assertThat(help.getElementById(rule.runbook().replaceFirst(".*#", "")))
                    .as(rule.id())
                    .isNotNull();
        }
    }

    @Test
    void somebodyLooksAfterItAndWritesANote() {
        var page = "/console/alerts/" + id;
        operator.post(page, page + "/acknowledgement", Map.of());
        operator.post(page, page + "/notes", Map.of("words", "I count again"));

        var drawn = read(page);
        assertThat(drawn.select("#acts").text()).contains("ALERT_ACKNOWLEDGED", "ALERT_NOTED", "I count again");
        assertThat(drawn.select("#acknowledge")).isEmpty();
        assertThat(operator.post(page, page + "/notes", Map.of("words", " "))
                        .headers()
                        .firstValue("Location")
                        .orElseThrow())
                .endsWith("?done=WORDS");
    }

    @Test
    void aSilenceSaysWhatItWouldHushAndAsksAndCanBeEnded() {
        var wish = "rule=drift&subject=" + subject + "&hours=2";
        var asked = read("/console/alerts/silences?" + wish);
        assertThat(asked.select("#covered li")).hasSize(1);
        var path = asked.select("#silence-these").attr("href");
        var question = read(path);
        assertThat(question.select("h1").text()).isEqualTo("Silence urgent alerts?");
        var seen = question.select("input[name=seen]").val();
        assertThat(operator.post(path, path, Map.of("seen", seen, "reason", "no"))
                        .statusCode())
                .as("without a reason")
                .isEqualTo(422);
        assertThat(operator.post(path, path, Map.of("seen", seen, "reason", "We are mending it"))
                        .statusCode())
                .isEqualTo(302);

        board.refresh();
        assertThat(read("/console/alerts").select("#firing").text()).contains("Silenced");
        assertThat(read("/console/alerts/" + id).text()).contains("We are mending it");
        var silence = sql.sql("select id from alert_silence where subject = :subject and until_ms - from_ms = 7200000")
                .param("subject", subject)
                .query(Long.class)
                .single();
        operator.post("/console/alerts/silences", "/console/alerts/silences/" + silence + "/end", Map.of());
        assertThat(read("/console/alerts/silences")
                        .select("#silence-" + silence)
                        .text())
                .contains("Ended by operator:");
    }

    private Document read(String path) {
        var separator = path.contains("?") ? "&" : "?";
        return Jsoup.parse(operator.read(path + separator + "lang=en"));
    }
}
