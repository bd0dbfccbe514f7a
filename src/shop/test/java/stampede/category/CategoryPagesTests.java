package stampede.category;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Duty;
import stampede.account.JdbcAccountRepository;
import stampede.account.Role;
import stampede.console.ConsoleBrowser;
import stampede.ids.Ids;
import stampede.security.PageCookies;

/** The tree of categories by pages, and products that are in one. */
@StampedeTest
class CategoryPagesTests {

    private static final String PASSWORD = "a long enough password";
    private static final String PATH = "/console/categories";
    private static final String PRODUCTS = "/seller/products";

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private JdbcAccountRepository rows;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private Categories categories;

    @Autowired
    private CategoryErrands errands;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private Ids ids;

    private ConsoleBrowser operator;
    private ConsoleBrowser seller;

    @BeforeEach
    void signIn() {
        operator = new ConsoleBrowser(port, cookies, accounts.ensure("category-pages", PASSWORD, Role.OPERATOR));
        seller = new ConsoleBrowser(port, cookies, accounts.ensure("s" + ids.next(), PASSWORD, Role.SELLER));
    }

    @Test
    void aTreeOfTwoLevelsIsMadeMovedAndShownInTheReadersLanguage() {
        var top = made(Map.of("nameZh", "茶" + ids.next(), "nameEn", "Tea " + ids.next()));
        var first = made(Map.of("nameZh", "壶", "nameEn", "Pots", "parent", top.name()));
        var second = made(Map.of("nameEn", "Cups", "parent", top.nameEn()));

        var third = post(PATH, Map.of("nameEn", "Deep", "parent", first.name()));
        operator.submit(PATH, PATH + "/" + second.id() + "/move", Map.of("act", "UP"));

        assertThat(third.statusCode()).isEqualTo(422);
        assertThat(Jsoup.parse(third.body()).select("#errors a").eachAttr("href"))
                .containsExactly("#parent");
        assertThat(Jsoup.parse(third.body()).select("#nameEn").val()).isEqualTo("Deep");
        assertThat(listed("?lang=en", top))
                .containsSequence(top.nameEn(), top.nameEn() + " / Cups", top.nameEn() + " / Pots");
        assertThat(listed("?lang=zh-CN", top))
                .containsSequence(top.nameZh(), top.nameZh() + " / Cups", top.nameZh() + " / 壶");
    }

    @Test
    void namesAreUniqueBesideEachOtherAndWhatHoldsOthersStaysAtTheTop() {
        var top = errands.make(Optional.empty());
        var other = errands.make(Optional.empty());
        errands.make(Optional.of(top.id()));

        var taken = save(other, Map.of("nameZh", top.nameZh()));
        var slash = save(other, Map.of("nameZh", "a/b"));
        var none = save(other, Map.of("nameZh", " "));
        var deep = save(top, Map.of("parent", other.name()));
        var self = save(other, Map.of("parent", other.name()));

        assertThat(List.of(taken, slash, none, deep, self))
                .extracting(HttpResponse::statusCode)
                .containsExactly(409, 422, 422, 422, 422);
        assertThat(Jsoup.parse(slash.body()).select("#nameZh").val()).isEqualTo("a/b");
        assertThat(categories.tree().find(other.id())).contains(other);
        assertThat(categories.tree().find(top.id())).contains(top);
    }

    @Test
    void whoSavesOverSomebodyElsesChangeSeesBothValues() {
        var category = errands.make(Optional.empty());
        save(category, Map.of("nameEn", "Vases " + category.id()));

        var late = save(category, Map.of("nameEn", "Bowls " + category.id()));

        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(late.body()).contains("Vases " + category.id(), "Bowls " + category.id());
    }

    @Test
    void isRemovedOnlyWhenNothingIsInIt() {
        var top = errands.make(Optional.empty());
        var child = errands.make(Optional.of(top.id()));
        var product = product(errands.path(child), "In it");

        assertThat(remove(top).body()).contains("Categories are in it");
        assertThat(remove(child).body()).contains("Products are in it");
        assertThat(categories.tree().find(child.id())).isPresent();

        seller.submit(product, product, productFields("", "In it", "version", version(product)));
        remove(child);
        remove(top);

        assertThat(categories.tree().find(child.id())).isEmpty();
        assertThat(categories.tree().find(top.id())).isEmpty();
        assertThat(operator.open(PATH + "/" + top.id()).statusCode()).isEqualTo(404);
    }

