package stampede.seller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.api.ApiClient;
import stampede.catalog.OfferId;
import stampede.console.ConsoleBrowser;
import stampede.ids.Ids;
import stampede.money.Money;
import stampede.order.Order;
import stampede.payment.PaidOrders;
import stampede.payment.Refunds;
import stampede.security.PageCookies;
import stampede.stock.ConcurrentCalls;
import stampede.token.AccessTokenIssuer;

/** What sellers see and send of what they sold, by pages and by the API; what another sold is not there. */
@StampedeTest
class SellerOrdersTests {

    private static final String PASSWORD = "a long enough password";
    private static final String LIST = "/seller/orders";
    private static final String ADDRESS = "李雷 13812340011 浙江省杭州市西湖区文三路 1 号";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private AccessTokenIssuer tokens;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private Refunds refunds;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private Ids ids;

    private SignedIn seller;
    private ConsoleBrowser browser;

    @BeforeEach
    void signIn() {
        seller = account(Role.SELLER);
        browser = browser(seller);
    }

    @Test
    void theListIsStarredAndTheAddressIsToldOnAPressThatIsWrittenDown() {
        var order = sold();
        var page = LIST + "/" + order.id();

        for (var language : List.of("en", "zh-CN")) {
            var drawn = Jsoup.parse(browser.read(LIST + "?stage=TO_SHIP&lang=" + language));
            assertThat(drawn.select("tbody").text())
                    .contains("李* 138****0011 杭州市", "¥19.90")
                    .doesNotContain("李雷", "西湖", "13812340011");
            assertThat(drawn.text()).doesNotContain("??");
            assertThat(drawn.select("[style]")).isEmpty();
        }
        assertThat(browser.read(LIST + ".csv"))
                .contains("order:" + order.id(), "李*")
                .doesNotContain("西湖");
        assertThat(browser.read(page)).contains("李* 138****0011 杭州市").doesNotContain("西湖");
        assertThat(audited(order)).isEmpty();

        assertThat(browser.post(page, page + "/address", Map.of()).body()).contains(ADDRESS);
        assertThat(browser.read(page + "/slip")).contains(ADDRESS, "Teapot");
        assertThat(api(seller).get("/api/v1/seller/orders/" + order.id()).text("address"))
                .isEqualTo(ADDRESS);
        assertThat(audited(order)).containsExactly("ADDRESS_SEEN page", "ADDRESS_SEEN slip", "ADDRESS_SEEN API");
        assertThat(jdbc.queryForList(
                        "select distinct who from operator_audit where subject = ?",
                        String.class,
                        "order:" + order.id()))
                .containsExactly(seller.who());
    }

    @Test
    void manyAreChosenAndNoneOfAnotherSellers() {
        var order = sold();
        var others = paidOrders.paid(paidOrders.open(1));
        var ticked = Map.of("chosen", "rows", "id", order.id() + "&id=" + others.id());

        for (var act : List.of("/slips", "/parcels")) {
            assertThat(browser.chosen(LIST, LIST + act, ticked).body())
                    .contains(ADDRESS, order.id().toString())
                    .doesNotContain(others.id().toString());
        }
        assertThat(audited(order)).containsExactly("ADDRESS_SEEN slip", "ADDRESS_SEEN parcels");
        assertThat(audited(others)).isEmpty();
    }

    @Test
    void theAddressIsTheSellersUntilNinetyDaysAfterTheEnd() {
        var order = sold();
        var page = LIST + "/" + order.id();
        browser.submit(page, page + "/shipment", Map.of("carrier", "SF", "number", "SF1"));
        jdbc.update(
                "update orders set status = 'FINISHED' where id = ?", order.id().value());

        finishedDaysAgo(order, 89);
        assertThat(browser.post(page, page + "/address", Map.of()).body()).contains(ADDRESS);
        finishedDaysAgo(order, 91);
        assertThat(browser.read(page)).doesNotContain("李*", page + "/address");
        assertThat(browser.open(page + "/slip").statusCode()).isEqualTo(404);
        assertThat(browser.read(LIST)).contains(page).doesNotContain("李*");
        assertThat(api(seller).get("/api/v1/seller/orders/" + order.id()).body().has("address"))
                .isFalse();
    }

