package stampede.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static stampede.payment.PaymentRefusal.BAD_REFUND_AMOUNT;
import static stampede.payment.PaymentRefusal.MONEY_CHANGED;
import static stampede.payment.PaymentRefusal.NOT_REFUNDABLE;
import static stampede.payment.PaymentRefusal.REFUND_DECIDED;
import static stampede.payment.PaymentRefusal.REFUND_OPEN;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.alipaysandbox.LocalAlipay;
import stampede.alipaysandbox.LocalAlipayFault;
import stampede.books.BooksCheck;
import stampede.books.RuleFinding;
import stampede.catalog.OfferId;
import stampede.money.Money;
import stampede.order.Order;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.refund.Refund;
import stampede.stock.ConcurrentCalls;
import stampede.stock.StockLedger;

/** Money back on request, in the running shop and from the local Alipay. */
@StampedeTest
class RefundsTests {

    private static final Money ALL = new Money(1990);
    private static final Money SOME = new Money(490);
    private static final Money REST = new Money(1500);
    private static final SignedIn OPERATOR = new SignedIn(new AccountId(3), "operator", Role.OPERATOR);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final LocalAlipay alipay = LocalAlipay.shared();

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private Refunds refunds;

    @Autowired
    private Orders orders;

    @Autowired
    private StockLedger ledger;

    @Autowired
    private BooksCheck books;

    @Autowired
    private JdbcClient sql;

    private OfferId offer = new OfferId(1);
    private Order order;

    @BeforeEach
    void sell() {
        offer = paidOrders.open(5);
        order = paidOrders.paid(offer);
    }

    @Test
    void whatAShopperAskedForGoesBackWhenAnOperatorApproves() {
        var asked = refunds.ask(order.shopper(), order.id(), ALL, "It broke.");
        assertThat(asked.state()).isEqualTo(Refund.State.ASKED);
        assertThat(asked.requestNo()).isEqualTo("R-" + order.id() + "-1");
        assertThat(status()).isEqualTo(OrderStatus.PAID);
        assertThat(paidOrders.paidBack(order)).isZero();

        var approved = refunds.approve(OPERATOR, asked.requestNo());

        assertThat(approved.state()).isEqualTo(Refund.State.DUE);
        assertThat(approved.decidedBy()).contains("operator:3");
        paidOrders.until(order, OrderStatus.REFUNDED);
        assertThat(paidOrders.paidBack(order)).isEqualTo(1990);
        assertThat(paidOrders.money(order).refunded()).isEqualTo(ALL);
        assertThat(audited("refund:" + asked.requestNo())).containsExactly("REFUND_APPROVED by operator:3");
        assertThat(brokenRules()).isEmpty();
    }

    @Test
    void partOfTheMoneyLeavesTheOrderPaidAndAllOfItRefundsIt() {
        var first = refunds.give(OPERATOR, order.id(), SOME, "A scratch.");
        untilDone(first);
        assertThat(status()).isEqualTo(OrderStatus.PAID);
        assertThat(paidOrders.paidBack(order)).isEqualTo(490);

        var second = refunds.give(OPERATOR, order.id(), REST, "");

        assertThat(second.requestNo()).endsWith("-2");
        paidOrders.until(order, OrderStatus.REFUNDED);
        assertThat(paidOrders.paidBack(order)).isEqualTo(1990);
        assertThat(audited("order:" + order.id()))
                .containsExactly("REFUND_GIVEN by operator:3", "REFUND_GIVEN by operator:3");
        assertThat(brokenRules()).isEmpty();
    }

    @Test
    void aFormThatIsSentAgainGivesOnce() {
        untilDone(refunds.give(OPERATOR, order.id(), SOME, ALL, ""));

        refuses(MONEY_CHANGED, () -> refunds.give(OPERATOR, order.id(), SOME, ALL, ""));
        refuses(MONEY_CHANGED, () -> refunds.give(OPERATOR, order.id(), SOME, new Money(1), ""));

        assertThat(paidOrders.paidBack(order)).isEqualTo(490);
        assertThat(audited("order:" + order.id())).containsExactly("REFUND_GIVEN by operator:3");
    }

    @Test
    void anApprovedRestRefundsTheOrderToo() {
        untilDone(refunds.give(OPERATOR, order.id(), SOME, ""));

        refunds.approve(
                OPERATOR, refunds.ask(order.shopper(), order.id(), REST, "").requestNo());

        assertThat(status()).isIn(OrderStatus.REFUNDING, OrderStatus.REFUNDED);
        paidOrders.until(order, OrderStatus.REFUNDED);
    }

