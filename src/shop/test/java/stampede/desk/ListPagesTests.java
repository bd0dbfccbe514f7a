package stampede.desk;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.catalog.OfferPublishing;
import stampede.catalog.TestOffers;
import stampede.console.ConsoleBrowser;
import stampede.payment.PaidOrders;
import stampede.security.PageCookies;

/** What every list of the menus promises, whatever it lists: links and forms do it all, and the address says it all. */
@StampedeTest
class ListPagesTests {

    private static final String PASSWORD = "a long enough password";

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private OfferPublishing offerPublishing;

    private final Map<String, ConsoleBrowser> readers = new HashMap<>();
    private final Map<String, ConsoleBrowser> others = new HashMap<>();

    @BeforeEach
    void signIn() {
        TestOffers.upcoming(offerPublishing);
        paidOrders.paid(paidOrders.open(1));
        var seller = browser("lists-seller", Role.SELLER);
        var again = browser("lists-seller", Role.SELLER);
        var operator = browser("lists-operator", Role.OPERATOR);
        var colleague = browser("lists-colleague", Role.OPERATOR);
        lists(operator, Arrays.stream(DeskPage.values()).map(DeskPage::path))
                .forEach(path -> keep(path, operator, colleague));
        lists(seller, Arrays.stream(SellerPage.values()).map(SellerPage::path))
                .forEach(path -> keep(path, seller, again));
    }

    @Test
    void thereAreListsToLookAt() {
        assertThat(readers.keySet())
                .contains(
                        "/console/orders",
                        "/console/offers",
                        "/console/products",
                        "/console/coupons",
                        "/console/payments",
                        "/console/payments/refunds",
                        "/console/payments/notifications",
                        "/console/settlements",
                        "/console/accounts",
                        "/console/audit",
                        "/seller/orders",
                        "/seller/offers",
                        "/seller/products");
    }

    /** What is typed stands in the address, is named by a chip that leads to the list without it, and finds nothing that it does not fit. */
    @Test
    void aFilterIsNamedAndTakenBackByLinks() {
        readers.forEach((path, reader) -> texts(drawn(reader, path)).forEach(field -> {
            var filtered = path + "?" + field + "=nothing-is-called-so";
            var page = drawn(reader, filtered);
            assertThat(page.select("input[name=" + field + "]").val())
                    .as("%s: kept", filtered)
                    .isEqualTo("nothing-is-called-so");
            assertThat(page.select(".chips a"))
                    .as("%s: chip and the way out", filtered)
                    .hasSizeGreaterThanOrEqualTo(2);
            assertThat(page.select("table.list tbody tr"))
                    .as("%s: rows", filtered)
                    .isEmpty();
            assertThat(page.select("main a[href=" + path + "]"))
                    .as("%s: clear the filter", filtered)
                    .isNotEmpty();
        }));
    }

    @Test
    void aHeadingThatSortsIsALinkAndSaysHow() {
        readers.forEach((path, reader) -> {
            var headings = drawn(reader, path).select("th a[id^=sort-]");
            assertThat(headings.parents().select("th:has(a[id^=sort-]):not([aria-sort])"))
                    .as(path)
                    .isEmpty();
            for (var heading : headings) {
                var sorted = drawn(reader, heading.attr("href"));
                assertThat(sorted.select("th:has(#" + heading.id() + ")").attr("aria-sort"))
                        .as("%s: %s", path, heading.attr("href"))
                        .isIn("ascending", "descending");
            }
        });
    }

    @Test
    void theFileCarriesTheSameQuery() {
        readers.forEach((path, reader) -> {
            var filtered = texts(drawn(reader, path))
                    .findFirst()
                    .map(name -> path + "?" + name + "=100")
                    .orElse(path);
            for (var address : List.of(path, filtered)) {
                var page = drawn(reader, address);
                var link = page.select(".list-foot a[href*=.csv]");
                if (page.select("table.list").isEmpty()) {
                    continue;
                }
                assertThat(link).as("%s: file", address).hasSize(1);
                assertThat(link.attr("href")).as(address).endsWith(address.replaceFirst("[^?]*", ""));
                var file = reader.open(link.attr("href"));
                assertThat(file.statusCode()).as(link.attr("href")).isEqualTo(200);
                assertThat(file.headers().firstValue("Content-Type").orElse(""))
                        .as(link.attr("href"))
                        .startsWith("text/csv");
            }
        });
    }

    /** Whoever is sent the address sees the same, unless something is added between the two looks. */
    @Test
    void theAddressAloneBringsTheSameListBack() {
        readers.forEach((path, reader) -> {
            var address = path + "?size=100";
            var other = Objects.requireNonNull(others.get(path));
            await().atMost(ofSeconds(20))
                    .untilAsserted(() -> assertThat(rows(drawn(other, address)))
                            .as(address)
                            .isEqualTo(rows(drawn(reader, address))));
        });
        var orders = Objects.requireNonNull(readers.get("/console/orders"));
        assertThat(rows(drawn(orders, "/console/orders"))).isNotEmpty();
    }

    private void keep(String path, ConsoleBrowser reader, ConsoleBrowser other) {
        readers.put(path, reader);
        others.put(path, other);
    }

    /** Those of these pages that have a filter. */
    private static List<String> lists(ConsoleBrowser reader, Stream<String> paths) {
        return paths.filter(
                        path -> !drawn(reader, path).select(".list-filter form").isEmpty())
                .toList();
    }

    private static Stream<String> texts(Document page) {
        return page.select(".list-filter input[type=search]").stream().map(field -> field.attr("name"));
    }

    /** What the rows are about, in their order. */
    private static List<String> rows(Document page) {
        return page.select("table.list tbody th").stream().map(Element::text).toList();
    }

    private static Document drawn(ConsoleBrowser reader, String path) {
        return Jsoup.parse(reader.read(path));
    }

    private ConsoleBrowser browser(String name, Role role) {
        return new ConsoleBrowser(port, cookies, accounts.ensure(name, PASSWORD, role));
    }
}
