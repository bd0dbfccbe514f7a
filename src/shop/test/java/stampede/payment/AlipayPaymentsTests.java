package stampede.payment;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.alipay.Alipay;
import stampede.alipay.PayRequest;
import stampede.alipaysandbox.LocalAlipay;
import stampede.alipaysandbox.LocalAlipayFault;
import stampede.money.Money;
import stampede.order.Order;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.order.TradeCloser;
import stampede.refund.Refund;
import stampede.stock.ConcurrentCalls;

/** Going to pay, asking what came of it, and closing what nobody paid. */
@StampedeTest
class AlipayPaymentsTests {

    @Autowired
    private OrdersToPay shop;

    @Autowired
    private Orders orders;

    @Autowired
    private Payments payments;

    @Autowired
    private PaymentAttemptRepository attempts;

    @Autowired
    private PaymentTaskHandlers tasks;

    @Autowired
    private TradeCloser closer;

    @Autowired
    private Alipay signer;

    private final LocalAlipay alipay = LocalAlipay.shared();

    @Test
    void onlyAnOrderThatWaitsForMoneyCanBePaid() {
        var order = shop.begun();
        shop.page(order);
        alipay.pay(shop.page(order));
        shop.awaitStatus(order, OrderStatus.PAID);

        assertNotPayable(() -> payments.begin(order, PaymentChannel.PAGE));

        var cancelled = shop.placed();
        orders.cancel(cancelled.shopper(), cancelled.id());
        assertNotPayable(() -> payments.begin(cancelled, PaymentChannel.PAGE));
    }

    @Test
    void nothingIsSignedForAnOrderThatNobodyBeganToPay() {
        var order = shop.placed();

        assertNotPayable(() -> payments.page(order));
        assertNotPayable(() -> payments.form(order));
        assertNotPayable(() -> payments.orderString(order));
    }

    @Test
    void goingToPayTwiceIsOneAttempt() {
        var order = shop.placed();

        ConcurrentCalls.run(4, List.of(begin(order), begin(order), begin(order), begin(order)));

        assertThat(attempts.among(List.of(order.id()))).containsExactly(order.id());
        assertThat(payments.form(order)).contains("alipay.trade.page.pay");
    }

    @Test
    void anOrderThatClosesWhileSomebodyGoesToPayIsEitherRefusedOrClosedAtAlipay() {
        var races = new ArrayList<Order>();
        for (var i = 0; i < 20; i++) {
            races.add(shop.placed());
        }

        for (var order : races) {
            var began = ConcurrentCalls.run(
                    2, List.of(tryToBegin(order), () -> orders.cancel(order.shopper(), order.id())));

            assertThat(began.get(1)).as("cancelled").isTrue();
            assertThat(attempts.among(List.of(order.id())).isEmpty())
                    .as("an attempt there is exactly if it was not refused")
                    .isEqualTo(!began.get(0));
            assertThat(shop.status(order)).isEqualTo(OrderStatus.CLOSED);
        }
    }

    @Test
    void refreshingBooksAPaymentOfWhichNothingWasHeard() {
        var order = shop.begun();
        shop.payUnheard(order);

        payments.refresh(new AccountId(1), order.id());
        assertThat(shop.status(order)).as("somebody else asks").isEqualTo(OrderStatus.AWAITING_PAYMENT);

        payments.refresh(order.shopper(), order.id());
        assertThat(shop.status(order)).isEqualTo(OrderStatus.PAID);
    }

    @Test
    void refreshingWaitsForASilentAlipayThreeSecondsAtMostAndAsksEveryTwo() {
        var order = shop.begun();
        shop.payUnheard(order);

        alipay.during(
                LocalAlipayFault.answerLost(ofSeconds(6))
                        .of("alipay.trade.query")
                        .forOrder(order.id().toString())
                        .times(1),
                () -> {
                    assertThat(time(() -> payments.refresh(order.shopper(), order.id())))
                            .isBetween(ofMillis(2500), ofMillis(4500));
                    assertThat(shop.status(order)).isEqualTo(OrderStatus.AWAITING_PAYMENT);
                });

        payments.refresh(order.shopper(), order.id());
        assertThat(shop.status(order)).isEqualTo(OrderStatus.PAID);
        assertThat(attempts.mayAsk(order.id(), Instant.now(), ofSeconds(2)))
                .as("asked a moment ago")
                .isFalse();
    }

