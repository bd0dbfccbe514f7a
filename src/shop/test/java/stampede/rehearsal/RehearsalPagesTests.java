package stampede.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.collect.Lists;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.MessageSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.audit.AuditedActs;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.console.ConsoleBrowser;
import stampede.ids.Ids;
import stampede.money.Money;
import stampede.security.PageCookies;
import stampede.task.Tasks;

/** Rehearsals as an operator sees them: the form, the list, and one with what it came to beside those before it. */
@StampedeTest
class RehearsalPagesTests {

    private static final String LIST = "/console/rehearsals";

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private RehearsalRepository rows;

    @Autowired
    private Ids ids;

    @Autowired
    private JdbcClient sql;

    @Autowired
    private MessageSource messages;

    private ConsoleBrowser browser;
    private ApiClient api;
    private String offer;

    @BeforeEach
    void signIn() {
        var operator = accounts.ensure("rehearsal-operator", "a long enough password", Role.OPERATOR);
        browser = new ConsoleBrowser(port, cookies, operator);
        api = new ApiClient(port).as(fixture.operator());
        offer = fixture.onSale(new ApiClient(port), 100, 1);
    }

    @Test
    void showsEachFigureItsGradeAndThoseBeforeIt() {
        var before = ended(report(1_500, RehearsalVerdict.READY), Optional.empty());
        var after = ended(report(12_345, RehearsalVerdict.NOT_READY), Optional.empty());

        var page = Jsoup.parse(browser.read(LIST + "/" + after));
        assertThat(page.select("#course").text()).contains("Not ready", "From the press to the order", "12345 ms");
        var row = page.expectFirst("#figures tr[data-figure=ORDER_P99]").text();
        assertThat(row).contains("12345 ms", "Not ready", "1500 ms");
        assertThat(page.select("#figures thead a").eachAttr("href")).containsExactly(LIST + "/" + before);
        assertThat(page.select("[data-poll]")).isEmpty();
        assertThat(Jsoup.parse(browser.read(LIST)).select("a[href=" + LIST + "/" + after + "]"))
                .hasSize(1);

        var json = api.get("/api/ops/rehearsals/" + after);
        assertThat(json.text("verdict")).isEqualTo("NOT_READY");
        assertThat(json.text("worst")).isEqualTo("ORDER_P99");
        assertThat(json.body().path("figures").get(1).path("grade").asString()).isEqualTo("NOT_READY");
        assertThat(api.get("/api/ops/rehearsals").body().toString()).contains(Long.toString(after));
        assertThat(api.get("/api/ops/rehearsals/1").text("reason")).isEqualTo("NO_SUCH_REHEARSAL");
    }

    /** With what was found and what to do, in both languages; and a program is told the same. */
    @Test
    void showsTheReadinessListAndThatNothingWasPlayed() {
        var rehearsal = ended(
                RehearsalReport.notPlayed(List.of(
                        ReadinessFinding.of(ReadinessPoint.ORDERS_QUEUE, false, "paused=true, workers=1"),
                        ReadinessFinding.unknown(ReadinessPoint.CLOCKS),
                        ReadinessFinding.of(ReadinessPoint.NODES, true, "web=1, worker=1, beat=1"))),
                Optional.empty());

        var page = Jsoup.parse(browser.read(LIST + "/" + rehearsal));
        assertThat(page.select("#course").text())
                .contains("Not ready", "The bots did not press", "Let the queue “orders” go on");
        assertThat(page.expectFirst("#figures tr[data-figure=READINESS]").text())
                .contains("2", "Not ready");
        var queue = page.expectFirst("#readiness tr[data-point=ORDERS_QUEUE]");
        assertThat(queue.text()).contains("paused=true, workers=1", "Let the queue", "Not ready", "must be");
        assertThat(queue.select("a").attr("href")).isEqualTo("/console/tasks/queues/one?queue=orders");
        assertThat(page.expectFirst("#readiness tr[data-point=CLOCKS]").text())
                .contains("No answer in time", "Warning", "should be");
        assertThat(page.expectFirst("#readiness tr[data-point=NODES]").text())
                .contains("web=1", "Ready")
                .doesNotContain("Start a node");
        assertThat(page.select("#predicted")).as("nothing was measured").isEmpty();
        assertThat(Jsoup.parse(browser.read(LIST + "/" + rehearsal + "?lang=zh-CN"))
                        .select("#course, #readiness")
                        .text())
                .contains("机器人没有点击", "请恢复队列“orders”", "paused=true", "未及时答复", "必须满足");

        var json = api.get("/api/ops/rehearsals/" + rehearsal);
        assertThat(json.text("verdict")).isEqualTo("NOT_READY");
        assertThat(json.text("worst")).isEqualTo("READINESS");
        var found = json.body().path("readiness").get(0);
        assertThat(found.propertyNames()).containsExactlyInAnyOrder("point", "hard", "grade", "found");
        assertThat(found.path("point").asString()).isEqualTo("ORDERS_QUEUE");
        assertThat(found.path("hard").asBoolean()).isTrue();
        assertThat(found.path("grade").asString()).isEqualTo("NOT_READY");
        assertThat(found.path("found").asString()).isEqualTo("paused=true, workers=1");
        assertThat(json.body().has("predicted")).isFalse();
    }

