package stampede.desk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
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

/** The menu of sellers: whole, the same on a phone, and theirs alone. */
@StampedeTest
class SellerMenuTests {

    private static final String PASSWORD = "a long enough password";

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    @Qualifier("requestMappingHandlerMapping")
    private RequestMappingHandlerMapping mappings;

    private ConsoleBrowser seller;

    @BeforeEach
    void signIn() {
        seller = new ConsoleBrowser(port, cookies, accounts.ensure("menu-seller", PASSWORD, Role.SELLER));
    }

    @Test
    void everyPageOfTheMenuIsThereAndSaysWhereItIs() {
        var paths = Arrays.stream(SellerPage.values()).map(SellerPage::path).toList();
        for (var page : SellerPage.values()) {
            for (var language : List.of("en", "zh-CN")) {
                var answer = seller.open(page.path() + "?lang=" + language);
                assertThat(answer.statusCode()).as(page.path()).isEqualTo(200);
                var drawn = Jsoup.parse(answer.body());
                assertThat(drawn.select("h1")).as("%s: h1", page).hasSize(1);
                assertThat(drawn.select(".bread [aria-current=page]"))
                        .as("%s: breadcrumb", page)
                        .hasSize(1);
                assertThat(drawn.select(".about").text())
                        .as("%s: sentence", page)
                        .isNotBlank();
                assertThat(drawn.select(".drawn time")).as("%s: drawn", page).hasSize(1);
                assertThat(drawn.select(".place.demo")).as("%s: place", page).hasSize(1);
                assertThat(drawn.select(".rail a").eachAttr("href")).containsExactlyElementsOf(paths);
                assertThat(drawn.select(".rail-sheet a").eachAttr("href")).containsExactlyElementsOf(paths);
                assertThat(drawn.select(".rail [aria-current=page]").eachAttr("href"))
                        .as("%s: in the menu", page)
                        .containsExactly(page.path());
                assertThat(drawn.text()).as("%s: words", page).doesNotContain("??");
                assertThat(drawn.select("[style]")).as("%s: styles", page).isEmpty();
            }
        }
    }

    /** As in the console: what makes something new is reached from its list. */
    @Test
    void everyPageThatStandsAloneIsInTheMenu() {
        var alone = mappings.getHandlerMethods().keySet().stream()
                .flatMap(SellerMenuTests::pages)
                .filter(path -> seller.open(path).statusCode() == 200)
                .toList();

        assertThat(new TreeSet<>(alone))
                .isEqualTo(new TreeSet<>(
                        Arrays.stream(SellerPage.values()).map(SellerPage::path).toList()));
    }

    @Test
    void operatorsAndShoppersHaveNoneOfIt() {
        for (var role : List.of(Role.OPERATOR, Role.SHOPPER)) {
            var other = new ConsoleBrowser(port, cookies, accounts.ensure("menu-" + role, PASSWORD, role));
            for (var page : SellerPage.values()) {
                assertThat(other.open(page.path()).statusCode())
                        .as("%s %s", role, page)
                        .isNotEqualTo(200);
            }
        }
    }

    @Test
    void aPageOfOneThingKnowsWhereItBelongs() {
        assertThat(SellerPage.of("/seller/imports/17")).contains(SellerPage.IMPORTS);
        assertThat(SellerPage.of("/seller/nothing")).contains(SellerPage.HOME);
        assertThat(SellerPage.of("/sellers")).isEmpty();
        assertThat(SellerPage.of("/console/imports")).isEmpty();
    }

    private static Stream<String> pages(RequestMappingInfo info) {
        return info.getMethodsCondition().getMethods().contains(RequestMethod.GET)
                ? info.getPatternValues().stream()
                        .filter(path -> path.matches("/seller(/.*)?"))
                        .filter(path -> !path.contains("{") && !path.endsWith(".csv") && !path.endsWith("/new"))
                : Stream.of();
    }
}