    @Test
    void askingTwiceForTheSameIsOneRefund() {
        var asked = ConcurrentCalls.run(4, Collections.nCopies(4, (Callable<String>) () ->
                refunds.ask(order.shopper(), order.id(), SOME, "It broke.").requestNo()));

        assertThat(asked).containsOnly("R-" + order.id() + "-1");
        assertThat(paidOrders.money(order).refunds()).hasSize(1);
    }

    @Test
    void oneRefundOfAnOrderIsOpenAtATime() {
        refunds.ask(order.shopper(), order.id(), SOME, "");

        refuses(REFUND_OPEN, () -> refunds.ask(order.shopper(), order.id(), REST, ""));
        refuses(REFUND_OPEN, () -> refunds.give(OPERATOR, order.id(), REST, ""));
    }

    @Test
    void twoOperatorsAtOnceGiveOnce() {
        var given = ConcurrentCalls.run(4, Collections.nCopies(4, (Callable<Boolean>) () -> {
            try {
                refunds.give(OPERATOR, order.id(), ALL, "");
                return true;
            } catch (PaymentRefused refused) {
                return false;
            }
        }));

        assertThat(given).containsOnlyOnce(true);
        paidOrders.until(order, OrderStatus.REFUNDED);
        assertThat(paidOrders.paidBack(order)).isEqualTo(1990);
    }

    @Test
    void neverMoreGoesBackThanCame() {
        refuses(BAD_REFUND_AMOUNT, () -> refunds.give(OPERATOR, order.id(), new Money(1991), ""));
        refuses(BAD_REFUND_AMOUNT, () -> refunds.give(OPERATOR, order.id(), new Money(0), ""));
        untilDone(refunds.give(OPERATOR, order.id(), SOME, ""));

        refuses(BAD_REFUND_AMOUNT, () -> refunds.give(OPERATOR, order.id(), new Money(1501), ""));
        refuses(BAD_REFUND_AMOUNT, () -> refunds.ask(order.shopper(), order.id(), new Money(1501), ""));
        assertThat(paidOrders.paidBack(order)).isEqualTo(490);
    }

    @Test
    void onlyAPaidOrderOfOnesOwnIsRefundable() {
        var unpaid = paidOrders.placed(offer);

        refuses(NOT_REFUNDABLE, () -> refunds.ask(unpaid.shopper(), unpaid.id(), SOME, ""));
        refuses(NOT_REFUNDABLE, () -> refunds.give(OPERATOR, unpaid.id(), SOME, ""));
        refuses(NOT_REFUNDABLE, () -> refunds.ask(unpaid.shopper(), order.id(), SOME, ""));
        assertThat(paidOrders.money(order).refunds()).isEmpty();
    }

    @Test
    void aRefundedOrderIsNotRefundedAgain() {
        refunds.give(OPERATOR, order.id(), ALL, "");
        paidOrders.until(order, OrderStatus.REFUNDED);

        refuses(NOT_REFUNDABLE, () -> refunds.give(OPERATOR, order.id(), SOME, ""));
        refuses(NOT_REFUNDABLE, () -> refunds.ask(order.shopper(), order.id(), ALL, ""));
    }

    @Test
    void aDeclinedRefundKeepsTheMoneyAndMayBeAskedForAgain() {
        var asked = refunds.ask(order.shopper(), order.id(), ALL, "It is blue.");

        var declined = refunds.decline(OPERATOR, asked.requestNo(), "It was sold as blue.");

        assertThat(declined.state()).isEqualTo(Refund.State.DECLINED);
        assertThat(declined.lastAnswer()).contains("It was sold as blue.");
        refuses(REFUND_DECIDED, () -> refunds.approve(OPERATOR, asked.requestNo()));
        refuses(REFUND_DECIDED, () -> refunds.decline(OPERATOR, asked.requestNo(), "Again."));
        assertThat(status()).isEqualTo(OrderStatus.PAID);
        assertThat(refunds.ask(order.shopper(), order.id(), ALL, "Please.").requestNo())
                .endsWith("-2");
        assertThat(audited("refund:" + asked.requestNo())).containsExactly("REFUND_DECLINED by operator:3");
    }

    @Test
    void whatIsDecidedOrUnknownIsNotDecidedAgain() {
        var asked = refunds.ask(order.shopper(), order.id(), SOME, "");
        untilDone(refunds.approve(OPERATOR, asked.requestNo()));

        refuses(REFUND_DECIDED, () -> refunds.approve(OPERATOR, asked.requestNo()));
        refuses(REFUND_DECIDED, () -> refunds.retry(OPERATOR, asked.requestNo()));
        refuses(REFUND_DECIDED, () -> refunds.approve(OPERATOR, "R-1-1"));
        assertThat(paidOrders.paidBack(order)).isEqualTo(490);
    }