    /** Ten people press over ten seconds, and one press a second was measured. */
    @Test
    void predictsASaleAndSaysHowFarThatWasMeasured() {
        var rehearsal = ended(measured(1), Optional.empty());

        var page = Jsoup.parse(browser.read(LIST + "/" + rehearsal));
        assertThat(page.select("main").text())
                .contains("Predicted", "Measured up to 1 presses a second; beyond that this is a guess.")
                .doesNotContain("is not predicted");
        assertThat(page.select("#predicted td").eachText()).containsExactly("10.0 s", "1", "10");
        assertThat(Jsoup.parse(browser.read(LIST + "/" + rehearsal + "?lang=zh-CN"))
                        .select("main")
                        .text())
                .contains("预测", "实测最多每秒 1 次点击", "10.0 秒");
        var json = api.get("/api/ops/rehearsals/" + rehearsal).body().path("predicted");
        assertThat(json.path("sellOutSeconds").asDouble()).isEqualTo(10);
        assertThat(json.path("measuredPerSecond").asDouble()).isEqualTo(1);

        var beyond = ended(measured(0.4), Optional.empty());
        assertThat(Jsoup.parse(browser.read(LIST + "/" + beyond)).select("main").text())
                .contains("What happens beyond twice what was measured is not predicted");
        assertThat(api.get("/api/ops/rehearsals/" + beyond)
                        .body()
                        .at("/predicted/cut")
                        .asBoolean())
                .isTrue();
    }

    private static RehearsalReport measured(double perSecond) {
        return new RehearsalReport(
                List.of(
                        RehearsalGrades.shown(RehearsalFigure.Name.ORDER_P99, 500),
                        RehearsalGrades.shown(RehearsalFigure.Name.DRAIN, 0),
                        RehearsalGrades.shown(RehearsalFigure.Name.ACCEPTED_PER_SECOND, perSecond),
                        RehearsalGrades.shown(RehearsalFigure.Name.PRESSES_PER_SECOND, perSecond),
                        RehearsalGrades.shown(RehearsalFigure.Name.PRESSES, 10),
                        RehearsalGrades.shown(RehearsalFigure.Name.ACCEPTED, 10)),
                List.of(),
                false,
                false,
                List.of());
    }

    @Test
    void aReportThatIsOlderThanTheListIsRead() {
        var rehearsal = ended(report(1_500, RehearsalVerdict.READY), Optional.empty());
        sql.sql("update rehearsal set report = :report where id = :id")
                .param("id", rehearsal)
                .param("report", """
                        {"figures":[{"name":"LOST","value":0.0,"grade":"READY"},{"name":"PRESSES","value":10.0,"grade":null}],
                         "broken":["D1: 3"],"cold":true,"sameMachine":true}
                        """)
                .update();

        var report =
                rows.find(rehearsal).orElseThrow().end().orElseThrow().report().orElseThrow();
        assertThat(report.readiness()).isEmpty();
        assertThat(report.broken()).containsExactly("D1: 3");
        var page = Jsoup.parse(browser.read(LIST + "/" + rehearsal));
        assertThat(page.select("#readiness")).isEmpty();
        assertThat(page.select("#figures tbody tr")).hasSize(2);
        assertThat(api.get("/api/ops/rehearsals/" + rehearsal)
                        .body()
                        .path("readiness")
                        .isEmpty())
                .isTrue();
    }

    @Test
    void everyPointHasWordsInBothLanguages() {
        for (var language : List.of(Locale.ENGLISH, Locale.SIMPLIFIED_CHINESE)) {
            for (var point : ReadinessPoint.values()) {
                assertThat(messages.getMessage("rehearsal.point." + point, null, language))
                        .isNotBlank();
                assertThat(messages.getMessage("rehearsal.point." + point + ".todo", null, language))
                        .isNotBlank();
                assertThat(browser.open(point.page().replaceFirst("#.*", "")).statusCode())
                        .as(point.page())
                        .isEqualTo(200);
            }
        }
    }

