package stampede.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.ids.Ids;
import stampede.order.Order;
import stampede.payment.PaidOrders;
import stampede.payment.Refunds;
import stampede.security.PageCookies;
import stampede.shipping.Parcel;
import stampede.shipping.Shipments;
import stampede.testing.Proof;

/** The morning after a sale: paid orders are ticked, their numbers pasted, and their shoppers see it. 20 orders; 200 with {@code -Dproof=full}. */
@StampedeTest
class ShipManyTests {

    private static final int ORDERS = Proof.size(20, 200);
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration SEEN = Duration.ofSeconds(5);

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private Refunds refunds;

    @Autowired
    private Shipments shipments;

    @Autowired
    private JdbcClient sql;

    @Autowired
    private Ids ids;

    private SignedIn account;
    private ConsoleBrowser operator;

    @BeforeEach
    void signIn() {
        account = accounts.ensure("ships-many", "a long enough password", Role.OPERATOR);
        operator = new ConsoleBrowser(port, cookies, account);
    }

    @Test
    void eachIsShippedOnceAndThoseThatCannotBeAreNamedWithTheReason() {
        var orders = paid();
        var ticked = Map.of(
                "chosen",
                "rows",
                "id",
                orders.stream().map(order -> order.id().toString()).collect(Collectors.joining("&id=")));
        var rows = Jsoup.parse(operator.chosen("/console/orders", "/console/orders/parcels", ticked)
                        .body())
                .expectFirst("textarea")
                .wholeText();
        assertThat(rows.lines()).hasSize(ORDERS + 1);
        var asked = orders.get(1);
        refunds.ask(asked.shopper(), asked.id(), asked.total(), "");
        var sent = orders.get(2);
        shipments.ship(account, new Parcel(sent.id(), "YTO", "YT1"));

        var pasted =
                rows.lines().map(row -> row.replace(",,", ",SF," + number(row))).collect(Collectors.joining("\n"));
        var page = readIn(pasted);
        assertThat(operator.read(page + "?state=CANNOT&lang=en"))
                .contains(
                        asked.id().toString(),
                        "Money of this order is asked for",
                        sent.id().toString(),
                        "with another carrier or number")
                .doesNotContain(orders.get(0).id().toString());
        operator.post(page, page + "/apply", Map.of());
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(operator.read(page + "?lang=en"))
                        .contains("%d of %d rows are applied, 0 failed".formatted(ORDERS - 2, ORDERS - 2)));
        var again = readIn(pasted);
        assertThat(operator.post(again, again + "/apply", Map.of()).statusCode())
                .isEqualTo(409);

        assertThat(parcels(orders)).hasSize(ORDERS - 1);
        assertThat(parcels(orders).get(orders.get(0).id().value()))
                .isEqualTo("SF SF" + orders.get(0).id());
        assertThat(parcels(orders).get(sent.id().value())).isEqualTo("YTO YT1");
        assertThat(sql.sql(
                                "select count(*) from operator_audit where action = 'ORDER_SHIPPED' and subject in (:orders)")
                        .param(
                                "orders",
                                orders.stream()
                                        .map(order -> "order:" + order.id())
                                        .toList())
                        .query(Integer.class)
                        .single())
                .as("each once")
                .isEqualTo(ORDERS - 1);
        assertThat(sql.sql("select count(*) from orders where id in (:orders) and status = 'PAID'")
                        .param(
                                "orders",
                                orders.stream().map(order -> order.id().value()).toList())
                        .query(Integer.class)
                        .single())
                .isEqualTo(1);
    }

    @Test
    void anOpenPageOfTheShopperShowsTheParcelWithinSeconds() {
        var order = paidOrders.paid(paidOrders.open(1));
        var owner = accounts.register("s" + ids.next(), "a long enough password");
        sql.sql("update orders set shopper_id = :owner where id = :order")
                .param("owner", owner.id().value())
                .param("order", order.id().value())
                .update();
        var shopper = new ConsoleBrowser(port, cookies, owner);
        var open =
                Jsoup.parse(shopper.read("/orders/" + order.id() + "?lang=en")).expectFirst("#order");
        assertThat(Duration.ofMillis(Long.parseLong(open.attr("data-poll")))).isLessThan(SEEN);
        assertThat(poll(shopper, open.attr("hx-get")).statusCode()).isEqualTo(204);

        operator.post(
                "/console/orders/" + order.id(),
                "/console/orders/" + order.id() + "/shipment",
                Map.of("carrier", "SF", "number", "SF1234567890"));
        var began = Instant.now();

        assertThat(poll(shopper, open.attr("hx-get")).body()).contains("Shipped", "SF SF1234567890");
        assertThat(Instant.now()).isBefore(began.plus(SEEN));
    }

    private String readIn(String pasted) {
        var read = operator.post("/console/imports", "/console/imports", Map.of("kind", "shipments", "text", pasted));
        return read.headers().firstValue("Location").orElseThrow().replaceFirst("^https?://[^/]+", "");
    }

    private static HttpResponse<String> poll(ConsoleBrowser shopper, String path) {
        return shopper.open(path, "HX-Request", "true");
    }

    private List<Order> paid() {
        var orders = new ArrayList<Order>();
        var offer = paidOrders.open(ORDERS);
        while (orders.size() < ORDERS) {
            orders.add(paidOrders.paid(offer));
        }
        return orders;
    }

    private Map<Long, String> parcels(List<Order> orders) {
        return sql
                .sql(
                        "select order_id, concat(carrier, ' ', number) as parcel from shipment where order_id in (:orders)")
                .param(
                        "orders",
                        orders.stream().map(order -> order.id().value()).toList())
                .query((row, number) -> Map.entry(row.getLong("order_id"), row.getString("parcel")))
                .list()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** The carrier's number of an order, for a row such as {@code order:17,,}. */
    private static String number(String row) {
        return "SF" + row.replaceAll("\\D", "");
    }
}
