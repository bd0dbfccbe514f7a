package stampede.api.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.api.ApiClient;
import stampede.catalog.OfferId;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.draft.DraftErrands;
import stampede.ids.Ids;
import stampede.order.Order;
import stampede.order.OrderStatus;
import stampede.payment.PaidOrders;
import stampede.stock.StockLedger;
import stampede.token.AccessTokenIssuer;
import tools.jackson.databind.json.JsonMapper;

/** What operators do to sales, orders and slots by the API; what is sent again does nothing twice. */
@StampedeTest
class OpsActsApiTests {

    private static final String WHY = "A test of the API";

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private AccessTokenIssuer issuer;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private DraftErrands drafts;

    @Autowired
    private LiveStock live;

    @Autowired
    private JdbcClient sql;

    @Autowired
    private Ids ids;

    @Autowired
    private StockLedger ledger;

    private SignedIn operator;
    private ApiClient api;

    @BeforeEach
    void signIn() {
        operator = accounts.ensure("acts-api-operator", "a long enough password", Role.OPERATOR);
        api = new ApiClient(port).as(issuer.issue(operator));
    }

    @Test
    void unitsAreWhatTheTotalSaysHoweverOftenItIsSent() {
        var offer = paidOrders.open(20);
        paidOrders.placed(offer);
        var seen = api.get(path(offer) + "/units");
        var wanted = Map.of("total", 30, "version", seen.body().path("version").asLong(), "reason", WHY);

        assertThat(seen.body().path("sold").asInt()).isEqualTo(1);
        assertThat(put(path(offer) + "/units", wanted).body().path("total").asInt())
                .isEqualTo(30);
        assertThat(put(path(offer) + "/units", wanted).status()).isEqualTo(200);
        await().until(() -> live.of(offer).left() == 29);
        assertRefused(
                put(path(offer) + "/units", Map.of("total", 40, "version", wanted.get("version"), "reason", WHY)),
                409,
                "CHANGED_MEANWHILE");
        var now = api.get(path(offer) + "/units").body().path("version").asLong();
        assertThat(put(path(offer) + "/units", Map.of("total", 1, "version", now, "reason", WHY))
                        .body()
                        .path("left")
                        .asInt())
                .isZero();
        assertThat(audited("offer:" + offer)).containsExactly("UNITS_ADDED 20 30", "UNITS_TAKEN_OFF 30 1");
        assertRefused(api.get("/api/ops/offers/17/units"), 404, "UNKNOWN_OFFER");
    }

    @Test
    void unitsThatAreSoldAreNotTakenOff() {
        var offer = paidOrders.open(3);
        paidOrders.placed(offer);
        paidOrders.placed(offer);
        var version = api.get(path(offer) + "/units").body().path("version").asLong();

        assertRefused(
                put(path(offer) + "/units", Map.of("total", 1, "version", version, "reason", WHY)), 409, "UNITS_SOLD");
        assertRefused(
                put(path(offer) + "/units", Map.of("total", 0, "version", version, "reason", WHY)),
                400,
                "INVALID_REQUEST");
        assertRefused(
                put(path(offer) + "/units", Map.of("total", 9, "version", version, "reason", "x")), 422, "BAD_REASON");
    }

    @Test
    void whatIsPutOnSaleAtOnceMayLimitAddressesToo() {
        var wanted = new HashMap<String, Object>(
                Map.of("name", "Celadon teapot", "priceFen", 1_990, "units", 9, "limitPerShopper", 2));
        wanted.put("limitPerAddress", 3);

        var offer = OfferId.of(api.post("/api/ops/offers", wanted).text("offerId"));

        assertThat(api.get("/api/v1/offers/" + offer)
                        .body()
                        .path("limitPerAddress")
                        .asInt())
                .isEqualTo(3);
        assertThat(ledger.terms(offer).orElseThrow().limitPerAddress()).isEqualTo(3);
        assertThat(audited("offer:" + offer)).singleElement().asString().contains("2 a shopper, 3 to an address");
        for (int no : List.of(-1, 1_001)) {
            wanted.put("limitPerAddress", no);
            assertRefused(api.post("/api/ops/offers", wanted), 400, "INVALID_REQUEST");
        }
    }

