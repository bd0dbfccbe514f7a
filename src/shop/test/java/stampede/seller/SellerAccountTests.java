package stampede.seller;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.console.ConsoleBrowser;

/** What a seller's shop is called, and the way to the rest of the account. */
@StampedeTest
class SellerAccountTests {

    private static final String PAGE = "/seller/account";

    @LocalServerPort
    private int port;

    @Autowired
    private TestSellers sellers;

    private SignedIn seller;
    private ConsoleBrowser browser;

    @BeforeEach
    void signIn() {
        seller = sellers.account(Role.SELLER);
        browser = sellers.browser(port, seller);
    }

    @Test
    void theShopIsCalledByBothNamesAndOperatorsSeeThem() {
        assertThat(browser.submit(PAGE, PAGE, form("青瓷轩", "Celadon House", "mei@example.com")))
                .contains("青瓷轩", "Celadon House", "mei@example.com");

        assertThat(Jsoup.parse(browser.read("/seller?lang=zh-CN")).select("h1").text())
                .isEqualTo("青瓷轩");
        assertThat(Jsoup.parse(browser.read("/seller?lang=en")).select("h1").text())
                .isEqualTo("Celadon House");
        assertThat(sellers.browser(port, sellers.account(Role.OPERATOR)).read("/console/accounts/" + seller.id()))
                .contains("青瓷轩", "Celadon House", "mei@example.com", "/console/accounts/" + seller.id() + "/report");
        assertThat(sellers.audited("account:" + seller.id()))
                .singleElement()
                .asString()
                .startsWith("SHOP_CHANGED")
                .contains("青瓷轩", "Celadon House");
    }

    @Test
    void badNamesAreRefusedAtTheirFieldsAndKept() {
        var refused = browser.post(PAGE, PAGE, form("", "x".repeat(61), ""));

        assertThat(refused.statusCode()).isEqualTo(422);
        var page = Jsoup.parse(refused.body());
        assertThat(page.select("#errors a").eachAttr("href")).containsExactly("#shopNameEn", "#contact");
        assertThat(page.select("#shopNameEn").val()).isEqualTo("x".repeat(61));
        assertThat(browser.post(PAGE, PAGE, form("", "", "mei")).body()).contains("at least");
        assertThat(sellers.audited("account:" + seller.id())).isEmpty();
    }

    @Test
    void whoSavesOverAnotherChangeSeesBoth() {
        var first = form("青瓷轩", "", "mei");
        browser.submit(PAGE, PAGE, first);

        var late = browser.post(PAGE, PAGE, first("瓷器店", "old"));

        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(late.body()).contains("青瓷轩", "瓷器店");
    }

    @Test
    void allElseOfTheAccountIsALinkAway() {
        var page = Jsoup.parse(browser.read(PAGE));

        for (var path : page.select(".facts a").eachAttr("href")) {
            assertThat(browser.open(path).statusCode()).as(path).isEqualTo(200);
        }
        assertThat(page.select(".facts a").eachAttr("href"))
                .containsExactly("/account/password", "/account/second-factor", "/account", "/account/tokens");
    }

    private Map<String, String> form(String name, String english, String contact) {
        var version =
                Jsoup.parse(browser.read(PAGE)).select("input[name=version]").val();
        return Map.of("shopName", name, "shopNameEn", english, "contact", contact, "version", version);
    }

    private static Map<String, String> first(String name, String contact) {
        return Map.of("shopName", name, "shopNameEn", "", "contact", contact, "version", "1");
    }
}
