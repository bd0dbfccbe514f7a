package stampede.seller;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.catalog.ProductId;
import stampede.console.ConsoleBrowser;
import stampede.coupon.Coupons;
import stampede.coupon.NewCoupon;
import stampede.desk.SellerPage;
import stampede.draft.DraftDesk;
import stampede.draft.OfferDrafts;
import stampede.money.Money;
import stampede.payment.PaidOrders;
import stampede.picture.PictureShape;
import stampede.product.ProductPictureActs;
import stampede.product.SamplePictures;

/** Whatever the pages of one seller lead to is not there for another, by page, file or API. */
@StampedeTest
class SellersApartTests {

    private static final int MOST_PAGES = 200;

    @LocalServerPort
    private int port;

    @Autowired
    private TestSellers sellers;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private DraftDesk desk;

    @Autowired
    private OfferDrafts drafts;

    @Autowired
    private Coupons coupons;

    @Autowired
    private ProductPictureActs pictures;

    private SignedIn seller;
    private SignedIn other;
    private ConsoleBrowser browser;
    private ConsoleBrowser otherBrowser;

    @BeforeEach
    void signIn() {
        seller = sellers.account(Role.SELLER);
        other = sellers.account(Role.SELLER);
        browser = sellers.browser(port, seller);
        otherBrowser = sellers.browser(port, other);
    }

    @Test
    void whatThePagesOfOneLeadToIsNotThereForAnother() {
        var things = things();

        var crawled = crawl();

        assertThat(crawled.links()).as("links").hasSizeGreaterThan(10);
        assertThat(crawled.forms()).as("forms").hasSizeGreaterThan(8);
        for (var thing : List.of("offer", "order", "draft", "product", "coupon", "import")) {
            assertThat(crawled.links()).as(thing).anyMatch(link -> link.contains("/" + things.get(thing)));
        }
        for (var link : crawled.links()) {
            assertThat(otherBrowser.open(link).statusCode()).as("GET %s", link).isEqualTo(404);
        }
        crawled.forms()
                .forEach((form, fields) -> assertThat(otherBrowser
                                .post("/seller/account", form, fields)
                                .statusCode())
                        .as("POST %s", form)
                        .isEqualTo(404));
        for (var page : SellerPage.values()) {
            assertThat(otherBrowser.read(page.path())).as("%s", page).doesNotContain(numbers(things));
        }
    }

    @Test
    void norByTheApi() {
        var things = things();
        var mine = sellers.api(port, seller);
        var theirs = sellers.api(port, other);

        for (var path : List.of(
                "products/" + things.get("product"),
                "products/" + things.get("product") + "/pictures",
                "pictures/" + things.get("picture"),
                "offers/" + things.get("draft"),
                "offers/" + things.get("offer") + "/sale",
                "offers/" + things.get("offer") + "/units",
                "orders/" + things.get("order"),
                "coupons/" + things.get("coupon"),
                "imports/" + things.get("import"),
                "imports/" + things.get("import") + "/rows")) {
            assertThat(mine.get("/api/v1/seller/" + path).status())
                    .as("mine: %s", path)
                    .isEqualTo(200);
            assertThat(theirs.get("/api/v1/seller/" + path).status()).as(path).isEqualTo(404);
        }
        for (var list : List.of("products", "offers", "offers?state=DRAFT", "orders", "coupons", "imports")) {
            assertThat(theirs.get("/api/v1/seller/" + list).body().toString())
                    .as(list)
                    .doesNotContain(numbers(things));
        }
    }

    /** One of everything that a seller has, by what it is. */
    private Map<String, String> things() {
        var offer = sellers.running(seller, 3);
        var order = paidOrders.paid(offer);
        var draft = drafts.add(seller, desk.terms(seller));
        var product = draft.terms().product();
        var picture = upload(product);
        var form = Map.of("kind", "products", "text", "sku,name_zh,list_price\nA1,茶壶,99\n");
        var imported = browser.post("/seller/imports", "/seller/imports", form)
                .headers()
                .firstValue("Location")
                .orElseThrow()
                .replaceFirst(".*/", "");
        return Map.of(
                "offer", offer.toString(),
                "order", order.id().toString(),
                "draft", draft.id().toString(),
                "product", product.toString(),
                "picture", picture,
                "coupon", coupon().toString(),
                "import", imported);
    }

    private String upload(ProductId product) {
        try {
            return pictures.upload(seller, product, new ByteArrayInputStream(SamplePictures.jpeg()), PictureShape.FIT)
                    .id()
                    .toString();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private OfferId coupon() {
        return coupons.publish(
                seller,
                new NewCoupon(
                        "Apart " + UUID.randomUUID(),
                        "",
                        new Money(100),
                        new Money(0),
                        1,
                        Optional.empty(),
                        Optional.empty(),
                        NewCoupon.DAYS,
                        Optional.empty()));
    }

    /** Those that are long enough to be nothing else; imports are counted from one. */
    private static List<String> numbers(Map<String, String> things) {
        return things.entrySet().stream()
                .filter(thing -> !thing.getKey().equals("import"))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** Every address of one thing that the seller's pages have, however they come to it. */
    private Crawled crawl() {
        var links = new LinkedHashSet<String>();
        var forms = new LinkedHashMap<String, Map<String, String>>();
        var seen = new LinkedHashSet<String>();
        var next = new ArrayDeque<String>();
        for (var page : SellerPage.values()) {
            next.add(page.path());
        }
        next.add("/seller/offers?state=DRAFT");
        while (!next.isEmpty() && seen.size() < MOST_PAGES) {
            var path = next.remove();
            if (!seen.add(path)) {
                continue;
            }
            var answer = browser.open(path);
            assertThat(answer.statusCode()).as(path).isEqualTo(200);
            if (!answer.headers().firstValue("Content-Type").orElse("").startsWith("text/html")) {
                continue;
            }
            var page = Jsoup.parse(answer.body());
            page.select("a[href^=/seller]").eachAttr("href").forEach(next::add);
            page.select("a[href^=/seller]").eachAttr("href").stream()
                    .filter(SellersApartTests::isOfOneThing)
                    .forEach(links::add);
            page.select("form[method=post][action^=/seller]").stream()
                    .filter(form -> isOfOneThing(form.attr("action")))
                    .forEach(form -> forms.put(form.attr("action"), fields(form)));
        }
        return new Crawled(links, forms);
    }

    /** A number in the path; weeks are everybody's. */
    private static boolean isOfOneThing(String address) {
        return address.replaceFirst("\\?.*", "").matches("/seller/(?!report).*/[0-9a-f-]*\\d[0-9a-f-]*(?:[/.].*)?");
    }

    /** As its owner would send it, without the token, which is everybody's own. */
    private static Map<String, String> fields(Element form) {
        var fields = new LinkedHashMap<String, String>();
        form.select("input[name], select[name], textarea[name], button[name]").stream()
                .filter(field -> !field.attr("name").equals("_csrf"))
                .forEach(field -> fields.put(field.attr("name"), field.val()));
        return fields;
    }

    private record Crawled(Set<String> links, Map<String, Map<String, String>> forms) {}
}