    @Test
    void limitAndPriceChangeUntilItOpensAndItIsWithdrawnOnce() {
        var offer = drafts.upcoming();
        var before = price(offer);

        assertThat(put(path(offer) + "/limit", Map.of("limitPerShopper", 7, "reason", WHY))
                        .status())
                .isEqualTo(204);
        assertThat(put(path(offer) + "/address-limit", Map.of("limitPerAddress", 9, "reason", WHY))
                        .status())
                .isEqualTo(204);
        assertRefused(
                put(path(offer) + "/address-limit", Map.of("limitPerAddress", 1_001, "reason", WHY)),
                422,
                "BAD_ADDRESS_LIMIT");
        assertThat(put(path(offer) + "/price", Map.of("priceFen", 901, "reason", WHY))
                        .status())
                .isEqualTo(204);
        assertThat(put(path(offer) + "/price", Map.of("priceFen", before, "reason", WHY))
                        .status())
                .as("back before any node has seen the other")
                .isEqualTo(204);
        assertThat(price(offer)).isEqualTo(before);
        assertRefused(put(path(offer) + "/price", Map.of("priceFen", 100_000_000, "reason", WHY)), 422, "BAD_PRICE");
        assertThat(act(offer, "withdrawal").status()).isEqualTo(204);
        assertThat(act(offer, "withdrawal").status()).isBetween(400, 499);
        assertThat(audited("offer:" + offer).stream().map(row -> row.replaceAll(" .*", "")))
                .contains("LIMIT_CHANGED", "ADDRESS_LIMIT_CHANGED", "PRICE_CHANGED", "OFFER_WITHDRAWN");

        var running = paidOrders.open(1);
        assertRefused(put(path(running) + "/limit", Map.of("limitPerShopper", 7, "reason", WHY)), 409, "OPENED");
        assertRefused(
                put(path(running) + "/address-limit", Map.of("limitPerAddress", 7, "reason", WHY)), 409, "OPENED");
        assertRefused(act(running, "withdrawal"), 409, "OPENED");
    }

    @Test
    void isStoppedOnceForGood() {
        var offer = paidOrders.open(3);

        var first = act(offer, "stop");
        var again = act(offer, "stop");

        assertThat(first.status()).isEqualTo(200).isEqualTo(again.status());
        assertThat(again.text("closedAt")).isEqualTo(first.text("closedAt"));
        await().until(() -> live.of(offer).gate() != StockView.Gate.OPEN);
        assertThat(audited("offer:" + offer)).hasSize(1);
    }

    @Test
    void moneyGoesBackOnceWhileSoMuchIsLeft() {
        var order = paidOrders.paid(paidOrders.open(2));
        var path = path(order);
        var left = api.get(path + "/money").body().path("refundableFen").asLong();
        var part = Map.of("amountFen", 490, "refundableFen", left, "reason", "A scratch");

        var given = api.post(path + "/refunds", part);
        await().until(() -> api.get(path + "/money").body().path("refundedFen").asLong() == 490);

        assertThat(left).isEqualTo(1990);
        assertThat(given.status()).isEqualTo(201);
        assertThat(given.text("words")).isEqualTo("A scratch");
        assertRefused(api.post(path + "/refunds", part), 409, "MONEY_CHANGED");
        assertThat(paidOrders.paidBack(order)).isEqualTo(490);
        assertRefused(
                api.post(path + "/refunds", Map.of("amountFen", 490, "refundableFen", 1500, "reason", "x")),
                400,
                "INVALID_REQUEST");
    }

    @Test
    void isShippedOnceAndPutRight() {
        var order = paidOrders.paid(paidOrders.open(2));
        var path = path(order) + "/shipment";
        var first = Map.of("carrier", "SF", "number", "SF1");
        var right = Map.of("carrier", "SF", "number", "SF2");

        assertRefused(put(path, Map.of("was", first, "parcel", right)), 409, "NOT_SHIPPED");
        assertThat(api.post(path, first).text("status")).isEqualTo("SHIPPED");
        assertThat(api.post(path, first).text("trackingNumber")).isEqualTo("SF1");
        assertRefused(api.post(path, right), 409, "SHIPPED_OTHERWISE");
        assertThat(put(path, Map.of("was", first, "parcel", right)).text("trackingNumber"))
                .isEqualTo("SF2");
        assertThat(put(path, Map.of("was", first, "parcel", right)).status()).isEqualTo(200);
        assertRefused(
                put(path, Map.of("was", first, "parcel", Map.of("carrier", "SF", "number", "SF3"))),
                409,
                "SHIPPED_OTHERWISE");
        assertThat(audited("order:" + order.id()))
                .containsExactly("ORDER_SHIPPED PAID SHIPPED", "SHIPMENT_CORRECTED SF SF1 SF SF2");
    }