    @Test
    void aProductHasACategoryInItsFormInListsInTheFileAndInTheAuditLog() {
        var top = errands.make(Optional.empty());
        var child = errands.make(Optional.of(top.id()));
        var inside = "Inside " + ids.next();
        var page = product(errands.path(child), inside);
        product("", "Outside");

        assertThat(Jsoup.parse(seller.read(page))
                        .select("#category option[selected]")
                        .val())
                .isEqualTo(errands.path(child));
        for (var chosen : List.of(top, child)) {
            var list = Jsoup.parse(seller.read(PRODUCTS + "?lang=en&category=" + chosen.id()));
            assertThat(list.select("tbody th").eachText()).containsExactly(inside);
            assertThat(list.select(".chips").text()).contains("Category: ", chosen.name());
        }
        assertThat(seller.read(PRODUCTS + ".csv?category=" + top.id()))
                .contains("category", errands.path(child), inside)
                .doesNotContain("Outside");
        assertThat(jdbc.queryForObject(
                        "select value_after from operator_audit where subject = ?",
                        String.class,
                        "product:" + page.substring(page.lastIndexOf('/') + 1)))
                .contains("category: " + errands.path(child));

        var unknown = seller.post(PRODUCTS + "/new", PRODUCTS, productFields("没有的", "Unknown"));
        assertThat(unknown.statusCode()).isEqualTo(422);
        assertThat(Jsoup.parse(unknown.body()).select("#category-error").text()).isNotEmpty();
        assertThat(Jsoup.parse(unknown.body())
                        .select("#category option[selected]")
                        .val())
                .isEqualTo("没有的");
    }

    @Test
    void isChangedByThoseWhoRunTheShopOnly() {
        var watcher = accounts.ensure("category-watcher", PASSWORD, Role.OPERATOR);
        rows.giveDuties(watcher.id(), Set.of(Duty.SEE));
        var watching = new ConsoleBrowser(
                port, cookies, accounts.find("category-watcher").orElseThrow());
        var category = errands.make(Optional.empty());

        assertThat(watching.read(PATH)).contains(category.nameZh()).doesNotContain(PATH + "/new", "/move");
        assertThat(watching.read(PATH + "/" + category.id())).doesNotContain("/removal");
        assertThat(watching.open(PATH + "/new").statusCode()).isEqualTo(403);
        assertThat(seller.open(PATH).statusCode()).isEqualTo(403);
    }

    private Category made(Map<String, String> fields) {
        assertThat(operator.submit(PATH + "/new", PATH, fields)).contains("It was made.");
        return categories.tree().all().stream()
                .max((one, other) -> Long.compare(one.id().value(), other.id().value()))
                .orElseThrow();
    }

    private HttpResponse<String> post(String path, Map<String, String> fields) {
        return operator.post(PATH + "/new", path, fields);
    }

    private HttpResponse<String> save(Category seen, Map<String, String> changes) {
        var fields = new HashMap<>(categories.tree().fields(seen));
        fields.putAll(changes);
        fields.put("version", Long.toString(seen.version()));
        return operator.post(PATH + "/" + seen.id(), PATH + "/" + seen.id(), fields);
    }

    private HttpResponse<String> remove(Category category) {
        return operator.post(PATH + "/" + category.id(), PATH + "/" + category.id() + "/removal?lang=en", Map.of());
    }

    private List<String> listed(String language, Category top) {
        return Jsoup.parse(operator.read(PATH + language)).select("tbody th").eachText().stream()
                .filter(name -> name.startsWith(top.nameZh()) || name.startsWith(top.nameEn()))
                .toList();
    }

    /** The address of a seller's new product. */
    private String product(String category, String name) {
        var answer = seller.post(PRODUCTS + "/new", PRODUCTS, productFields(category, name));
        return answer.headers().firstValue("Location").orElseThrow().replaceFirst("\\?.*", "");
    }

    private String version(String product) {
        return Jsoup.parse(seller.read(product)).select("input[name=version]").val();
    }

    private static Map<String, String> productFields(String category, String name, String... more) {
        var fields = new HashMap<>(Map.of("nameZh", name, "listPrice", "99", "category", category));
        for (var at = 0; at < more.length; at += 2) {
            fields.put(more[at], more[at + 1]);
        }
        return fields;
    }
}