    @Test
    void oneThatAlipayRefusesForGoodIsStuckUntilAnOperatorTriesAgain() {
        var no = alipay.switchOn(LocalAlipayFault.refuse("ACQ.TRADE_HAS_FINISHED")
                .forOrder(order.id().toString()));
        Refund given;
        try {
            given = refunds.give(OPERATOR, order.id(), ALL, "");
            until(given, Refund.State.STUCK);
            assertThat(row(given).lastAnswer()).contains("ACQ.TRADE_HAS_FINISHED");
            assertThat(status()).isEqualTo(OrderStatus.REFUNDING);
        } finally {
            no.off();
        }

        refunds.retry(OPERATOR, given.requestNo());

        paidOrders.until(order, OrderStatus.REFUNDED);
        assertThat(paidOrders.paidBack(order)).isEqualTo(1990);
        assertThat(audited("refund:" + given.requestNo())).containsExactly("REFUND_RETRIED by operator:3");
    }

    @Test
    void aLostAnswerPaysBackOnce() {
        alipay.during(
                LocalAlipayFault.answerLost(Duration.ofMillis(50))
                        .of("alipay.trade.refund")
                        .forOrder(order.id().toString()),
                () -> {
                    refunds.give(OPERATOR, order.id(), ALL, "");
                    paidOrders.until(order, OrderStatus.REFUNDED);
                });

        assertThat(trade().refunds()).hasSize(1);
        assertThat(trade().paidBackFen()).isEqualTo(1990);
    }

    @Test
    void whatWasAcceptedButNotDoneIsFollowedToItsEnd() {
        alipay.during(
                LocalAlipayFault.refundNotDone().times(1).forOrder(order.id().toString()), () -> {
                    refunds.give(OPERATOR, order.id(), ALL, "");
                    paidOrders.until(order, OrderStatus.REFUNDED);
                });

        assertThat(trade().refunds()).hasSize(1);
        assertThat(trade().paidBackFen()).isEqualTo(1990);
    }

    @Test
    void anAlipayThatBreaksIsToldAgainWhenItIsWell() {
        alipay.during(LocalAlipayFault.error500().times(3).forOrder(order.id().toString()), () -> {
            refunds.give(OPERATOR, order.id(), ALL, "");
            paidOrders.until(order, OrderStatus.REFUNDED);
        });

        assertThat(trade().refunds()).hasSize(1);
    }

    @Test
    void unitsOfARefundedOrderGoBackOnceAndOnlyOnRequest() {
        refuses(NOT_REFUNDABLE, () -> refunds.putUnitsBack(OPERATOR, order.id()));
        refunds.give(OPERATOR, order.id(), ALL, "");
        paidOrders.until(order, OrderStatus.REFUNDED);
        assertThat(orders.holding(Set.of(order.id()))).hasSize(1);
        var before = available();

        refunds.putUnitsBack(OPERATOR, order.id());

        assertThat(available()).isEqualTo(before + 1);
        refuses(NOT_REFUNDABLE, () -> refunds.putUnitsBack(OPERATOR, order.id()));
        assertThat(available()).isEqualTo(before + 1);
        assertThat(audited("order:" + order.id()))
                .containsExactly("REFUND_GIVEN by operator:3", "UNITS_PUT_BACK by operator:3");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(books.check(offer).findings().filter(finding -> !finding.ok()))
                        .isEmpty());
    }

    private OrderStatus status() {
        return orders.find(order.id()).orElseThrow().status();
    }

    private int available() {
        return ledger.terms(offer).orElseThrow().available();
    }

    private LocalAlipay.Trade trade() {
        return alipay.trades(order.id().toString()).get(0);
    }

    private Refund row(Refund refund) {
        return paidOrders.money(order).refunds().stream()
                .filter(found -> found.requestNo().equals(refund.requestNo()))
                .findFirst()
                .orElseThrow();
    }

    private void untilDone(Refund refund) {
        until(refund, Refund.State.DONE);
    }

    private void until(Refund refund, Refund.State state) {
        await().atMost(PATIENCE).until(() -> row(refund).state() == state);
    }

    private List<String> audited(String subject) {
        return sql.sql("select concat(action, ' by ', who) from operator_audit where subject = :subject order by id")
                .param("subject", subject)
                .query(String.class)
                .list();
    }

    private List<RuleFinding> brokenRules() {
        return books.check(offer).always().stream()
                .filter(finding -> !finding.ok())
                .toList();
    }

    private static void refuses(PaymentRefusal reason, ThrowingCallable deed) {
        assertThatThrownBy(deed)
                .isInstanceOfSatisfying(
                        PaymentRefused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
    }
}
