package stampede.desk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.console.ConsoleBrowser;
import stampede.security.PageCookies;

@StampedeTest
class DeskMenuTests {

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    @Qualifier("requestMappingHandlerMapping")
    private RequestMappingHandlerMapping mappings;

    private ConsoleBrowser operator;

    @BeforeEach
    void signIn() {
        operator = new ConsoleBrowser(
                port, cookies, accounts.ensure("menu-reader", "a long enough password", Role.OPERATOR));
    }

    @Test
    void everyPageOfTheMenuIsThereAndSaysWhereItIs() {
        for (var page : DeskPage.values()) {
            for (var language : List.of("en", "zh-CN")) {
                var answer = operator.open(page.path() + "?lang=" + language);
                assertThat(answer.statusCode()).as(page.path()).isEqualTo(200);
                var drawn = Jsoup.parse(answer.body());
                assertThat(drawn.select("h1")).as("%s: h1", page).hasSize(1);
                assertThat(drawn.select(".bread [aria-current=page]"))
                        .as("%s: breadcrumb", page)
                        .hasSize(1);
                assertThat(drawn.select(".drawn time")).as("%s: drawn", page).hasSize(1);
                assertThat(drawn.select(".about").text())
                        .as("%s: sentence", page)
                        .isNotBlank();
                assertThat(drawn.select(".what-is-this").eachAttr("href"))
                        .as("%s: what it is", page)
                        .containsExactly("/console/help#" + page.help());
                assertThat(drawn.select(".place.demo")).as("%s: place", page).hasSize(1);
                assertThat(drawn.select(".rail [aria-current=page]").eachAttr("href"))
                        .as("%s: in the menu", page)
                        .containsExactly(page.path());
                assertThat(drawn.text()).as("%s: words", page).doesNotContain("??");
                assertThat(drawn.select("[style]")).as("%s: styles", page).isEmpty();
            }
        }
    }

    @Test
    void theRunbookSaysOfEveryPageWhatItIsAndLeadsNowhereElse() {
        var help = drawn("/console/help");
        for (var page : DeskPage.values()) {
            var heading = help.select(".runbook #" + page.help());
            assertThat(heading).as("%s: paragraph", page).hasSize(1);
            assertThat(heading.next().text()).as("%s: words", page).hasSizeGreaterThan(20);
        }
        assertThat(help.select(".runbook a[href]").eachAttr("href"))
                .isNotEmpty()
                .allSatisfy(path -> assertThat(path)
                        .matches("#.+")
                        .satisfies(anchor -> assertThat(help.getElementById(anchor.substring(1)))
                                .as(anchor)
                                .isNotNull()));
        assertThat(help.select(".runbook :is(h1, h2, script, style, img)")).isEmpty();
        assertThat(help.select(".runbook table")).hasSizeGreaterThan(3);
    }

    @Test
    void theMenuOfThePhoneIsThatOfTheDesktop() {
        var drawn = drawn("/console");
        var paths = Arrays.stream(DeskPage.values()).map(DeskPage::path).toList();

        assertThat(drawn.select(".rail a").eachAttr("href")).containsExactlyElementsOf(paths);
        assertThat(drawn.select(".rail-sheet a").eachAttr("href")).containsExactlyElementsOf(paths);
    }

    /** A page that needs nothing to be said is in the menu, but for what makes something new or is in the head of every page; pages that are in it lead to the others. */
    @Test
    void everyPageThatStandsAloneIsInTheMenu() {
        var alone = mappings.getHandlerMethods().keySet().stream()
                .flatMap(DeskMenuTests::pages)
                .filter(path -> operator.open(path).statusCode() == 200)
                .toList();

        assertThat(alone).hasSizeGreaterThan(10);
        assertThat(new TreeSet<>(alone))
                .isEqualTo(new TreeSet<>(
                        Arrays.stream(DeskPage.values()).map(DeskPage::path).toList()));
    }

    @Test
    void aPageOfOneThingKnowsWhereItBelongs() {
        assertThat(DeskPage.of("/console/payments/refunds/R-1-1")).contains(DeskPage.REFUNDS);
        assertThat(DeskPage.of("/console/payments/orders/17")).contains(DeskPage.PAYMENTS);
        assertThat(DeskPage.of("/console/offers/17/settlement")).contains(DeskPage.OFFERS);
        assertThat(DeskPage.of("/console/paymentsandmore")).contains(DeskPage.TONIGHT);
        assertThat(DeskPage.of("/orders")).isEmpty();
    }

    @Test
    void noControlOfAListIsWithoutAnIdWherePagesRefreshThemselves() {
        var missing = new ArrayList<String>();
        for (var page : DeskPage.values()) {
            drawn(page.path())
                    .select("[data-poll] :is(a[href], button, input:not([type=hidden]), summary):not([id])")
                    .forEach(control -> missing.add(page + ": " + control.outerHtml()));
        }
        assertThat(missing).isEmpty();
    }

    private static Stream<String> pages(RequestMappingInfo info) {
        return info.getMethodsCondition().getMethods().contains(RequestMethod.GET)
                ? info.getPatternValues().stream()
                        .filter(path -> path.matches("/console(/.*)?"))
                        .filter(path -> !path.contains("{")
                                && !path.endsWith(".csv")
                                && !path.endsWith(".jsonl")
                                && !path.endsWith("/new"))
                        .filter(path -> !path.startsWith("/console/tasks/api") && !path.equals("/console/find"))
                : Stream.of();
    }

    private Document drawn(String path) {
        return Jsoup.parse(operator.read(path));
    }
}
