package stampede.payment;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.alipaysandbox.LocalAlipay.Message.about;

import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.alipaysandbox.LocalAlipay;
import stampede.alipaysandbox.LocalAlipay.Message;
import stampede.alipaysandbox.LocalAlipayFault;
import stampede.ids.Ids;
import stampede.money.Money;
import stampede.order.Order;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.order.ReservationAbandonment;
import stampede.payment.AlipayNotification.Verdict;
import stampede.refund.Refund;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;

/** What Alipay, and whoever pretends to be, may tell the shop; each through the real door, with real signatures. */
@StampedeTest
class AlipayNotificationsTests {

    @Autowired
    private OrdersToPay shop;

    @Autowired
    private Orders orders;

    @Autowired
    private Payments payments;

    @Autowired
    private ReservationAbandonment reservationAbandonment;

    @Autowired
    private Ids ids;

    private final LocalAlipay alipay = LocalAlipay.shared();

    @Test
    void aGenuineOnePaysItsOrder() {
        var order = shop.begun();

        var trade = alipay.pay(shop.page(order)).trade();

        shop.awaitStatus(order, OrderStatus.PAID);
        assertThat(shop.money(order).payments()).singleElement().satisfies(payment -> {
            assertThat(payment.tradeNo()).isEqualTo(trade.tradeNo());
            assertThat(payment.amount()).isEqualTo(order.total());
            assertThat(payment.state()).isEqualTo(Payment.State.APPLIED);
            assertThat(payment.paidAt()).isPresent();
        });
        assertThat(verdicts(order)).containsExactly(Verdict.PAID);
    }

    @Test
    void anAppsPaymentPaysItsOrderToo() {
        var order = shop.placed();
        payments.begin(order, PaymentChannel.APP);

        alipay.pay(payments.orderString(order));

        shop.awaitStatus(order, OrderStatus.PAID);
        assertThat(shop.uses(order)).containsExactly(Payment.State.APPLIED);
    }

    @Test
    void aForgedOneChangesNothing() {
        refused(Message::signedBrokenly, Verdict.FORGED);
    }

    @Test
    void oneWithoutASignatureChangesNothing() {
        refused(Message::unsigned, Verdict.UNSIGNED);
    }

    @Test
    void oneSignedWithAStrangersKeyChangesNothing() {
        refused(Message::signedByAStranger, Verdict.FORGED);
    }

    @Test
    void aForgedOneCannotTakeTheGenuineOnesPlace() {
        var order = shop.begun();
        var trade = shop.payUnheard(order);
        alipay.send(about(trade).with("notify_id", "taken" + order.id()).signedBrokenly());

        accepted(about(trade).with("notify_id", "taken" + order.id()));

        assertThat(shop.status(order)).isEqualTo(OrderStatus.PAID);
        assertThat(verdicts(order)).containsExactly(Verdict.FORGED, Verdict.PAID);
    }

    @ParameterizedTest
    @ValueSource(strings = {"19.89", "19.91", "0.01", "1990.00"})
    void anotherAmountPaysNothing(String amount) {
        refused(message -> message.with("total_amount", amount), Verdict.WRONG_AMOUNT);
    }

    @Test
    void anotherAppsPaysNothing() {
        refused(message -> message.with("app_id", "2021000000000099"), Verdict.WRONG_APP);
    }

