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
import java.util.Map;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
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
        assertThat(new RehearsalReport(List.of(warning, late, busy), List.of(), false, false)
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
        return new RehearsalReport(List.of(figures), List.of(), false, false).verdict();
    }

    private static RehearsalReport report(double orderMillis, RehearsalVerdict grade) {
        return new RehearsalReport(
                List.of(
                        RehearsalGrades.none(RehearsalFigure.Name.LOST, 0),
                        new RehearsalFigure(RehearsalFigure.Name.ORDER_P99, orderMillis, Optional.of(grade)),
                        RehearsalGrades.shown(RehearsalFigure.Name.PRESSES, 10)),
                List.of(),
                true,
                true);
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
