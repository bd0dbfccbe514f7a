package stampede.product;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
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
import stampede.catalog.OfferPublishing;
import stampede.catalog.ProductId;
import stampede.catalog.TestOffers;
import stampede.console.ConsoleBrowser;
import stampede.ids.Ids;
import stampede.security.PageCookies;

/** Products by pages without scripts: made, changed, retired, with pictures, and never another's. */
@StampedeTest
class ProductPagesTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String PASSWORD = "a long enough password";
    private static final String LIST = "/seller/products";

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private OfferPublishing publishing;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private Ids ids;

    private SignedIn account;
    private ConsoleBrowser seller;
    private ConsoleBrowser operator;

    @BeforeEach
    void signIn() {
        account = accounts.ensure("s" + ids.next(), PASSWORD, Role.SELLER);
        seller = new ConsoleBrowser(port, cookies, account);
        operator = new ConsoleBrowser(port, cookies, accounts.ensure("product-operator", PASSWORD, Role.OPERATOR));
    }

    @Test
    void aSellerMakesAProductAndSeesWhatTheSanitiserLeaves() {
        var page =
                made(fields(Map.of("descriptionEn", "First line\r\nsecond\r\n\r\nA <b>bold</b><script>x()</script>")));

        assertThat(seller.read(page)).contains("青瓷茶壶", "129.90");
        assertThat(seller.read(page + "/preview?lang=en"))
                .contains("Celadon teapot", "<b>bold</b>")
                .doesNotContain("x()");
        assertThat(Jsoup.parse(seller.read(LIST + "?lang=en"))
                        .select("tbody tr")
                        .text())
                .contains("Celadon teapot", "¥129.90");
        assertThat(acts(page)).containsExactly("PRODUCT_ADDED");
        assertThat(seller.read(LIST + ".csv")).contains("青瓷茶壶,Celadon teapot,129.90");
    }

    @Test
    void aFormThatCannotBeKeepsWhatWasTypedAndSaysWhereItIsWrong() {
        var wrong = fields(Map.of("nameZh", "", "nameEn", "", "listPrice", "9,9", "descriptionZh", "留下<b>来</b>"));

        var answer = seller.post(LIST + "/new", LIST, wrong);

        assertThat(answer.statusCode()).isEqualTo(422);
        var page = Jsoup.parse(answer.body());
        assertThat(page.select("#errors a").eachAttr("href")).containsExactly("#nameZh", "#listPrice");
        assertThat(page.select("#listPrice").val()).isEqualTo("9,9");
        assertThat(page.select("#descriptionZh").val()).isEqualTo("留下<b>来</b>");
        assertThat(page.select("#listPrice").attr("aria-describedby")).isEqualTo("listPrice-error");

        var saved = made(fields(Map.of("sku", "ONE")));
        var other = made(fields(Map.of("sku", "TWO")));
        var taken = seller.post(other, other, changed(other, Map.of("sku", "ONE", "listPrice", "¥1,299.00")));
        assertThat(taken.statusCode()).isEqualTo(422);
        assertThat(Jsoup.parse(taken.body()).select("#sku-error").text()).contains("青瓷茶壶");
        assertThat(Jsoup.parse(taken.body()).select("#listPrice").val()).isEqualTo("¥1,299.00");
        assertThat(acts(other)).containsExactly("PRODUCT_ADDED");
        assertThat(seller.submit(saved, saved, changed(saved, Map.of("listPrice", "１２９９．００"))))
                .contains("1299.00");
    }

    @Test
    void savingSaysWhatChangedAndNothingWhenNothingDid() {
        var page = made(fields(Map.of()));

        assertThat(seller.submit(page, page, changed(page, Map.of("listPrice", "99"))))
                .contains("Saved: List price in yuan.");
        assertThat(seller.submit(page, page, changed(page, Map.of()))).contains("Nothing was changed.");

        assertThat(acts(page)).containsExactly("PRODUCT_ADDED", "PRODUCT_CHANGED");
        assertThat(jdbc.queryForMap(
                        "select value_before, value_after from operator_audit where subject = ? and action = 'PRODUCT_CHANGED'",
                        subject(page)))
                .containsEntry("value_before", "listPrice: 129.90")
                .containsEntry("value_after", "listPrice: 99.00");
    }

    @Test
    void whoComesSecondSeesBothValuesAndMayInsist() {
        var page = made(fields(Map.of()));
        var mine = changed(page, Map.of("nameEn", "Mine"));
        seller.submit(page, page, changed(page, Map.of("nameEn", "Theirs")));

        var answer = seller.post(page, page, mine);

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("Mine", "Theirs", "Name in English");
        assertThat(seller.read(page)).contains("Theirs");
        var again = Jsoup.parse(answer.body()).select("main form input[type=hidden]");
        var insisted = new HashMap<String, String>();
        again.forEach(field -> insisted.put(field.attr("name"), field.val()));
        insisted.remove("_csrf");
        seller.submit(page, page, insisted);
        assertThat(seller.read(page)).contains("Mine").doesNotContain("Theirs");
    }

    @Test
    void picturesAreUploadedPutInOrderDescribedAndTakenOff() {
        var page = made(fields(Map.of()));
        upload(page, "FIT");
        upload(page, "CUT");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(images(page)).hasSize(2));
        var first = images(page).get(0);
        var second = images(page).get(1);
        var form = Jsoup.parse(seller.read(page))
                .select(".picture-list form")
                .get(1)
                .attr("action");

        seller.submit(page, form, Map.of("act", "DESCRIBE", "altZh", "壶身", "altEn", "The body"));
        seller.submit(page, form, Map.of("act", "UP"));

        assertThat(images(page)).containsExactly(second, first);
        assertThat(Jsoup.parse(seller.read(page + "?lang=en"))
                        .select(".picture-list img")
                        .eachAttr("alt"))
                .containsExactly("The body", "Celadon teapot");
        seller.submit(page, form, Map.of("act", "REMOVE"));
        assertThat(images(page)).containsExactly(first);
        assertThat(seller.post(page, form, Map.of("act", "REMOVE")).statusCode())
                .isEqualTo(404);
        assertThat(acts(page))
                .containsExactly(
                        "PRODUCT_ADDED",
                        "PRODUCT_PICTURE_ADDED",
                        "PRODUCT_PICTURE_ADDED",
                        "PRODUCT_PICTURE_DESCRIBED",
                        "PRODUCT_PICTURES_ARRANGED",
                        "PRODUCT_PICTURE_REMOVED");
        assertThat(seller.upload(page, page + "/pictures", Map.of(), "no picture".getBytes(StandardCharsets.UTF_8))
                        .statusCode())
                .isEqualTo(415);
    }

    @Test
    void shoppersSeeItsPicturesAndItsNameInTheirLanguage() {
        var page = made(fields(Map.of()));
        upload(page, "FIT");
        upload(page, "FIT");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(images(page)).hasSize(2));
        var slot = TestOffers.runningSlot(publishing);
        var offer = publishing.publish(TestOffers.offer(new ProductId(number(page)), slot, 5, 1));

        var english = Jsoup.parse(seller.read("/offers/" + offer + "?lang=en"));
        assertThat(english.select("h1").text()).isEqualTo("Celadon teapot");
        assertThat(english.select(".gallery-strip img"))
                .hasSize(2)
                .allMatch(image -> image.attr("srcset").contains("160w"));
        assertThat(english.select(".gallery-dots a").eachAttr("href")).containsExactly("#picture-1", "#picture-2");
        assertThat(Jsoup.parse(seller.read("/offers/" + offer + "?lang=zh-CN"))
                        .select("h1")
                        .text())
                .isEqualTo("青瓷茶壶");
        assertThat(Jsoup.parse(seller.read("/slots/" + slot + "?lang=zh-CN"))
                        .select(".card img")
                        .attr("srcset"))
                .contains("320w");

        var wrong = seller.post(page, page, changed(page, Map.of("listPrice", "10")));
        assertThat(wrong.statusCode()).isEqualTo(422);
        assertThat(wrong.body()).contains("¥19.90");
    }

    @Test
    void aRetiredProductIsBroughtBack() {
        var page = made(fields(Map.of()));

        assertThat(seller.submit(page, page + "/retirement", Map.of())).contains("This product is retired");
        assertThat(seller.submit(page, page + "/retirement", Map.of())).contains("This product is retired");
        assertThat(seller.read(LIST + "?state=RETIRED")).contains(page);
        assertThat(seller.read(LIST + "?state=ACTIVE")).doesNotContain(page);
        assertThat(seller.submit(page, page + "/return", Map.of())).doesNotContain("This product is retired");
        assertThat(acts(page)).containsExactly("PRODUCT_ADDED", "PRODUCT_RETIRED", "PRODUCT_RESTORED");
    }

    @Test
    void anothersProductIsNotThere() {
        var page = made(fields(Map.of()));
        upload(page, "FIT");
        var picture =
                Jsoup.parse(seller.read(page)).select(".picture-list form").attr("action");
        var other = new ConsoleBrowser(port, cookies, accounts.ensure("s" + ids.next(), PASSWORD, Role.SELLER));
        var own = other.post(LIST + "/new", LIST, fields(Map.of()))
                .headers()
                .firstValue("Location")
                .orElseThrow()
                .replaceFirst("^https?://[^/]+", "")
                .replaceFirst("\\?.*", "");

        for (var path : List.of(page, page + "/preview", LIST + "/x", LIST + "/0")) {
            assertThat(other.open(path).statusCode()).as(path).isEqualTo(404);
        }
        for (var path : List.of(page, page + "/retirement", page + "/return", picture)) {
            assertThat(other.post(own, path, with(fields(Map.of()), Map.of("act", "REMOVE", "version", "0")))
                            .statusCode())
                    .as(path)
                    .isEqualTo(404);
        }
        assertThat(other.upload(own, page + "/pictures", Map.of(), SamplePictures.jpeg())
                        .statusCode())
                .isEqualTo(404);
        assertThat(other.post(own, picture.replace(page, own), Map.of("act", "REMOVE"))
                        .statusCode())
                .as("another's picture on one's own product")
                .isEqualTo(404);
        assertThat(other.read(LIST) + other.read(LIST + ".csv"))
                .doesNotContain(page)
                .doesNotContain("product:" + number(page));
        assertThat(acts(page)).containsExactly("PRODUCT_ADDED", "PRODUCT_PICTURE_ADDED");
    }

    @Test
    void operatorsSeeAllAndSayWhoseItIs() {
        var page = made(fields(Map.of())).replace("/seller/", "/console/");
        assertThat(operator.read("/console/products?seller=" + account.username()))
                .contains(page, account.username());
        assertThat(operator.submit(page, page, changed(operator, page, Map.of("nameEn", "Changed"))))
                .contains("Saved: Name in English.");
        assertThat(Jsoup.parse(operator.read(page)).select("#seller").val()).isEqualTo(account.username());

        var answer = operator.post(
                "/console/products/new", "/console/products", with(fields(Map.of()), Map.of("seller", "nobody-there")));
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(Jsoup.parse(answer.body()).select("#seller-error").text()).contains("no seller of this name");

        var name = "Own " + UUID.randomUUID();
        operator.submit("/console/products/new", "/console/products", fields(Map.of("nameEn", name)));
        assertThat(operator.read("/console/products?text=" + name.replace(" ", "+")))
                .contains("1–1 of 1");
    }

    private void upload(String page, String shape) {
        var answer = seller.upload(page, page + "/pictures", Map.of("shape", shape), SamplePictures.jpeg());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
    }

    private List<String> images(String page) {
        return Jsoup.parse(seller.read(page)).select(".picture-list img").eachAttr("src");
    }

    private String made(Map<String, String> fields) {
        var answer = seller.post(LIST + "/new", LIST, fields);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
        return answer.headers()
                .firstValue("Location")
                .orElseThrow()
                .replaceFirst("^https?://[^/]+", "")
                .replaceFirst("\\?.*", "");
    }

    private static Map<String, String> fields(Map<String, String> other) {
        return with(
                Map.of(
                        "nameZh", "青瓷茶壶",
                        "nameEn", "Celadon teapot",
                        "listPrice", "129.90",
                        "sku", "",
                        "descriptionZh", "手工拉坯",
                        "descriptionEn", ""),
                other);
    }

    private Map<String, String> changed(String page, Map<String, String> other) {
        return changed(seller, page, other);
    }

    /** The form as it was drawn, with other values. */
    private static Map<String, String> changed(ConsoleBrowser browser, String page, Map<String, String> other) {
        var form = new HashMap<String, String>();
        Jsoup.parse(browser.read(page))
                .select("form[action='" + page + "'] [name]")
                .forEach(field -> form.put(field.attr("name"), field.val()));
        form.remove("_csrf");
        return with(form, other);
    }

    private static Map<String, String> with(Map<String, String> fields, Map<String, String> other) {
        var all = new HashMap<>(fields);
        all.putAll(other);
        return all;
    }

    private List<String> acts(String page) {
        return jdbc.query(
                "select action from operator_audit where subject = ? order by id",
                (row, number) -> row.getString("action"),
                subject(page));
    }

    private static String subject(String page) {
        return "product:" + number(page);
    }

    private static long number(String page) {
        return Long.parseLong(page.substring(page.lastIndexOf('/') + 1));
    }
}