    @Test
    void anUnpaidOrderIsClosedOnce() {
        var order = paidOrders.placed(paidOrders.open(2));

        assertThat(api.post(path(order) + "/closing", Map.of("reason", WHY)).status())
                .isEqualTo(200);
        paidOrders.until(order, OrderStatus.CLOSED);

        assertRefused(api.post(path(order) + "/closing", Map.of("reason", WHY)), 409, "NOT_CANCELLABLE");
        assertRefused(api.post("/api/ops/orders/17/closing", Map.of("reason", WHY)), 404, "NOT_FOUND");
        assertThat(audited("order:" + order.id())).containsExactly("ORDER_CLOSED AWAITING_PAYMENT CLOSING");
    }

    @Test
    void aSlotOfOnesOwnIsMadeOnceAndChecked() {
        var opens = Instant.now()
                .truncatedTo(ChronoUnit.MINUTES)
                .plus(Duration.ofDays(20))
                .plusMillis(ids.next() % 60_000);
        var wanted = Map.of(
                "opensAt",
                opens.toString(),
                "closesAt",
                opens.plusSeconds(3_600).toString());

        var made = api.post("/api/ops/slots", wanted);
        var again = api.post("/api/ops/slots", wanted);

        assertThat(made.status()).isEqualTo(201);
        assertThat(again.text("id")).isEqualTo(made.text("id"));
        assertThat(audited("slot:" + made.text("id"))).hasSize(1);
        assertThat(api.get(made.header("Location")).body().path("offers")).isEmpty();
        assertThat(api.get("/api/ops/slots?from=" + opens).body().toString()).contains("\"" + made.text("id") + "\"");
        assertRefused(
                api.post("/api/ops/slots", Map.of("opensAt", opens.toString(), "closesAt", opens.toString())),
                422,
                "BAD_WINDOW");
        assertRefused(api.get("/api/ops/slots/999999999999"), 404, "NOT_FOUND");
    }

    @Test
    void theAuditLogIsReadByItsFieldsAndByKey() {
        var offer = paidOrders.open(1);
        var path = "/api/ops/audit?who=" + operator.who() + "&subject=offer:" + offer;
        for (var number = 0; number < 51; number++) {
            api.post(path(offer) + (number % 2 == 0 ? "/pause" : "/resume"), Map.of());
        }

        var first = api.get(path);
        var second = api.get(path + "&after=" + first.text("after"));

        assertThat(first.body().path("items")).hasSize(50);
        assertThat(second.body().path("items")).hasSize(1);
        assertThat(second.body().at("/items/0/action").asString()).isEqualTo("OFFER_PAUSED");
        assertThat(second.body().at("/items/0/valueBefore").asString()).isEqualTo("open");
        assertThat(second.body().at("/items/0/valueAfter").asString()).isEqualTo("paused");
        assertThat(second.body().at("/items/0/address").asString()).isEqualTo("127.0.0.1");
        assertThat(api.get(path + "&action=OFFER_RESUMED").body().path("count").asInt())
                .isEqualTo(25);
        assertRefused(api.get("/api/ops/audit?from=yesterday"), 400, "INVALID_REQUEST");
    }

    private static String path(OfferId offer) {
        return "/api/ops/offers/" + offer;
    }

    private static String path(Order order) {
        return "/api/ops/orders/" + order.id();
    }

    private ApiClient.Answer act(OfferId offer, String act) {
        return api.post(path(offer) + "/" + act, Map.of("reason", WHY));
    }

    private ApiClient.Answer put(String path, Map<String, ?> body) {
        return api.send("PUT", path, HttpRequest.BodyPublishers.ofString(new JsonMapper().writeValueAsString(body)));
    }

    private long price(OfferId offer) {
        return sql.sql("select price_fen from offer where id = :offer")
                .param("offer", offer.value())
                .query(Long.class)
                .single();
    }

    private List<String> audited(String subject) {
        return sql.sql(
                        "select concat_ws(' ', action, value_before, value_after) from operator_audit where subject = :subject and who = :who order by id")
                .param("subject", subject)
                .param("who", operator.who())
                .query(String.class)
                .list();
    }

    private static void assertRefused(ApiClient.Answer answer, int status, String reason) {
        assertThat(answer.status()).as("%s", answer).isEqualTo(status);
        assertThat(answer.text("reason")).isEqualTo(reason);
        assertThat(answer.type()).startsWith("application/problem+json");
    }
}
