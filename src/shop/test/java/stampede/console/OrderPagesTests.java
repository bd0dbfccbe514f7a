package stampede.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
import stampede.account.Duty;
import stampede.account.JdbcAccountRepository;
import stampede.account.Role;
import stampede.ids.Ids;
import stampede.money.Money;
import stampede.order.Order;
import stampede.order.OrderStatus;
import stampede.payment.PaidOrders;
import stampede.payment.Refunds;
import stampede.security.PageCookies;

/** One order and what is done to it, page by page, as a browser without scripts sends it. */
@StampedeTest
class OrderPagesTests {

    private static final String PASSWORD = "a long enough password";
    private static final String ADDRESS = "Somewhere 5";
    private static final String WHY = "The shopper called us";

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private JdbcAccountRepository rows;

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

    private ConsoleBrowser operator;

    @BeforeEach
    void signIn() {
        operator = with(Duty.all());
    }

    @Test
    void findsAnOrderByNumberTradeAndProductAndShowsAllOfIt() {
        var order = paidOrders.paid(paidOrders.open(2));
        var trade = jdbc.queryForObject(
                "select trade_no from payment where order_id = ?",
                String.class,
                order.id().value());

        for (var search : List.of(
                "number=" + order.id(),
                "number=" + trade,
                "product=" + order.offer(),
                "shopper=" + order.shopper(),
                "product=" + order.offer() + "&status=PAID&status=SHIPPED")) {
            assertThat(operator.read("/console/orders?" + search)).as(search).contains(page(order));
            assertThat(operator.read("/console/orders.csv?" + search))
                    .as(search)
                    .contains("order:" + order.id());
        }
        assertThat(operator.read("/console/orders?product=" + order.offer() + "&status=CLOSED"))
                .contains("Nothing was found");
        assertThat(Jsoup.parse(operator.read("/console/orders?lang=en&status=PAID&status=SHIPPED&product=12345"))
                        .select(".chips li")
                        .eachText())
                .anyMatch(chip -> chip.contains("Paid, Shipped"))
                .anyMatch(chip -> chip.contains("12345"));
        for (var language : List.of("en", "zh-CN")) {
            var shown = Jsoup.parse(operator.read(page(order) + "?lang=" + language));
            assertThat(shown.text()).contains(trade, "¥19.90").doesNotContain("??");
            assertThat(shown.select("[style]")).isEmpty();
            assertThat(shown.select("a[href=/console/purchases/" + order.id() + "]"))
                    .isNotEmpty();
            assertThat(shown.select("a[href=/console/payments/orders/" + order.id() + "]"))
                    .isNotEmpty();
        }
        assertThat(operator.open("/console/orders/17").statusCode()).isEqualTo(404);
        assertThat(operator.open("/console/orders/x").statusCode()).isEqualTo(404);
    }

    @Test
    void anAddressIsToldWithADutyAndEachLookIsWrittenDown() {
        var order = paidOrders.paid(paidOrders.open(1));
        var path = page(order) + "/address";
        var seeing = with(Set.of(Duty.SEE));

        assertThat(operator.read(page(order))).doesNotContain(ADDRESS);
        assertThat(operator.read("/console/orders.csv?number=" + order.id())).doesNotContain(ADDRESS);
        assertThat(seeing.read(page(order))).doesNotContain(ADDRESS, path);
        assertThat(seeing.post("/console/orders", path, Map.of()).statusCode()).isEqualTo(403);
        assertThat(seeing.open(page(order) + "/slip").statusCode()).isEqualTo(403);
        assertThat(audited(order)).isEmpty();

        for (var duty : List.of(Duty.RUN, Duty.MONEY)) {
            assertThat(with(Set.of(Duty.SEE, duty))
                            .post(page(order), path, Map.of())
                            .body())
                    .contains(ADDRESS);
        }
        assertThat(operator.read(page(order) + "/slip")).contains(ADDRESS, "Teapot");
        assertThat(audited(order)).containsExactly("ADDRESS_SEEN   page", "ADDRESS_SEEN   page", "ADDRESS_SEEN   slip");
        assertThat(operator.read(page(order))).contains("ADDRESS_SEEN");
    }

