package stampede.console.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.alipaysandbox.LocalAlipay;
import stampede.alipaysandbox.LocalAlipayFault;
import stampede.console.ConsoleBrowser;
import stampede.money.Money;
import stampede.order.Order;
import stampede.order.OrderStatus;
import stampede.payment.PaidOrders;
import stampede.payment.PaymentChannel;
import stampede.payment.Payments;
import stampede.payment.Refunds;
import stampede.refund.Refund;
import stampede.security.PageCookies;

/** What operators see of the money and do about it, page by page, as a browser without scripts sends it. */
@StampedeTest
class ConsoleMoneyPagesTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String REFUNDS = "/console/payments/refunds/";
    private static final String ORDERS = "/console/payments/orders/";

    private final LocalAlipay alipay = LocalAlipay.shared();

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private Payments payments;

    @Autowired
    private Refunds refunds;

    private ConsoleBrowser operator;
    private Order order;

    @BeforeEach
    void sell() {
        operator = as(Role.OPERATOR);
        order = paidOrders.paid(paidOrders.open(3));
    }

    @Test
    void areForOperatorsOnly() {
        var asked = refunds.ask(order.shopper(), order.id(), order.total(), "");
        var pages = List.of(
                "/console/payments",
                "/console/payments/notifications",
                "/console/payments/refunds",
                REFUNDS + asked.requestNo(),
                ORDERS + order.id(),
                "/console/payments/days");

        for (var role : List.of(Role.SHOPPER, Role.SELLER)) {
            var other = as(role);
            assertThat(pages)
                    .allSatisfy(page ->
                            assertThat(other.open(page).statusCode()).as(page).isEqualTo(403));
            assertThat(other.forge(REFUNDS + asked.requestNo() + "/approve").statusCode())
                    .isEqualTo(403);
        }
        assertThat(pages)
                .allSatisfy(page ->
                        assertThat(operator.open(page).statusCode()).as(page).isEqualTo(200));
    }

    @Test
    void haveWordsInBothLanguages() {
        var asked = refunds.ask(order.shopper(), order.id(), order.total(), "It broke.");
        for (var page : List.of(
                "/console/payments",
                "/console/payments/notifications",
                "/console/payments/refunds",
                REFUNDS + asked.requestNo(),
                ORDERS + order.id(),
                "/console/payments/days")) {
            assertThat(operator.read(page)).as(page).doesNotContain("??").doesNotContain("style=\"");
            assertThat(operator.read(page + "?lang=zh-CN"))
                    .as(page)
                    .contains("收款", "退款")
                    .doesNotContain("??")
                    .doesNotContain("style=\"");
        }
    }

    @Test
    void findAPaymentByOrderAndByTrade() {
        var trade = alipay.trades(order.id().toString()).get(0).tradeNo();

        assertThat(operator.read("/console/payments?text=" + order.id())).contains(trade, "¥19.90", "Paid its order");
        assertThat(operator.read("/console/payments?text=" + trade))
                .contains(order.id().toString());
        assertThat(operator.read("/console/payments?text=" + order.id() + "&is=LATE"))
                .contains("Nothing was found")
                .doesNotContain(trade);
        assertThat(operator.read("/console/payments?text=%27%20or%201%3D1")).contains("Nothing was found");
    }

    @Test
    void showANotificationWordForWordButWithoutItsSignature() {
        var list = operator.read("/console/payments/notifications?text=" + order.id() + "&is=PAID");
        assertThat(list).contains("TRADE_SUCCESS");

        var page = operator.read(list.replaceAll("(?s).*?(/console/payments/notifications/\\d+).*", "$1"));

        assertThat(page)
                .contains("total_amount=19.90", "out_trade_no=" + order.id(), "Alipay was told that it is dealt with")
                .doesNotContain("sign=");
    }

    @Test
    void keepForgedNotificationsApart() {
        var trade = alipay.trades(order.id().toString()).get(0);
        alipay.send(LocalAlipay.Message.about(trade).signedByAStranger());

        assertThat(operator.read("/console/payments/notifications?text=" + order.id() + "&is=FORGED"))
                .contains("data-accepted=\"false\"", "Forged");
    }

    @Test
    void approveWhatAShopperAsksFor() {
        var asked = refunds.ask(order.shopper(), order.id(), order.total(), "It <b>broke</b>.");
        var page = REFUNDS + asked.requestNo();
        assertThat(operator.read("/console/payments/refunds?is=ASKED")).contains(asked.requestNo());
        assertThat(operator.read(page)).contains("It &lt;b&gt;broke&lt;/b&gt;.", "Pay ¥19.90 back");

        assertThat(operator.submit(page, page + "/approve", Map.of())).contains("Approved");

        paidOrders.until(order, OrderStatus.REFUNDED);
        assertThat(paidOrders.paidBack(order)).isEqualTo(1990);
        assertThat(operator.read(page)).contains("Alipay confirmed").doesNotContain("/approve");
    }

    @Test
    void declineWithWordsForTheShopper() {
        var asked = refunds.ask(order.shopper(), order.id(), order.total(), "");
        var page = REFUNDS + asked.requestNo();

        var declined = operator.submit(page, page + "/decline", Map.of("words", "Sold as seen."));

        assertThat(declined).contains("Declined", "Sold as seen.");
        assertThat(paidOrders.money(order).refunds().get(0).lastAnswer()).contains("Sold as seen.");
    }

    @Test
    void sayThatARefundWasDecidedBefore() {
        var asked = refunds.ask(order.shopper(), order.id(), new Money(5), "");
        refunds.decline(signedIn(Role.OPERATOR), asked.requestNo(), "No.");

        var page = REFUNDS + asked.requestNo();
        assertThat(operator.submit("/console/payments/days", page + "/approve", Map.of()))
                .contains("It was decided before");
    }

    @Test
    void giveMoneyBackOnceHoweverOftenTheFormIsSent() {
        var page = ORDERS + order.id();
        var form = Map.of("amount", "4.90", "words", "A scratch.", "left", "1990");

        assertThat(operator.submit(page, page + "/refunds", form)).contains("It is being paid back");
        await().atMost(PATIENCE).until(() -> paidOrders.paidBack(order) == 490);

        assertThat(operator.submit(page, page + "/refunds", form)).contains("Its money has changed");
        assertThat(paidOrders.money(order).refunds()).hasSize(1);
    }

    @Test
    void refuseAmountsThatAreNone() {
        var page = ORDERS + order.id();
        for (var amount : List.of("20", "0", "-1", "1.999", "1e3", "all", "")) {
            assertThat(operator.submit(page, page + "/refunds", Map.of("amount", amount, "left", "1990")))
                    .as(amount)
                    .contains("That is not an amount");
        }
        assertThat(paidOrders.money(order).refunds()).isEmpty();
    }

    @Test
    void putUnitsBackAfterARefundOnly() {
        var page = ORDERS + order.id();
        assertThat(operator.read(page)).doesNotContain("/units");
        refunds.give(signedIn(Role.OPERATOR), order.id(), order.total(), "");
        paidOrders.until(order, OrderStatus.REFUNDED);
        assertThat(operator.read(page)).contains("/units");

        assertThat(operator.submit(page, page + "/units", Map.of())).contains("The units are on sale again");

        assertThat(operator.read(page)).doesNotContain("/units");
        assertThat(operator.submit(page, page + "/units", Map.of())).contains("its units went back before");
    }

    @Test
    void tryAgainWhatIsStuck() {
        var no = alipay.switchOn(LocalAlipayFault.refuse("ACQ.TRADE_HAS_FINISHED")
                .forOrder(order.id().toString()));
        Refund given;
        try {
            given = refunds.give(signedIn(Role.OPERATOR), order.id(), order.total(), "");
            await().atMost(PATIENCE)
                    .until(() -> paidOrders.money(order).refunds().get(0).state() == Refund.State.STUCK);
        } finally {
            no.off();
        }
        var page = REFUNDS + given.requestNo();
        assertThat(operator.read(page)).contains("ACQ.TRADE_HAS_FINISHED", "Try again");

        assertThat(operator.submit(page, page + "/retry", Map.of())).contains("It is tried again");

        paidOrders.until(order, OrderStatus.REFUNDED);
    }

    @Test
    void askAlipayAboutAPaymentOfWhichEveryWordWasLost() {
        var silent = paidOrders.placed(paidOrders.open(1));
        alipay.during(LocalAlipayFault.drop().forOrder(silent.id().toString()), () -> {
            payments.begin(silent, PaymentChannel.PAGE);
            alipay.pay(payments.page(silent));
        });
        var page = ORDERS + silent.id();

        assertThat(operator.submit(page, page + "/question", Map.of())).contains("Alipay says: paid");

        assertThat(operator.read(page)).contains("data-status=\"PAID\"", "¥19.90");
    }

    @Test
    void compareADayWithTheBillAndFindWhatOnlyItKnows() {
        var silent = paidOrders.placed(paidOrders.open(1));
        alipay.during(LocalAlipayFault.drop().forOrder(silent.id().toString()), () -> {
            payments.begin(silent, PaymentChannel.PAGE);
            alipay.pay(payments.page(silent));
        });
        var today = LocalDate.now(ZoneId.of("Asia/Shanghai")).toString();

        alipay.during(LocalAlipayFault.error500().forOrder(silent.id().toString()), () -> {
            operator.submit("/console/payments/days", "/console/payments/days", Map.of("day", today));

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(operator.read("/console/payments/days/" + today))
                            .contains(
                                    "The bill of",
                                    silent.id().toString(),
                                    "Paid by the bill, unknown here",
                                    "Alipay did not answer about some of the payments"));
        });
        operator.submit("/console/payments/days", "/console/payments/days", Map.of("day", today));
        paidOrders.until(silent, OrderStatus.PAID);
        await().atMost(PATIENCE)
                .until(() -> !operator.read("/console/payments/days/" + today)
                        .contains(silent.id().toString()));
        assertThat(operator.read("/console/payments/days")).contains("/console/payments/days/" + today);
    }

    @Test
    void sayWhenABillIsNotToBeHad() {
        var page = operator.submit("/console/payments/days", "/console/payments/days", Map.of("day", "2100-01-01"));

        assertThat(page)
                .contains("Not compared yet", "Alipay gives no bill of 2100-01-01 now", "/console/tasks/one?id=");
    }

    @Test
    void changeNothingForAFormThatIsNotTheirOwn() {
        assertThat(operator.forge(ORDERS + order.id() + "/refunds").statusCode())
                .isEqualTo(403);
        assertThat(paidOrders.money(order).refunds()).isEmpty();
    }

    @Test
    void sayThatThereIsNoSuchThing() {
        assertThat(operator.open(REFUNDS + "R-1-1").statusCode()).isEqualTo(404);
        assertThat(operator.open("/console/payments/notifications/0").statusCode())
                .isEqualTo(404);
        assertThat(operator.open("/console/payments/days/2000-01-01").statusCode())
                .isEqualTo(404);
        assertThat(operator.read(ORDERS + "1")).contains("There is no order of this number");
    }

    private ConsoleBrowser as(Role role) {
        return new ConsoleBrowser(port, cookies, signedIn(role));
    }

    private SignedIn signedIn(Role role) {
        return accounts.ensure("money-" + role.name().toLowerCase(Locale.ROOT), "a long enough password", role);
    }
}
