package stampede.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.console.ConsoleBrowser;
import stampede.ids.Ids;
import stampede.order.Order;
import stampede.payment.PaidOrders;
import stampede.security.PageCookies;

/** Files by pages: what is wrong is said where it is, and nothing is done before somebody says so. */
@StampedeTest
class ImportPagesTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String PASSWORD = "a long enough password";
    private static final String LIST = "/seller/imports";

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private Imports imports;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private Ids ids;

    private SignedIn seller;
    private ConsoleBrowser browser;

    @BeforeEach
    void signIn() {
        seller = accounts.ensure("s" + ids.next(), PASSWORD, Role.SELLER);
        browser = new ConsoleBrowser(port, cookies, seller);
    }

    @Test
    void aSellerSeesWhatAFileWouldDoAndHasItDone() {
        var order = sold();
        var page = read("订单号;快递公司;运单号;颜色\n" + order.id() + ";顺丰;SF1;红\n7;顺丰;\n");

        assertThat(browser.read(page))
                .contains("Nothing is changed yet", "颜色", "It is missing. Fill it in.", "顺丰")
                .doesNotContain("All or none");
        assertThat(browser.read(page + "?state=NEW")).contains("SF1").doesNotContain("It is missing");
        browser.submit(page, page + "/apply", Map.of());

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(browser.read(page)).contains("1 of 1 rows are applied, 0 failed."));
        assertThat(browser.read(LIST)).contains(page);
        assertThat(browser.post(LIST, page + "/apply", Map.of()).statusCode()).isEqualTo(409);
    }

    @Test
    void aFileThatCannotBeReadIsRefusedWithAPlaceAndStaysInTheForm() {
        var answer = browser.post(LIST, LIST, Map.of("kind", "shipments", "text", "order,carrier\n1,Kept & kept\n"));

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("(number)", "Begin with the template", "Kept &amp; kept");
    }

    @Test
    void anothersFileIsNotThereAndOperatorsSeeAll() {
        var page = read("order,carrier,number\n7,SF,1\n");
        var other = new ConsoleBrowser(port, cookies, accounts.ensure("s" + ids.next(), PASSWORD, Role.SELLER));
        var operator = new ConsoleBrowser(port, cookies, accounts.ensure("import-operator", PASSWORD, Role.OPERATOR));

        assertThat(other.open(page).statusCode()).isEqualTo(404);
        assertThat(other.open(LIST + "/x").statusCode()).isEqualTo(404);
        assertThat(other.read(LIST)).doesNotContain(page);
        assertThat(operator.read(page.replace("/seller/", "/console/"))).contains("There is no order by this number.");
    }

    @Test
    void filesAreChosenAndHaveTheBoundsOfTheApi() {
        var order = sold();
        var file = ("订单号,快递公司,运单号\n" + order.id() + ",顺丰,SF1\n").getBytes(Charset.forName("GB18030"));

        var read = upload("shipments", "包裹.csv", file);
        assertThat(read.statusCode()).as(read.body()).isEqualTo(302);
        var page = read.headers().firstValue("Location").orElseThrow().replaceFirst("^https?://[^/]+", "");
        assertThat(browser.read(page)).contains("GB18030", "顺丰");

        var workbook = upload("products", "prices.csv", new byte[] {'P', 'K', 3, 4, 0, 0});
        assertThat(workbook.statusCode()).isEqualTo(422);
        assertThat(workbook.body()).contains("This is a workbook", "It was prices.csv.");
        var large = upload("products", "large.csv", new byte[2_100_000]);
        assertThat(large.statusCode()).isEqualTo(413);
        assertThat(large.body()).contains("A file has at most 2 MB");
        assertThat(upload("products", "empty.csv", new byte[0]).statusCode()).isEqualTo(422);
        assertThat(upload("nothing", "a.csv", file).statusCode()).isEqualTo(404);
    }

    @Test
    void eachKindHasADescriptionAndATemplateThatCanBeRead() {
        for (var kind : imports.kinds()) {
            assertThat(browser.read(LIST)).contains(LIST + "/kinds/" + kind);
            assertThat(Jsoup.parse(browser.read(LIST + "/kinds/" + kind))
                            .select("tbody td")
                            .eachText())
                    .allSatisfy(cell -> assertThat(cell).isNotBlank().doesNotContain("imports."));
            var template = browser.read(LIST + "/kinds/" + kind + "/template.csv");
            var answer = browser.post(LIST, LIST, Map.of("kind", kind, "text", template));
            assertThat(answer.statusCode()).as(kind).isEqualTo(302);
        }
        assertThat(browser.open(LIST + "/kinds/nothing").statusCode()).isEqualTo(404);
    }

    @Test
    void shipmentsAreNotTakenBack() {
        var page = read("order,carrier,number\n" + sold().id() + ",SF,SF1\n");
        browser.submit(page, page + "/apply", Map.of());
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(browser.read(page)).contains("1 of 1 rows are applied, 0 failed."));

        assertThat(Jsoup.parse(browser.read(page + "/take-back"))
                        .select("dl.figures dd, #notes li")
                        .eachText())
                .containsExactly(
                        "0",
                        "1",
                        "Rows: 1 (2). Shoppers were told that it was shipped. A wrong number is corrected on the page of the order.");
        assertThat(browser.post(LIST, LIST, Map.of("kind", "shipments", "text", browser.read("/seller/orders.csv")))
                        .headers()
                        .firstValue("Location")
                        .map(again -> Jsoup.parse(browser.read(again.replaceFirst("^https?://[^/]+", "")))
                                .select("ul.figures strong")
                                .eachText()))
                .as("the list of orders goes back in")
                .contains(List.of("1", "0", "0", "1", "0"));
    }

    private HttpResponse<String> upload(String kind, String name, byte[] file) {
        return browser.uploadTable(LIST, LIST, Map.of("kind", kind), name, file);
    }

    private String read(String text) {
        var answer = browser.post(LIST, LIST, Map.of("kind", "shipments", "text", text));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
        return answer.headers().firstValue("Location").orElseThrow().replaceFirst("^https?://[^/]+", "");
    }

    private Order sold() {
        var order = paidOrders.paid(paidOrders.open(1));
        jdbc.update(
                "update product join offer on offer.product_id = product.id set product.seller_id = ? where offer.id = ?",
                seller.id().value(),
                order.offer().value());
        return order;
    }
}