    @Test
    void manyAreChosenByTickingThemOrByTheFilter() {
        var first = paidOrders.paid(paidOrders.open(1));
        var second = paidOrders.paid(paidOrders.open(1));
        var unpaid = paidOrders.placed(paidOrders.open(1));
        var list = "/console/orders?product=" + first.offer();

        assertThat(Jsoup.parse(operator.read(list)).select("input[form=chosen]").eachAttr("value"))
                .containsExactly(first.id().toString());
        assertThat(with(Set.of(Duty.SEE)).read(list)).doesNotContain("form=\"chosen\"");

        var ticked = Map.of("chosen", "rows", "id", first.id() + "&id=" + second.id() + "&id=" + unpaid.id() + "&id=0");
        var slips = Jsoup.parse(operator.chosen("/console/orders", "/console/orders/slips", ticked)
                .body());
        assertThat(slips.select(".one-slip").eachText())
                .hasSize(3)
                .allMatch(slip -> slip.contains(ADDRESS) && slip.contains("Teapot"));
        assertThat(slips.select("[style]")).isEmpty();
        for (var order : List.of(first, second, unpaid)) {
            assertThat(audited(order)).contains("ADDRESS_SEEN   slip");
        }

        for (var language : List.of("en", "zh-CN")) {
            operator.read("/console?lang=" + language);
            var parcels = Jsoup.parse(operator.chosen("/console/orders", "/console/orders/parcels", ticked)
                    .body());
            assertThat(parcels.select("textarea").text())
                    .contains("order,carrier,number", "order:" + first.id() + ",,", "order:" + second.id() + ",,")
                    .doesNotContain(unpaid.id().toString());
            assertThat(parcels.select("[role=status]").text()).startsWith(language.equals("en") ? "1 left out" : "");
            assertThat(parcels.text()).contains(ADDRESS).doesNotContain("??");
        }

        var all = Jsoup.parse(operator.read(list)).expectFirst("#chosen");
        var matching = Map.of(
                "chosen",
                "all",
                "filter",
                all.select("input[name=filter]").val(),
                "number",
                all.select("input[name=number]").val(),
                "moment",
                all.select("input[name=moment]").val());
        assertThat(operator.post(list, "/console/orders/slips", matching).body())
                .contains(first.id().toString(), "one-slip")
                .doesNotContain(second.id().toString());
    }

    @Test
    void nothingIsDoneToAllBecauseSomethingIsMissing() {
        var order = paidOrders.paid(paidOrders.open(1));
        var filter = "product=" + order.offer();
        var late = Map.of("chosen", "all", "filter", filter, "number", "1", "moment", "1");

        for (var lost : List.of(
                Map.<String, String>of(),
                Map.of("chosen", "rows"),
                Map.of("chosen", "all", "filter", "", "number", "9", "moment", "9"),
                Map.of("chosen", "all", "filter", filter + "&size=x", "number", "9", "moment", "9"))) {
            assertThat(operator.post("/console/orders", "/console/orders/slips", lost)
                            .statusCode())
                    .as("%s", lost)
                    .isEqualTo(409);
        }
        var tooMany = Map.of("chosen", "rows", "id", "1" + numbers(201));
        var refused = operator.chosen("/console/orders", "/console/orders/slips", tooMany);
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("200");
        assertThat(operator.post("/console/orders", "/console/orders/slips", late)
                        .body())
                .as("whoever came after the page was drawn is not meant")
                .doesNotContain("one-slip");
        assertThat(audited(order)).isEmpty();
    }

    private static String numbers(int count) {
        return IntStream.rangeClosed(2, count)
                .mapToObj(number -> "&id=" + number)
                .collect(Collectors.joining());
    }

    @Test
    void isMarkedAsShippedAndPutRight() {
        var order = paidOrders.paid(paidOrders.open(1));
        var ship = page(order) + "/shipment";
        var correct = page(order) + "/correction";

        var wrong = operator.post(page(order), ship, Map.of("carrier", "SF", "number", "no. 1"));
        assertThat(wrong.statusCode()).isEqualTo(422);
        assertThat(wrong.body()).contains("no. 1", "letters, digits and hyphens");
        assertThat(operator.submit(page(order), ship, Map.of("carrier", "SF", "number", "SF1")))
                .contains("It is marked as shipped", "SF1");
        assertThat(operator.post(page(order), ship, Map.of("carrier", "SF", "number", "SF2"))
                        .statusCode())
                .isEqualTo(409);

        var drawn = Jsoup.parse(operator.read(page(order)));
        var version =
                drawn.select("form[action=" + correct + "] input[name=version]").val();
        var form = Map.of("carrier", "SF", "number", "SF3", "version", version);
        assertThat(operator.submit(page(order), correct, form)).contains("are corrected", "SF3");
        var late = operator.post(page(order), correct, Map.of("carrier", "ZTO", "number", "Z9", "version", version));
        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(late.body()).contains("SF3", "Z9");

        assertThat(audited(order))
                .containsExactly("ORDER_SHIPPED PAID SHIPPED SF SF1", "SHIPMENT_CORRECTED SF SF1 SF SF3 ");
    }