    @Test
    void anotherSellersPaysNothing() {
        refused(message -> message.with("seller_id", "2088000000000099"), Verdict.WRONG_SELLER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"trade_no", "out_trade_no", "total_amount", "trade_status", "notify_id", "app_id", "seller_id"})
    void oneThatLacksWhatIsNeededPaysNothing(String field) {
        var order = shop.begun();
        var trade = shop.payUnheard(order);

        turnedAway(about(trade).without(field));

        assertThat(shop.money(order)).isEqualTo(OrderMoney.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lots", "-19.90", "19.900", "1e1"})
    void anAmountThatIsNonePaysNothing(String amount) {
        refused(message -> message.with("total_amount", amount), Verdict.MALFORMED);
    }

    @Test
    void oneAboutNoOrderOfOursPaysNothingAndIsNotRefunded() {
        var order = shop.begun();
        var trade = shop.payUnheard(order);
        var unknown = new OrderId(ids.next());

        turnedAway(about(trade).with("out_trade_no", unknown.toString()));

        assertThat(shop.inbox(unknown))
                .singleElement()
                .extracting(AlipayNotification::verdict)
                .isEqualTo(Verdict.UNKNOWN_ORDER);
        assertThat(payments.money(List.of(unknown))).isEmpty();
        assertThat(shop.money(order)).isEqualTo(OrderMoney.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0%s", "+%s", "%s ", "order-%s", "99999999999999999999"})
    void aNumberWrittenInAnotherWayIsNoOrderOfOurs(String form) {
        var order = shop.begun();
        var trade = shop.payUnheard(order);

        turnedAway(about(trade).with("out_trade_no", form.formatted(order.id())));

        assertThat(shop.money(order)).isEqualTo(OrderMoney.NONE);
    }

    @Test
    void fiveAtOnceAreBookedOnceAndAllAccepted() {
        var order = shop.begun();
        var trade = shop.payUnheard(order);

        var answers = alipay.send(about(trade).copies(5));

        assertThat(answers).hasSize(5).allSatisfy(AlipayNotificationsTests::wasAccepted);
        assertThat(shop.status(order)).isEqualTo(OrderStatus.PAID);
        assertThat(shop.uses(order)).containsExactly(Payment.State.APPLIED);
        assertThat(shop.steps(order, OrderStatus.PAID)).isEqualTo(1);
        assertThat(shop.money(order).refunds()).isEmpty();
        assertThat(shop.inbox(order.id())).singleElement().satisfies(notification -> {
            assertThat(notification.times()).isEqualTo(5);
            assertThat(notification.verdict()).isEqualTo(Verdict.PAID);
        });
    }

    @Test
    void finishedBeforeSuccessPaysOnce() {
        var order = shop.begun();
        var trade = shop.payUnheard(order);

        accepted(about(trade).with("trade_status", "TRADE_FINISHED"));
        assertThat(shop.status(order)).isEqualTo(OrderStatus.PAID);
        accepted(about(trade).with("trade_status", "TRADE_SUCCESS"));

        staysPaidOnce(order);
        assertThat(verdicts(order)).containsExactly(Verdict.PAID, Verdict.KNOWN);
    }

    @Test
    void waitingAfterSuccessTakesNothingBack() {
        var order = paid();

        accepted(about(trade(order)).with("trade_status", "WAIT_BUYER_PAY"));

        staysPaidOnce(order);
        assertThat(verdicts(order)).containsExactly(Verdict.PAID, Verdict.WAITING);
    }

    @Test
    void waitingDoesNotPay() {
        var order = shop.begun();
        var trade = alipay.open(shop.page(order)).trade();

        accepted(about(trade));

        assertThat(shop.status(order)).isEqualTo(OrderStatus.AWAITING_PAYMENT);
        assertThat(verdicts(order)).containsExactly(Verdict.WAITING);
    }

    @Test
    void closedAfterSuccessTakesNothingBack() {
        var order = paid();

        accepted(about(trade(order)).with("trade_status", "TRADE_CLOSED"));

        await().during(ofSeconds(1)).atMost(ofSeconds(3)).untilAsserted(() -> staysPaidOnce(order));
        assertThat(verdicts(order)).containsExactly(Verdict.PAID, Verdict.TRADE_CLOSED);
    }

    @Test
    void closedWithRefundFieldsIsNoRefundOfOurs() {
        var order = paid();

        accepted(about(trade(order))
                .with("trade_status", "TRADE_CLOSED")
                .with("refund_fee", "19.90")
                .with("gmt_refund", "2026-11-11 20:00:00.000"));

        await().during(ofSeconds(1)).atMost(ofSeconds(3)).untilAsserted(() -> staysPaidOnce(order));
        assertThat(verdicts(order)).containsExactly(Verdict.PAID, Verdict.REFUND_NEWS);
    }

    @Test
    void newsOfARefundIsNoPaymentButMakesTheShopAsk() {
        var order = shop.begun();
        var trade = shop.payUnheard(order);

        accepted(about(trade).with("refund_fee", "1.00").with("gmt_refund", "2026-11-11 20:00:00.000"));

        assertThat(verdicts(order)).containsExactly(Verdict.REFUND_NEWS);
        shop.awaitStatus(order, OrderStatus.PAID);
    }

    @Test
    void closedUnpaidClosesTheOrderAfterAlipayConfirmsIt() {
        var order = shop.begun();
        var trade = alipay.open(shop.page(order)).trade();

        accepted(about(trade).with("trade_status", "TRADE_CLOSED"));
        await().during(ofSeconds(1))
                .atMost(ofSeconds(3))
                .until(() -> shop.status(order) == OrderStatus.AWAITING_PAYMENT);

        accepted(about(alipay.close(trade.tradeNo())));
        shop.awaitStatus(order, OrderStatus.CLOSED);
    }

    @Test
    void aStatusThatNobodyKnowsIsKeptAndMakesTheShopAsk() {
        var order = shop.begun();
        var trade = shop.payUnheard(order);

        accepted(about(trade).with("trade_status", "TRADE_PONDERING"));

        assertThat(verdicts(order)).containsExactly(Verdict.UNKNOWN_STATUS);
        shop.awaitStatus(order, OrderStatus.PAID);
    }

    @Test
    void aSecondTradeForAnOrderGoesBack() {
        var order = shop.begun();
        var page = shop.page(order);
        alipay.pay(page, "early");
        shop.awaitStatus(order, OrderStatus.PAID);

        var second = alipay.pay(page, "late").trade();

        await().atMost(ofSeconds(10))
                .untilAsserted(() ->
                        assertThat(shop.uses(order)).containsExactly(Payment.State.APPLIED, Payment.State.SURPLUS));
        assertThat(shop.money(order).refunds()).singleElement().satisfies(refund -> {
            assertThat(refund.tradeNo()).isEqualTo(second.tradeNo());
            assertThat(refund.amount()).isEqualTo(order.total());
            assertThat(refund.reason()).isEqualTo(Refund.Reason.SECOND_PAYMENT);
        });
        assertThat(shop.status(order)).isEqualTo(OrderStatus.PAID);
        // Alipay may already tell of the refund.
        assertThat(verdicts(order)).startsWith(Verdict.PAID, Verdict.PAID_BACK);
    }

    @Test
    void oneThatComesBeforeTheBuyerReturnsIsNotBookedAgainOnReturn() {
        var order = shop.begun();
        alipay.pay(shop.page(order));
        shop.awaitStatus(order, OrderStatus.PAID);

        payments.refresh(order.shopper(), order.id());

        staysPaidOnce(order);
    }

    @Test
    void oneThatComesAfterTheBuyerReturnedIsNotBookedAgain() {
        var order = shop.begun();
        var trade = shop.payUnheard(order);
        payments.refresh(order.shopper(), order.id());
        assertThat(shop.status(order)).isEqualTo(OrderStatus.PAID);

        accepted(about(trade));

        staysPaidOnce(order);
        assertThat(verdicts(order)).containsExactly(Verdict.KNOWN);
    }

    @Test
    void oneThatComesWhileTheOrderClosesPaysIt() {
        var order = shop.begun();
        var trade = shop.payUnheard(order);
        alipay.during(
                LocalAlipayFault.error500()
                        .of("alipay.trade.close")
                        .forOrder(order.id().toString()),
                () -> orders.cancel(order.shopper(), order.id()));
        assertThat(shop.status(order)).isEqualTo(OrderStatus.CLOSING);

        accepted(about(trade));

        staysPaidOnce(order);
    }

    @Test
    void oneThatComesAfterTheOrderClosedIsPaidBack() {
        var order = shop.begun();
        var page = shop.page(order);
        orders.cancel(order.shopper(), order.id());
        assertThat(shop.status(order)).isEqualTo(OrderStatus.CLOSED);
        var trade = shop.payUnheard(order, page);

        accepted(about(trade));
        accepted(about(trade));

        assertThat(shop.uses(order)).containsExactly(Payment.State.LATE);
        assertThat(shop.money(order).refunds()).singleElement().satisfies(refund -> {
            assertThat(refund.reason()).isEqualTo(Refund.Reason.LATE_PAYMENT);
            assertThat(refund.amount()).isEqualTo(order.total());
            assertThat(refund.tradeNo()).isEqualTo(trade.tradeNo());
        });
        assertThat(shop.status(order)).isIn(OrderStatus.REFUNDING, OrderStatus.REFUNDED);
        assertThat(verdicts(order)).contains(Verdict.PAID_BACK, Verdict.KNOWN);
    }

    @Test
    void moneyForWhatNeverBecameAnOrderGoesBack() {
        var order = shop.begun();
        var trade = shop.payUnheard(order);
        var never = new OrderId(ids.next());
        reservationAbandonment.abandon(
                new Reservation(new ReservationId(never.value()), order.offer(), new AccountId(7), 1, Instant.now()));

        accepted(about(trade)
                .with("out_trade_no", never.toString())
                .with("trade_no", "orphan" + never)
                .with("total_amount", "5.00"));

        assertThat(payments.money(List.of(never)).get(never)).satisfies(money -> {
            assertThat(money.payments()).extracting(Payment::state).containsExactly(Payment.State.ORPHAN);
            assertThat(money.refunds()).singleElement().satisfies(refund -> {
                assertThat(refund.reason()).isEqualTo(Refund.Reason.NEVER_AN_ORDER);
                assertThat(refund.amount()).isEqualTo(new Money(500));
            });
        });
    }

    @Test
    void oneThatWasRefusedAndFitsLaterIsTakenThen() {
        var order = shop.begun();
        var trade = shop.payUnheard(order);
        var wrong = about(trade).with("notify_id", "again" + order.id()).with("seller_id", "2088000000000099");
        turnedAway(wrong);

        accepted(wrong.with("seller_id", LocalAlipay.SELLER_ID));

        assertThat(shop.inbox(order.id())).singleElement().satisfies(notification -> {
            assertThat(notification.verdict()).isEqualTo(Verdict.PAID);
            assertThat(notification.times()).isEqualTo(2);
        });
    }

    private void refused(UnaryOperator<Message> change, Verdict verdict) {
        var order = shop.begun();
        var trade = shop.payUnheard(order);

        turnedAway(change.apply(about(trade)));

        assertThat(shop.status(order)).isEqualTo(OrderStatus.AWAITING_PAYMENT);
        assertThat(shop.money(order)).isEqualTo(OrderMoney.NONE);
        assertThat(shop.inbox(order.id())).singleElement().satisfies(notification -> {
            assertThat(notification.verdict()).isEqualTo(verdict);
            assertThat(notification.body())
                    .contains("out_trade_no=" + order.id())
                    .doesNotContain("sign=");
        });
    }

    private void turnedAway(Message message) {
        assertThat(alipay.send(message)).singleElement().satisfies(send -> {
            assertThat(send.answer()).isEqualTo("fail");
            assertThat(send.status()).isEqualTo(400);
        });
    }

    private void accepted(Message message) {
        assertThat(alipay.send(message)).singleElement().satisfies(AlipayNotificationsTests::wasAccepted);
    }

    private static void wasAccepted(LocalAlipay.Send send) {
        assertThat(send.answer()).isEqualTo("success");
        assertThat(send.status()).isEqualTo(200);
    }

    private Order paid() {
        var order = shop.begun();
        accepted(about(shop.payUnheard(order)));
        assertThat(shop.status(order)).isEqualTo(OrderStatus.PAID);
        return order;
    }

    private LocalAlipay.Trade trade(Order order) {
        return alipay.trades(order.id().toString()).get(0);
    }

    private void staysPaidOnce(Order order) {
        assertThat(shop.status(order)).isEqualTo(OrderStatus.PAID);
        assertThat(shop.uses(order)).containsExactly(Payment.State.APPLIED);
        assertThat(shop.money(order).refunds()).isEmpty();
        assertThat(shop.steps(order, OrderStatus.PAID)).isEqualTo(1);
    }

    private List<Verdict> verdicts(Order order) {
        return shop.inbox(order.id()).stream().map(AlipayNotification::verdict).toList();
    }
}