    @Test
    void anOrderIsShippedAndPutRightAndComesAndEachStageHasIt() {
        var order = sold();
        var page = LIST + "/" + order.id();
        assertThat(browser.read(LIST + "?stage=TO_SHIP")).contains(page);

        assertThat(browser.submit(page, page + "/shipment", Map.of("carrier", "SF", "number", "SF1")))
                .contains("It is marked as shipped");
        assertThat(browser.read(LIST + "?stage=TO_SHIP")).doesNotContain(page);
        assertThat(browser.read(LIST + "?stage=SHIPPED")).contains(page, "SF SF1");
        var version =
                Jsoup.parse(browser.read(page)).select("input[name=version]").val();
        browser.submit(
                page, page + "/correction", Map.of("carrier", "SF", "number", "SF1234567890", "version", version));

        var shopper = browser(shopper(order));
        var theirs = "/orders/" + order.id();
        assertThat(shopper.read(theirs)).contains("SF1234567890", theirs + "/receipt");
        assertThat(shopper.post(theirs, theirs + "/receipt", Map.of()).statusCode())
                .isEqualTo(303);
        var mine = api(shopper(order));
        var answer = mine.post("/api/v1" + theirs + "/receipt", Map.of());
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text("status")).isEqualTo("FINISHED");
        assertThat(answer.text("trackingNumber")).isEqualTo("SF1234567890");
        assertThat(answer.body().has("finishedAt")).isTrue();
        assertThat(shopper.read(theirs)).doesNotContain(theirs + "/receipt");
        assertThat(browser.read(LIST + "?stage=FINISHED")).contains(page);
        assertThat(jdbc.queryForList(
                        "select who from order_event where order_id = ? and to_status = 'FINISHED'",
                        String.class,
                        order.id().value()))
                .containsExactly("shopper:" + order.shopper());
    }

    @Test
    void whatIsNotShippedOrIsAnothersIsNotReceived() {
        var order = sold();
        var receipt = "/api/v1/orders/" + order.id() + "/receipt";
        var shopper = api(shopper(order));

        assertThat(shopper.post(receipt, Map.of()).text("reason")).isEqualTo("NOT_SHIPPED");
        ship(order, "SF1");
        assertThat(api(account(Role.SHOPPER)).post(receipt, Map.of()).status()).isEqualTo(404);
        refunds.ask(order.shopper(), order.id(), new Money(5), "");
        assertThat(shopper.post(receipt, Map.of()).text("reason")).isEqualTo("REFUND_OPEN");
    }

    @Test
    void theApiShipsOnceAndSaysByNameWhyNot() {
        var order = sold();
        var asked = sold();
        refunds.ask(asked.shopper(), asked.id(), new Money(5), "");
        var shop = api(seller);

        assertThat(ids(shop, "?status=TO_SHIP"))
                .contains(order.id().toString())
                .doesNotContain(asked.id().toString());
        assertThat(ids(shop, "?status=REFUNDS")).containsExactly(asked.id().toString());
        assertThat(ids(shop, "?before=" + order.id())).isEmpty();
        assertThat(ship(order, "SF1").text("trackingNumber")).isEqualTo("SF1");
        assertThat(ship(order, "SF1").status()).isEqualTo(200);
        assertThat(ship(order, "SF2").text("reason")).isEqualTo("SHIPPED_OTHERWISE");
        assertThat(ship(asked, "SF3").status()).isEqualTo(409);
        assertThat(ship(asked, "SF3").text("reason")).isEqualTo("REFUND_OPEN");
        assertThat(ship(order, "no. 1").text("reason")).isEqualTo("BAD_PARCEL");
        assertThat(shop.get("/api/v1/seller/orders?status=LOST").status()).isEqualTo(400);
    }

    @Test
    void operatorsReadOrdersByTheApiWithoutAddresses() {
        var order = sold();
        var operator = api(account(Role.OPERATOR));

        var found = operator.get("/api/ops/orders?product=" + order.offer() + "&status=PAID&status=SHIPPED");
        assertThat(found.body().path("items").size()).isEqualTo(1);
        assertThat(found.body().at("/items/0/seller").asString("")).isEqualTo(seller.username());
        assertThat(found.body().toString()).doesNotContain("李");
        assertThat(operator.get("/api/ops/orders/" + order.id()).text("status")).isEqualTo("PAID");
        assertThat(operator.get("/api/ops/orders/17").status()).isEqualTo(404);
        assertThat(operator.get("/api/ops/orders?size=7").status()).isEqualTo(400);
        assertThat(operator.get("/api/ops/orders?status=PAID.LOST").status()).isEqualTo(400);
    }

    @Test
    void anothersOrdersAreNotThereAtAnyAddress() {
        var order = sold();
        var unpaid = sell(paidOrders.placed(paidOrders.open(1)));
        var page = LIST + "/" + order.id();
        ship(order, "SF1");
        var other = account(Role.SELLER);
        var otherBrowser = browser(other);
        var otherApi = api(other);
        var form = Map.of("carrier", "SF", "number", "SF2", "version", "0");
        var links = Jsoup.parse(browser.read(page)).select("a[href^=" + page + "], form[action^=" + page + "]").stream()
                .map(link -> link.hasAttr("href") ? link.attr("href") : link.attr("action"))
                .toList();

        assertThat(links).contains(page + "/slip", page + "/address", page + "/correction");
        var pages = new ArrayList<>(links);
        pages.addAll(List.of(page, page + "/shipment", LIST + "/" + unpaid.id(), LIST + "/x"));
        for (var path : pages) {
            assertThat(otherBrowser.open(path).statusCode()).as("GET %s", path).isEqualTo(404);
        }
        for (var act : List.of("/address", "/shipment", "/correction")) {
            assertThat(otherBrowser.post(LIST, page + act, form).statusCode())
                    .as("POST %s", act)
                    .isEqualTo(404);
        }
        for (var list :
                List.of(LIST, LIST + ".csv", LIST + "?number=" + order.id(), LIST + "?product=" + order.offer())) {
            assertThat(otherBrowser.read(list)).as(list).doesNotContain("order:" + order.id(), page);
        }
        assertThat(otherBrowser.post(LIST, LIST + "/to-ship.csv", Map.of()).body())
                .doesNotContain(order.id().toString(), "李雷");
        assertThat(otherApi.get("/api/v1/seller/orders").body()).isEmpty();
        assertThat(otherApi.get("/api/v1/seller/orders/" + order.id()).status()).isEqualTo(404);
        assertThat(otherApi.post(
                                "/api/v1/seller/orders/" + order.id() + "/shipment",
                                Map.of("carrier", "SF", "number", "S"))
                        .status())
                .isEqualTo(404);
        assertThat(browser.open(LIST + "/" + unpaid.id()).statusCode())
                .as("theirs, and not paid")
                .isEqualTo(404);
        assertThat(audited(order)).containsExactly("ORDER_SHIPPED SF SF1");
    }

    /** Two hundred from the file for the carrier, which goes back in; those that cannot be are named. */
    @Test
    void twoHundredAreShippedFromAPastedListAndFailuresAreNamed() {
        var offer = paidOrders.open(200);
        Callable<Order> buy = () -> paidOrders.paid(offer);
        var orders = ConcurrentCalls.run(
                8, IntStream.range(0, 200).mapToObj(i -> buy).toList());
        belongsToSeller(offer);
        var asked = orders.get(0);
        var sent = orders.get(1);
        var before = browser.post(LIST, LIST + "/to-ship.csv?product=" + offer, Map.of())
                .body()
                .strip()
                .split("\r\n");
        assertThat(before).hasSize(201);
        assertThat(before[1]).endsWith("," + "Somewhere 5");
        refunds.ask(asked.shopper(), asked.id(), new Money(5), "");
        ship(sent, "OTHER1");

        // As a carrier fills it in.
        var filled = IntStream.range(0, before.length)
                .mapToObj(i -> i == 0 ? before[i] : before[i].replaceFirst(",,,", ",SF,SF" + i + ","))
                .collect(Collectors.joining("\n"));
        var form = Map.of("kind", "shipments", "text", filled + "\n17,SF,SF0,,,\n");
        var read = browser.post("/seller/imports", "/seller/imports", form);
        assertThat(read.statusCode()).as(read.body()).isEqualTo(302);
        var page = read.headers().firstValue("Location").orElseThrow().replaceFirst("^https?://[^/]+", "");
        assertThat(browser.read(page + "?state=CANNOT"))
                .contains(
                        "order:" + asked.id(),
                        "Decide on that first",
                        "order:" + sent.id(),
                        "with another carrier or number",
                        "There is no order by this number");
        browser.submit(page, page + "/apply", Map.of());
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(browser.read(page)).contains("198 of 198 rows are applied, 0 failed."));

        assertThat(jdbc.queryForList(
                        "select count(*) from order_event join orders on orders.id = order_id"
                                + " where offer_id = ? and to_status = 'SHIPPED' group by order_id having count(*) <> 1",
                        Integer.class,
                        offer.value()))
                .isEmpty();
        assertThat(jdbc.queryForObject(
                        "select count(*) from orders where offer_id = ? and status = 'SHIPPED'",
                        Integer.class,
                        offer.value()))
                .isEqualTo(199);
        assertThat(browser.post(LIST, LIST + "/to-ship.csv?product=" + offer, Map.of())
                        .body()
                        .strip()
                        .split("\r\n"))
                .as("nothing is left")
                .hasSize(1);
        assertThat(jdbc.queryForList(
                        "select detail from operator_audit where action = 'ADDRESSES_EXPORTED' and who = ? order by id",
                        String.class,
                        seller.who()))
                .containsExactly("200 orders product=" + offer, "0 orders product=" + offer);
        var shopper = browser(shopper(orders.get(5)));
        assertThat(shopper.read("/orders/" + orders.get(5).id())).contains("Shipped", "SF");
    }

    private ApiClient.Answer ship(Order order, String number) {
        return api(seller)
                .post("/api/v1/seller/orders/" + order.id() + "/shipment", Map.of("carrier", "SF", "number", number));
    }

    private static List<String> ids(ApiClient shop, String query) {
        return shop.get("/api/v1/seller/orders" + query).body().findValuesAsString("id");
    }

    private void finishedDaysAgo(Order order, int days) {
        jdbc.update(
                "update shipment set finished_ms = ? where order_id = ?",
                System.currentTimeMillis() - Duration.ofDays(days).toMillis(),
                order.id().value());
    }

    private List<@Nullable String> audited(Order order) {
        return jdbc.queryForList(
                "select concat_ws(' ', action, detail) from operator_audit where subject = ? order by id",
                String.class,
                "order:" + order.id());
    }

    /** Paid, of an offer of this seller's, to somebody in Hangzhou. */
    private Order sold() {
        return sell(paidOrders.paid(paidOrders.open(1)));
    }

    private Order sell(Order order) {
        belongsToSeller(order.offer());
        jdbc.update(
                "update orders set address = ? where id = ?",
                ADDRESS,
                order.id().value());
        return paidOrders.until(order, order.status());
    }

    private void belongsToSeller(OfferId offer) {
        jdbc.update(
                "update product join offer on offer.product_id = product.id set product.seller_id = ? where offer.id = ?",
                seller.id().value(),
                offer.value());
    }

    /** Whoever bought it, now with an account by which they sign in. */
    private SignedIn shopper(Order order) {
        jdbc.update(
                "insert ignore into account (id, username, password_hash, role, created_ms) values (?, ?, '', 'SHOPPER', 0)",
                order.shopper().value(),
                "s" + order.shopper());
        return accounts.find("s" + order.shopper()).orElseThrow();
    }

    private SignedIn account(Role role) {
        return accounts.ensure("s" + ids.next(), PASSWORD, role);
    }

    private ConsoleBrowser browser(SignedIn account) {
        return new ConsoleBrowser(port, cookies, account);
    }

    private ApiClient api(SignedIn account) {
        return new ApiClient(port).as(tokens.issue(account));
    }
}