    /** The next one is the first that a worker plays. */
    @Test
    void oneThatWasNotPlayedMakesNoOtherWarm() {
        var rehearsal = rehearsal(Instant.now().truncatedTo(ChronoUnit.MILLIS));
        var later = Instant.now().plus(Duration.ofDays(10)).truncatedTo(ChronoUnit.MILLIS);
        rows.insert(rehearsal);
        rows.begin(rehearsal.id());
        try {
            var report = RehearsalReport.notPlayed(
                    List.of(ReadinessFinding.of(ReadinessPoint.NODES, false, "web=1, worker=1, beat=0")));
            rows.end(rehearsal.id(), new Rehearsal.End(later, report.verdict(), Optional.empty(), Optional.of(report)));
            assertThat(rows.anyPlayedSince(later)).isFalse();

            sql.sql("update rehearsal set step = 'VERDICT' where id = :id")
                    .param("id", rehearsal.id())
                    .update();
            assertThat(rows.anyPlayedSince(later)).isTrue();
        } finally {
            sql.sql("delete from rehearsal where id = :id")
                    .param("id", rehearsal.id())
                    .update();
        }
    }

    /** What a process does for the first time says little: the same can be played once more. */
    @Test
    void offersTheSameOnceMore() {
        var cold = ended(report(1_500, RehearsalVerdict.WARNING), Optional.empty());
        var page = Jsoup.parse(browser.read(LIST + "/" + cold));
        assertThat(page.select("#course").text()).contains("It was the first rehearsal since this worker started");

        var form = Jsoup.parse(
                browser.read(page.expectFirst("#course a[href*=like]").attr("href")));

        assertThat(form.expectFirst("#shoppers").val()).isEqualTo("10");
        assertThat(form.expectFirst("#units").val()).isEqualTo("10");
        assertThat(form.expectFirst("#seconds").val()).isEqualTo("30");
        assertThat(form.expectFirst("#beside").hasAttr("checked")).isTrue();
    }

    @Test
    void comparesWithTheLastFiveOfTheSameOfferThatCameToAVerdict() {
        var earlier = new ArrayList<String>();
        for (var number = 0; number < 6; number++) {
            earlier.add(LIST + "/" + ended(report(1_000 + number, RehearsalVerdict.READY), Optional.empty()));
            ended(null, Optional.of(StopReason.ALERT));
        }
        var newest = ended(report(2_000, RehearsalVerdict.READY), Optional.empty());

        assertThat(Jsoup.parse(browser.read(LIST + "/" + newest))
                        .select("#figures thead a")
                        .eachAttr("href"))
                .containsExactlyElementsOf(Lists.reverse(earlier.subList(1, 6)));
    }

