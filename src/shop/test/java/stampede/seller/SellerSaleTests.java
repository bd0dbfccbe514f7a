package stampede.seller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.api.ApiClient;
import stampede.catalog.OfferId;
import stampede.console.ConsoleBrowser;
import stampede.counter.LiveStock;
import stampede.draft.DraftDesk;
import stampede.draft.OfferDrafts;
import stampede.money.Money;
import stampede.payment.PaidOrders;
import stampede.payment.Refunds;
import stampede.sale.PauseRequests;

/** One offer of a seller's while it sells: its figures, more units, another price, a pause that operators answer. */
@StampedeTest
class SellerSaleTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String API = "/api/v1/seller/offers/";

    @LocalServerPort
    private int port;

    @Autowired
    private TestSellers sellers;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private Refunds refunds;

    @Autowired
    private LiveStock live;

    @Autowired
    private PauseRequests requests;

    @Autowired
    private DraftDesk desk;

    @Autowired
    private OfferDrafts drafts;

    @Autowired
    private JdbcClient sql;

    private SignedIn seller;
    private ConsoleBrowser browser;
    private ApiClient api;

    @BeforeEach
    void signIn() {
        seller = sellers.account(Role.SELLER);
        browser = sellers.browser(port, seller);
        api = sellers.api(port, seller);
    }

    @Test
    void theFiguresAreThoseOfCounterLedgerAndOrders() {
        var offer = sellers.running(seller, 9);
        var order = paidOrders.paid(offer);
        paidOrders.paid(offer);
        paidOrders.placed(offer);
        refunds.ask(order.shopper(), order.id(), new Money(500), "");

        await().atMost(PATIENCE).untilAsserted(() -> {
            var page = page(offer);
            assertThat(figures(page))
                    .containsExactly("6", "0", "3", "2", "9", "3", "2", "0", "¥39.80", "¥0.00", "¥39.80");
            assertThat(page.select("#gate").attr("data-gate")).isEqualTo("OPEN");
        });
        assertThat(page(offer).select("#sale").attr("data-poll")).isEqualTo("3000");
        assertThat(browser.read(path(offer) + "?lang=zh-CN")).contains("已预扣").doesNotContain("??");
        var sale = api.get(API + offer + "/sale");
        assertThat(sale.status()).isEqualTo(200);
        assertThat(sale.body().path("unitsLeft").asInt()).isEqualTo(6);
        assertThat(sale.body().path("unitsSold").asInt()).isEqualTo(2);
        assertThat(sale.body().path("netFen").asInt()).isEqualTo(3_980);
        assertThat(sale.text("gate")).isEqualTo("OPEN");
    }

    @Test
    void unitsAreAddedByThePageAndSellAtOnce() {
        var offer = sellers.running(seller, 1);
        paidOrders.placed(offer);
        await().atMost(PATIENCE).until(() -> live.of(offer).left() == 0);
        var version = page(offer).select("#add-units input[name=version]").val();

        var none = browser.post(
                path(offer),
                path(offer) + "/units",
                Map.of("more", "0", "version", version, "unitsReason", "More came"));
        assertThat(none.statusCode()).isEqualTo(422);
        assertThat(Jsoup.parse(none.body()).select("#errors a").eachAttr("href"))
                .containsExactly("#more");
        assertThat(Jsoup.parse(none.body()).select("#unitsReason").val()).isEqualTo("More came");
        assertThat(browser.post(
                                path(offer),
                                path(offer) + "/units",
                                Map.of("more", "10000", "version", version, "unitsReason", "More came"))
                        .body())
                .contains("more than an offer of a seller may have");

        assertThat(browser.submit(
                        path(offer),
                        path(offer) + "/units",
                        Map.of("more", "2", "version", version, "unitsReason", "More came")))
                .contains("The units were added");

        await().atMost(PATIENCE).until(() -> live.of(offer).left() == 2);
        paidOrders.placed(offer);
        assertThat(sellers.audited("offer:" + offer)).containsExactly("UNITS_ADDED: 1 -> 3 More came");
        assertThat(browser.post(
                                path(offer),
                                path(offer) + "/units",
                                Map.of("more", "2", "version", version, "unitsReason", "Again the same"))
                        .statusCode())
                .as("who saw another total decides again")
                .isEqualTo(409);
    }

    @Test
    void theApiAddsUnitsByTheirVersionAndTakesNoneOff() {
        var offer = sellers.running(seller, 3);
        var units = API + offer + "/units";
        var seen = api.get(units);
        assertThat(seen.body().path("units").asInt()).isEqualTo(3);
        var version = seen.header("ETag");

        assertThat(put(api, units, version, "{\"units\": 2, \"reason\": \"Fewer of them\"}")
                        .text("reason"))
                .isEqualTo("UNITS_ONLY_GROW");
        assertThat(put(api, units, version, "{\"units\": 10001, \"reason\": \"Many more\"}")
                        .text("reason"))
                .isEqualTo("TOO_MANY_UNITS");
        assertThat(put(api, units, version, "{\"units\": 5, \"reason\": \"so\"}")
                        .text("reason"))
                .isEqualTo("BAD_REASON");
        var added = put(api, units, version, "{\"units\": 5, \"reason\": \"More came\"}");
        assertThat(added.status()).as("%s", added.body()).isEqualTo(200);
        assertThat(added.body().path("units").asInt()).isEqualTo(5);
        assertThat(put(api, units, version, "{\"units\": 5, \"reason\": \"More came\"}")
                        .header("ETag"))
                .as("the same again changes nothing")
                .isEqualTo(added.header("ETag"));
        assertThat(put(api, units, version, "{\"units\": 7, \"reason\": \"Even more\"}")
                        .text("reason"))
                .isEqualTo("CHANGED_MEANWHILE");
        assertThat(sellers.audited("offer:" + offer)).containsExactly("UNITS_ADDED: 3 -> 5 More came");
    }

    /** Where operators approve what sellers offer, as here. */
    @Test
    void thePriceIsTheOperatorsWhereTheyApproveIt() {
        var offer = sellers.upcoming(seller);
        var body = "{\"priceFen\": 990, \"reason\": \"A typing error\"}";

        assertThat(api.send("PUT", API + offer + "/price", BodyPublishers.ofString(body))
                        .text("reason"))
                .isEqualTo("APPROVAL_NEEDED");
        assertThat(page(offer).select("#change-price")).isEmpty();
        assertThat(browser.post(
                                path(offer),
                                path(offer) + "/price",
                                Map.of("price", "9.90", "priceReason", "A typing error"))
                        .statusCode())
                .isEqualTo(409);
    }

    @Test
    void aPauseIsAskedForAndDeclinedWithWords() {
        var offer = sellers.running(seller, 3);
        var operator = sellers.browser(port, sellers.account(Role.OPERATOR));
        var before = requests.countWaiting();

        var empty = browser.post(path(offer), path(offer) + "/pause-request", Map.of("pauseReason", "no"));
        assertThat(empty.statusCode()).isEqualTo(422);
        assertThat(Jsoup.parse(empty.body()).select("#errors a").eachAttr("href"))
                .containsExactly("#pauseReason");
        assertThat(browser.submit(
                        path(offer), path(offer) + "/pause-request", Map.of("pauseReason", "The price is wrong")))
                .contains("An operator was asked for a pause", "The price is wrong");
        assertThat(browser.post(path(offer), path(offer) + "/pause-request", Map.of("pauseReason", "Please hurry"))
                        .statusCode())
                .isEqualTo(409);

        assertThat(requests.countWaiting()).isGreaterThan(before);
        assertThat(operator.read("/console/offers/pause-requests"))
                .contains("/console/offers/" + offer, "The price is wrong", seller.who());
        assertThat(operator.read("/console/offers/" + offer)).contains("A pause is asked for", "The price is wrong");
        var page = "/console/offers/" + offer + "/pause-request";
        assertThat(operator.post(page, page, Map.of("words", "no")).statusCode())
                .isEqualTo(422);
        assertThat(operator.submit(page, page, Map.of("words", "The price is right")))
                .contains("The seller has their answer");
        assertThat(operator.post(page, page, Map.of("words", "The price is right"))
                        .statusCode())
                .isEqualTo(409);

        assertThat(browser.read(path(offer))).contains("declined", "The price is right");
        assertThat(operator.read("/console/offers/pause-requests")).doesNotContain("/console/offers/" + offer);
        assertThat(sellers.audited("offer:" + offer))
                .containsExactly(
                        "PAUSE_ASKED:  -> ASKED The price is wrong",
                        "PAUSE_DECLINED: ASKED -> DECLINED The price is right");
    }

    @Test
    void aPauseIsTheAnswerAndWhatIsTakenBackWaitsForNobody() {
        var offer = sellers.running(seller, 3);
        var operator = sellers.browser(port, sellers.account(Role.OPERATOR));
        var ask = Map.of("pauseReason", "The price is wrong");
        browser.submit(path(offer), path(offer) + "/pause-request", ask);
        assertThat(browser.submit(path(offer), path(offer) + "/pause-request/withdrawal", Map.of()))
                .contains("You do not ask for a pause any more");
        assertThat(browser.post(path(offer), path(offer) + "/pause-request/withdrawal", Map.of())
                        .statusCode())
                .isEqualTo(409);
        assertThat(operator.read("/console/offers/pause-requests")).doesNotContain("/console/offers/" + offer);
        browser.submit(path(offer), path(offer) + "/pause-request", ask);

        operator.submit("/console/offers/" + offer + "/pause", "/console/offers/" + offer + "/pause", Map.of());

        assertThat(browser.read(path(offer))).contains("an operator paused the sale");
        assertThat(operator.read("/console/offers/" + offer)).doesNotContain("A pause is asked for");
        assertThat(browser.post(path(offer), path(offer) + "/pause-request", ask)
                        .body())
                .contains("An operator has paused this sale");
        assertThat(sellers.audited("offer:" + offer))
                .containsExactly(
                        "PAUSE_ASKED:  -> ASKED The price is wrong",
                        "PAUSE_TAKEN_BACK: ASKED -> TAKEN_BACK ",
                        "PAUSE_ASKED:  -> ASKED The price is wrong",
                        "OFFER_PAUSED: open -> paused ");
    }

    /** As if it had been submitted in time: three minutes before it opens, which is after everything is warmed up. */
    @Test
    void whatIsApprovedWithinTheWarmUpIsWarmAtOnceAsItsPageSays() {
        var draft = drafts.add(seller, desk.terms(desk.product(seller.id()), desk.slot(Duration.ofMinutes(3))));
        assertThat(browser.post(
                                "/seller/offers/drafts/" + draft.id(),
                                "/seller/offers/drafts/" + draft.id() + "/submission",
                                Map.of())
                        .body())
                .contains("10");
        sql.sql("update offer_draft set state = 'PENDING' where id = :id")
                .param("id", draft.id().value())
                .update();
        var page = "/console/offers/drafts/" + draft.id() + "/approval";
        var operator = sellers.browser(port, desk.operator());

        operator.submit(page, page, Map.of("version", "0"));

        var offer = drafts.find(seller, draft.id()).offer().orElseThrow();
        await().atMost(Duration.ofSeconds(10))
                .until(() -> page(offer).select("#gate").attr("data-gate").equals("OPEN"));
    }

    @Test
    void anothersOfferIsNotThereAtAnyAddress() {
        var offer = sellers.running(seller, 3);
        var other = sellers.account(Role.SELLER);
        var theirBrowser = sellers.browser(port, other);
        var theirApi = sellers.api(port, other);
        var links = Jsoup.parse(browser.read(path(offer)))
                .select("form[action^=" + path(offer) + "]")
                .eachAttr("action");

        assertThat(links).contains(path(offer) + "/units", path(offer) + "/pause-request");
        for (var path : List.of(
                path(offer),
                path(offer) + "/units",
                path(offer) + "/price",
                path(offer) + "/pause-request",
                path(offer) + "/pause-request/withdrawal",
                path(offer) + "/copy")) {
            assertThat(theirBrowser.open(path).statusCode()).as("GET %s", path).isEqualTo(404);
        }
        for (var act : List.of("/units", "/price", "/pause-request", "/pause-request/withdrawal")) {
            assertThat(theirBrowser
                            .post("/seller/account", path(offer) + act, Map.of("more", "1"))
                            .statusCode())
                    .as("POST %s", act)
                    .isEqualTo(404);
        }
        assertThat(theirBrowser.read("/seller")).doesNotContain(offer.toString());
        assertThat(theirApi.get(API + offer + "/sale").status()).isEqualTo(404);
        assertThat(theirApi.get(API + offer + "/units").status()).isEqualTo(404);
        assertThat(put(theirApi, API + offer + "/units", "\"1\"", "{\"units\": 9, \"reason\": \"Not mine\"}")
                        .status())
                .isEqualTo(404);
        assertThat(put(theirApi, API + offer + "/price", "\"1\"", "{\"priceFen\": 9, \"reason\": \"Not mine\"}")
                        .status())
                .isEqualTo(404);
        assertThat(sellers.audited("offer:" + offer)).isEmpty();
    }

    private Document page(OfferId offer) {
        return Jsoup.parse(browser.read(path(offer) + "?lang=en"));
    }

    private static List<String> figures(Document page) {
        return page.select("#sale dl.figures dd").eachText();
    }

    private static String path(OfferId offer) {
        return "/seller/offers/" + offer;
    }

    private static ApiClient.Answer put(ApiClient client, String path, String version, String body) {
        return client.with("If-Match", version).send("PUT", path, BodyPublishers.ofString(body));
    }
}