    @Test
    void aQueryFindsAPaymentOfWhichNothingWasHeard() {
        var order = shop.begun();
        shop.payUnheard(order);

        tasks.query(QueryPayment.of(order.id(), 0));

        assertThat(shop.status(order)).isEqualTo(OrderStatus.PAID);
        assertThat(shop.uses(order)).containsExactly(Payment.State.APPLIED);
    }

    @Test
    void aQueryFindsMoneyThatCameAfterTheOrderClosed() {
        var order = shop.begun();
        var page = shop.page(order);
        orders.cancel(order.shopper(), order.id());
        shop.payUnheard(order, page);

        tasks.query(QueryPayment.of(order.id(), 2));

        assertThat(shop.uses(order)).containsExactly(Payment.State.LATE);
        assertThat(shop.money(order).refunds()).extracting(Refund::reason).containsExactly(Refund.Reason.LATE_PAYMENT);
    }

    @Test
    void aQueryFindsTheTradeThatItIsAboutAmongSeveral() {
        var order = shop.begun();
        var page = shop.page(order);
        shop.payUnheard(order, page);
        tasks.query(QueryPayment.of(order.id(), 0));
        var drop = alipay.switchOn(LocalAlipayFault.drop().forOrder(order.id().toString()));
        var second = alipay.pay(page, "another").trade();
        drop.off();

        tasks.query(new QueryPayment(order.id().toString(), second.tradeNo(), 0));
        tasks.query(new QueryPayment(order.id().toString(), second.tradeNo(), 0));

        assertThat(shop.uses(order)).containsExactly(Payment.State.APPLIED, Payment.State.SURPLUS);
    }

    @Test
    void whatNobodyWentToPayClosesWithoutACall() {
        var order = shop.placed();

        alipay.during(
                LocalAlipayFault.error500().forOrder(order.id().toString()),
                () -> assertThat(close(order)).isEqualTo(TradeCloser.Answer.CLOSED));
    }

    @Test
    void whatNoBuyerOpenedOrPaidIsClosed() {
        var unopened = shop.begun();
        var opened = shop.begun();
        var trade = alipay.open(shop.page(opened)).trade();

        assertThat(close(unopened)).isEqualTo(TradeCloser.Answer.CLOSED);
        assertThat(close(opened)).isEqualTo(TradeCloser.Answer.CLOSED);
        assertThat(close(opened)).as("again").isEqualTo(TradeCloser.Answer.CLOSED);

        assertThat(alipay.trades(opened.id().toString()))
                .extracting(LocalAlipay.Trade::tradeNo, LocalAlipay.Trade::status)
                .containsExactly(tuple(trade.tradeNo(), "TRADE_CLOSED"));
    }

    @Test
    void whatWasPaidMeanwhileIsBookedNotClosed() {
        var order = shop.begun();
        shop.payUnheard(order);

        assertThat(orders.cancel(order.shopper(), order.id())).isTrue();

        assertThat(shop.status(order)).isEqualTo(OrderStatus.PAID);
        assertThat(shop.uses(order)).containsExactly(Payment.State.APPLIED);
    }

    @Test
    void whatOneBuyerPaidIsNotClosedBecauseAnotherOpenedItToo() {
        var order = shop.begun();
        var page = shop.page(order);
        shop.payUnheard(order, page);
        alipay.open(page);

        assertThat(close(order)).isEqualTo(TradeCloser.Answer.PAID);
        assertThat(shop.status(order)).isEqualTo(OrderStatus.PAID);
    }