    /** Others rehearse beside this class. */
    @Test
    void tonightSaysWhatTheNewestCameTo() {
        for (var language : Map.of("en", "Last rehearsal: ", "zh-CN", "最近一次演练").entrySet()) {
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                var newest = ended(report(1_500, RehearsalVerdict.NOT_READY), Optional.empty());
                await().atMost(Duration.ofSeconds(6)).untilAsserted(() -> {
                    var line = Jsoup.parse(browser.read("/console?lang=" + language.getKey()))
                            .expectFirst("#tonight-rehearsal");
                    assertThat(line.select("a").attr("href")).isEqualTo(LIST + "/" + newest);
                    assertThat(line.text())
                            .contains(
                                    language.getValue(),
                                    "Celadon teapot",
                                    language.getKey().equals("en") ? "Not ready" : "未就绪");
                });
            });
        }
    }

    @Test
    void theNewestIsThatOfTheTimeThatIsAskedFor() {
        var now = Instant.now();
        var old = rehearsal(now.minus(Duration.ofHours(24)));
        var stored = mock(RehearsalRepository.class);
        when(stored.newest(1)).thenReturn(List.of(old));
        var all = new Rehearsals(
                stored,
                mock(RealSales.class),
                mock(Catalog.class),
                mock(AuditedActs.class),
                mock(Tasks.class),
                ids,
                Clock.fixed(now, ZoneOffset.UTC));

        assertThat(all.newest(Duration.ofHours(24).plusMillis(1))).contains(old);
        assertThat(all.newest(Duration.ofHours(24))).isEmpty();
    }

    @Test
    void saysWhyItStoppedAndInWhichWords() {
        for (var why : StopReason.values()) {
            var stopped = ended(null, Optional.of(why));
            var page = Jsoup.parse(browser.read(LIST + "/" + stopped));
            assertThat(page.select("#course").text()).startsWith("Stopped").doesNotContain("rehearsal.stop");
            assertThat(page.select("#figures")).isEmpty();
        }
    }

    @Test
    void refusesWhatDoesNotFitAndKeepsWhatWasTyped() {
        var wrong = new LinkedHashMap<>(
                Map.of("offer", offer, "shoppers", "9", "presses", "6", "curve", "RAMP", "units", "", "seconds", "0"));
        var refused = browser.post(LIST + "/new", LIST, wrong);

        assertThat(refused.statusCode()).isEqualTo(422);
        var form = Jsoup.parse(refused.body());
        assertThat(form.select("#errors a").eachAttr("href"))
                .containsExactlyInAnyOrder("#shoppers", "#presses", "#seconds");
        assertThat(form.expectFirst("#shoppers").val()).isEqualTo("9");
        assertThat(form.expectFirst("#curve option[selected]").val()).isEqualTo("RAMP");

        wrong.putAll(Map.of("shoppers", "10", "presses", "1", "seconds", "30"));
        var near = browser.post(LIST + "/new", LIST, wrong);
        assertThat(near.statusCode()).isEqualTo(422);
        assertThat(Jsoup.parse(near.body()).select("#errors a").eachAttr("href"))
                .containsExactly("#beside");

        wrong.put("offer", "9223372036854775807");
        assertThat(browser.post(LIST + "/new", LIST, wrong).statusCode()).isEqualTo(422);
        assertThat(Jsoup.parse(browser.read(LIST + "/new?offer=" + offer))
                        .expectFirst("#offer")
                        .val())
                .isEqualTo(offer);
        assertThat(browser.open(LIST + "/1").statusCode()).isEqualTo(404);
    }

    @Test
    void theVerdictIsThatOfTheWorstAndTheGravestIsNamed() {
        var ready = RehearsalGrades.none(RehearsalFigure.Name.LOST, 0);
        var warning = RehearsalGrades.below(RehearsalFigure.Name.DECIDE_P99, 299, 100, 300);
        var late = RehearsalGrades.below(RehearsalFigure.Name.ORDER_P99, 10_000, 2_000, 10_000);
        var busy = RehearsalGrades.failures(0.1);

        assertThat(verdict(ready)).isEqualTo(RehearsalVerdict.READY);
        assertThat(verdict(ready, warning)).isEqualTo(RehearsalVerdict.WARNING);
        assertThat(verdict(warning, late)).isEqualTo(RehearsalVerdict.NOT_READY);
        assertThat(new RehearsalReport(List.of(warning, late, busy), List.of(), false, false, List.of())
                        .worst()
                        .orElseThrow()
                        .name())
                .isEqualTo(RehearsalFigure.Name.BUSY_SHARE);
        assertThat(verdict(RehearsalGrades.failures(0.09))).isEqualTo(RehearsalVerdict.WARNING);
        assertThat(verdict(RehearsalGrades.atLeast(RehearsalFigure.Name.HEAD_ROOM, 1.2, 2, 1.2)))
                .isEqualTo(RehearsalVerdict.WARNING);
        assertThat(verdict(RehearsalGrades.none(RehearsalFigure.Name.LOST, 1))).isEqualTo(RehearsalVerdict.NOT_READY);
    }

    private static RehearsalVerdict verdict(RehearsalFigure... figures) {
        return new RehearsalReport(List.of(figures), List.of(), false, false, List.of()).verdict();
    }

    private static RehearsalReport report(double orderMillis, RehearsalVerdict grade) {
        return new RehearsalReport(
                List.of(
                        RehearsalGrades.none(RehearsalFigure.Name.LOST, 0),
                        new RehearsalFigure(RehearsalFigure.Name.ORDER_P99, orderMillis, Optional.of(grade)),
                        RehearsalGrades.shown(RehearsalFigure.Name.PRESSES, 10)),
                List.of(),
                true,
                true,
                List.of());
    }

    private long ended(@Nullable RehearsalReport report, Optional<StopReason> stop) {
        var now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        var rehearsal = rehearsal(now);
        rows.insert(rehearsal);
        rows.end(
                rehearsal.id(),
                new Rehearsal.End(
                        now,
                        report == null ? RehearsalVerdict.STOPPED : report.verdict(),
                        stop,
                        Optional.ofNullable(report)));
        return rehearsal.id();
    }

    private Rehearsal rehearsal(Instant asked) {
        return new Rehearsal(
                ids.next(),
                new RehearsalPlan(OfferId.of(offer), 10, 1, RehearsalCurve.RAMP, 10, 30, true),
                new Rehearsal.Copied("Celadon teapot", new Money(1990), 1),
                "operator:1",
                Rehearsal.State.WAITING,
                RehearsalStep.CHECK,
                new Rehearsal.Times(asked, Optional.empty(), Optional.empty()),
                Optional.empty());
    }
}
