package stampede.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
import stampede.catalog.ProductId;
import stampede.console.ConsoleBrowser;
import stampede.draft.DraftDesk;
import stampede.draft.OfferDrafts;
import stampede.ids.Ids;
import stampede.security.PageCookies;

/** Products from a file, and back. */
@StampedeTest
class ProductImportTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String PASSWORD = "a long enough password";
    private static final String LIST = "/seller/imports";
    private static final String FILE = """
            货号,中文名称,英文名称,原价,中文介绍,英文介绍
            A-1,青瓷茶壶,Celadon teapot,"¥1,299.00","第一行
            第二行",
            A-2,,=Cup,９．９０,,"<p>Fine<script>x()</script></p>"
            A-3,,,12,,
            A-4,壶,,"9,9",,
            """;

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private Ids ids;

    @Autowired
    private OfferDrafts drafts;

    @Autowired
    private DraftDesk desk;

    @Autowired
    private JdbcTemplate jdbc;

    private SignedIn account;
    private ConsoleBrowser seller;
    private ConsoleBrowser operator;

    @BeforeEach
    void signIn() {
        account = accounts.ensure("s" + ids.next(), PASSWORD, Role.SELLER);
        seller = new ConsoleBrowser(port, cookies, account);
        operator = new ConsoleBrowser(port, cookies, accounts.ensure("product-importer", PASSWORD, Role.OPERATOR));
    }

    @Test
    void productsAreMadeAndTheExportGoesBackInAndChangesNothing() {
        var page = read(seller, LIST, FILE);
        assertThat(counts(seller, page)).containsExactly("4", "2", "0", "0", "2");
        assertThat(seller.read(page)).contains("A name is missing.", "It is no price.");
        assertThat(seller.read("/seller/products.csv")).doesNotContain("A-1");

        apply(seller, page);

        var exported = seller.read("/seller/products.csv");
        assertThat(exported)
                .contains("A-1,青瓷茶壶,Celadon teapot,1299.00", "'=Cup", "<p>Fine</p>")
                .doesNotContain("x()");
        assertThat(counts(seller, read(seller, LIST, exported))).containsExactly("2", "0", "0", "2", "0");

        var changed = read(seller, LIST, "sku,list_price\nA-1,99\nA-2,9.90\n");
        assertThat(counts(seller, changed)).containsExactly("2", "0", "1", "1", "0");
        assertThat(seller.read(changed)).contains("was 1299.00");
        apply(seller, changed);
        assertThat(seller.read("/seller/products.csv")).contains("A-1,青瓷茶壶,Celadon teapot,99.00");
    }

    @Test
    void operatorsSayWhoseItIsAndSellersTouchOnlyTheirs() {
        apply(seller, read(seller, LIST, "sku,name_en,list_price\nB-1,Teapot,10\n"));
        var other = new ConsoleBrowser(port, cookies, accounts.ensure("s" + ids.next(), PASSWORD, Role.SELLER));

        assertThat(counts(other, read(other, LIST, "sku,name_en,list_price\nB-1,Mine,10\n")))
                .as("a product of their own")
                .containsExactly("1", "1", "0", "0", "0");
        var page = read(
                operator,
                "/console/imports",
                "sku,name_en,list_price,seller\nB-1,Kettle,10," + account.username() + "\nB-1,Pot,10,nobody-there\n");
        assertThat(counts(operator, page)).containsExactly("2", "0", "1", "0", "1");
        apply(operator, page);
        assertThat(seller.read("/seller/products.csv"))
                .contains("B-1,,Kettle,10.00")
                .doesNotContain("Teapot");
    }

    @Test
    void whatWasImportedByMistakeIsTakenBackAndWhatIsUsedStays() {
        apply(seller, read(seller, LIST, "sku,name_en,list_price\nT-0,Old,10\n"));
        var page = read(seller, LIST, "sku,name_en,list_price\nT-0,New,12\nT-1,Pot,10\nT-2,Cup,10\nT-3,Bowl,99\n");
        apply(seller, page);
        apply(seller, read(seller, LIST, "sku,list_price\nT-2,11\n"));
        var offered = Objects.requireNonNull(jdbc.queryForObject(
                "select id from product where seller_id = ? and sku = 'T-3'",
                Long.class,
                account.id().value()));
        drafts.add(account, desk.terms(new ProductId(offered), desk.slot(Duration.ofHours(2))));

        var question = seller.read(page + "/take-back");
        assertThat(Jsoup.parse(question).select("dl.figures dd").eachText()).containsExactly("2", "2");
        assertThat(Jsoup.parse(question).select("#notes li").eachText())
                .containsExactlyInAnyOrder(
                        "Rows: 1 (4). It was changed since, so it is left alone.",
                        "Rows: 1 (5). A draft of an offer uses it. Delete the draft first.");
        var seen = Jsoup.parse(question).select("input[name=seen]").val();
        assertThat(seller.post(page + "/take-back", page + "/take-back", Map.of("reason", "no", "seen", seen))
                        .statusCode())
                .isEqualTo(422);
        seller.submit(page + "/take-back", page + "/take-back", Map.of("reason", "The wrong list", "seen", seen));
        settle(seller, page);

        assertThat(seller.read(page)).contains("2 of 4 rows are taken back, 2 stay.", "The wrong list");
        var exported = seller.read("/seller/products.csv");
        assertThat(exported).contains("T-0,,Old,10.00", "T-2,", "T-3,").doesNotContain("T-1,");
        assertThat(seller.open(page + "/take-back").statusCode()).isEqualTo(409);
        assertThat(seller.read(page + "/errors.csv"))
                .contains("row,sku,", ",error", "4,T-2,", "It was changed since", "5,T-3,")
                .doesNotContain("T-1");
    }

    private static String read(ConsoleBrowser browser, String list, String text) {
        var answer = browser.post(list, list, Map.of("kind", "products", "text", text));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
        return answer.headers().firstValue("Location").orElseThrow().replaceFirst("^https?://[^/]+", "");
    }

    private static void apply(ConsoleBrowser browser, String page) {
        browser.submit(page, page + "/apply", Map.of());
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(browser.read(page)).contains("0 failed."));
        settle(browser, page);
    }

    private static void settle(ConsoleBrowser browser, String page) {
        await().atMost(PATIENCE)
                .until(() -> Jsoup.parse(browser.read(page))
                        .select("#progress[data-poll]")
                        .isEmpty());
    }

    /** All, new, changed, unchanged, and those that cannot be. */
    private static List<String> counts(ConsoleBrowser browser, String page) {
        return Jsoup.parse(browser.read(page)).select("ul.figures strong").eachText();
    }
}