    @Test
    void anAlipayThatAnswersNothingOfUseLeavesTheOrderClosing() {
        var order = shop.begun();

        alipay.during(
                LocalAlipayFault.refuse("ACQ.SOMETHING_NEW")
                        .of("alipay.trade.close")
                        .forOrder(order.id().toString()),
                () -> orders.cancel(order.shopper(), order.id()));
        assertThat(shop.status(order)).isEqualTo(OrderStatus.CLOSING);

        assertThat(close(order)).isEqualTo(TradeCloser.Answer.CLOSED);
    }

    @Test
    void manyAreClosedTogetherAndOneThatFailsKeepsNoneOpen() {
        var some = new ArrayList<Order>();
        for (var i = 0; i < 12; i++) {
            some.add(shop.begun());
        }
        var paid = some.get(3);
        shop.payUnheard(paid);
        var failing = some.get(7);

        alipay.during(
                LocalAlipayFault.error500()
                        .of("alipay.trade.close")
                        .forOrder(failing.id().toString()),
                () -> {
                    var answers = closer.close(some.stream().map(Order::id).toList());

                    assertThat(answers).hasSize(12);
                    assertThat(answers.get(paid.id())).isEqualTo(TradeCloser.Answer.PAID);
                    assertThat(answers.get(failing.id())).isEqualTo(TradeCloser.Answer.UNKNOWN);
                    assertThat(answers.values().stream().filter(TradeCloser.Answer.CLOSED::equals))
                            .hasSize(10);
                });
    }

    @Test
    void aPersonIsAnsweredAlsoWhenAlipayIsLeftAloneForItsSilence() {
        var paid = shop.begun();
        shop.payUnheard(paid);
        var silent = Stream.generate(shop::begun).limit(3).toList();
        for (var order : silent) {
            alipay.during(
                    LocalAlipayFault.error500()
                            .of("alipay.trade.close")
                            .forOrder(order.id().toString()),
                    () -> assertThat(close(order)).isEqualTo(TradeCloser.Answer.UNKNOWN));
        }

        assertThat(closer.close(List.of(paid.id())))
                .as("left alone")
                .containsExactly(entry(paid.id(), TradeCloser.Answer.UNKNOWN));
        assertThat(closer.closeNow(paid.id())).isEqualTo(TradeCloser.Answer.PAID);
        assertThat(close(silent.get(0))).as("it speaks again").isEqualTo(TradeCloser.Answer.CLOSED);
    }

    @Test
    void anotherAmountAtAlipayNeverPaysTheOrder() {
        var order = shop.begun();
        await().until(() -> shop.status(order) == OrderStatus.AWAITING_PAYMENT);
        var cheap = payFor(order, 1);

        assertThat(close(order)).isEqualTo(TradeCloser.Answer.UNKNOWN);
        tasks.query(QueryPayment.of(order.id(), 0));

        assertThat(cheap.status()).isEqualTo("TRADE_SUCCESS");
        assertThat(shop.status(order)).isEqualTo(OrderStatus.AWAITING_PAYMENT);
        assertThat(shop.money(order)).isEqualTo(OrderMoney.NONE);
    }

    /** As if the shop had signed another price. */
    private LocalAlipay.Trade payFor(Order order, long fen) {
        var page = signer.payPage(new PayRequest(
                order.id().toString(),
                "Teapot",
                new Money(fen),
                order.payBy(),
                URI.create("http://127.0.0.1:1/"),
                URI.create("http://127.0.0.1:1/")));
        return shop.payUnheard(order, page);
    }

    private TradeCloser.Answer close(Order order) {
        return closer.close(List.of(order.id())).values().iterator().next();
    }

    private Callable<Boolean> begin(Order order) {
        return () -> {
            payments.begin(order, PaymentChannel.PAGE);
            return true;
        };
    }

    private Callable<Boolean> tryToBegin(Order order) {
        return () -> {
            try {
                payments.begin(order, PaymentChannel.PAGE);
                return true;
            } catch (PaymentRefused refused) {
                return false;
            }
        };
    }

    private static void assertNotPayable(Runnable attempt) {
        assertThatThrownBy(attempt::run)
                .isInstanceOfSatisfying(
                        PaymentRefused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(PaymentRefusal.NOT_PAYABLE));
    }

    private static Duration time(Runnable work) {
        var start = System.nanoTime();
        work.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