    @Test
    void anOpenRefundKeepsItFromBeingShipped() {
        var order = paidOrders.paid(paidOrders.open(1));
        var form = Map.of("carrier", "SF", "number", "SF1");
        refunds.ask(order.shopper(), order.id(), new Money(5), "");

        assertThat(operator.read(page(order))).contains("Decide on that first");
        assertThat(operator.post(page(order), page(order) + "/shipment", form).statusCode())
                .isEqualTo(409);
        assertThat(audited(order)).isEmpty();
    }

    @Test
    void anUnpaidOrderIsClosedOnceForAReasonAndItsUnitsGoBackOnce() {
        var order = paidOrders.placed(paidOrders.open(3));
        var path = page(order) + "/closing";
        var question = Jsoup.parse(operator.read(path));
        var form = Map.of("seen", question.select("[name=seen]").val(), "reason", WHY);

        assertThat(operator.post(path, path, Map.of("seen", form.get("seen"), "reason", "no"))
                        .statusCode())
                .isEqualTo(422);
        assertThat(with(Set.of(Duty.SEE, Duty.RUN)).open(path).statusCode()).isEqualTo(403);
        operator.submit(path, path, form);
        paidOrders.until(order, OrderStatus.CLOSED);

        assertThat(operator.post("/console/orders?number=" + order.id(), path, form)
                        .statusCode())
                .isEqualTo(409);
        assertThat(audited(order)).containsExactly("ORDER_CLOSED AWAITING_PAYMENT CLOSING ");
        assertThat(jdbc.queryForObject(
                        "select reason from operator_audit where action = 'ORDER_CLOSED' and subject = ?",
                        String.class,
                        "order:" + order.id()))
                .isEqualTo(WHY);
        assertThat(jdbc.queryForList(
                        "select delta from stock_movement where order_id = ? order by id",
                        Integer.class,
                        order.id().value()))
                .containsExactly(-1, 1);
        assertThat(jdbc.queryForObject(
                        "select available from stock_balance where offer_id = ?",
                        Integer.class,
                        order.offer().value()))
                .isEqualTo(3);
        assertThat(operator.read("/console/purchases/" + order.id())).contains("An operator closed it");
    }

    @Test
    void allMoneyGoesBackBeforeAndAfterShippingOnceForAReason() {
        var offer = paidOrders.open(2);
        for (var shipped : List.of(false, true)) {
            var order = paidOrders.paid(offer);
            if (shipped) {
                operator.submit(page(order), page(order) + "/shipment", Map.of("carrier", "SF", "number", "SF1"));
            }
            var path = page(order) + "/refund";
            assertThat(operator.read(path + "?lang=en")).contains("Pay ¥19.90 back");
            var form = Map.of(
                    "seen",
                    Jsoup.parse(operator.read(path)).select("[name=seen]").val(),
                    "reason",
                    WHY);

            operator.submit(path, path, form);
            assertThat(operator.post("/console/orders?number=" + order.id(), path, form)
                            .statusCode())
                    .isEqualTo(409);

            paidOrders.until(order, OrderStatus.REFUNDED);
            await().atMost(Duration.ofSeconds(30)).until(() -> paidOrders.paidBack(order) == 1990);
            assertThat(audited(order)).last().asString().startsWith("REFUND_GIVEN ¥19.90 refundable ¥0.00 refundable");
        }
    }

    private static String page(Order order) {
        return "/console/orders/" + order.id();
    }

    private List<@Nullable String> audited(Order order) {
        return jdbc.queryForList(
                "select concat_ws(' ', action, value_before, value_after, detail) from operator_audit where subject = ? order by id",
                String.class,
                "order:" + order.id());
    }

    private ConsoleBrowser with(Set<Duty> duties) {
        var account = accounts.ensure("o" + ids.next(), PASSWORD, Role.OPERATOR);
        rows.giveDuties(account.id(), duties);
        return new ConsoleBrowser(
                port, cookies, accounts.find(account.username()).orElseThrow());
    }
}
