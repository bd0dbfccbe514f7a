package stampede.inquiry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static stampede.inquiry.PurchaseStep.State.AHEAD;
import static stampede.inquiry.PurchaseStep.State.DONE;
import static stampede.inquiry.PurchaseStep.State.UNKNOWN;
import static stampede.inquiry.PurchaseStep.some;
import static stampede.task.SendOption.id;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.alipaysandbox.LocalAlipay;
import stampede.alipaysandbox.LocalAlipayFault;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.TestOffers;
import stampede.inquiry.PurchaseResolver.Outcome;
import stampede.inquiry.PurchaseStep.What;
import stampede.inquiry.StuckPurchase.Why;
import stampede.order.CloseUnpaidOrders;
import stampede.order.OrderDetail;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.order.PlaceOrderMessages;
import stampede.payment.PaidOrders;
import stampede.payment.PaymentChannel;
import stampede.payment.Payments;
import stampede.payment.Refunds;
import stampede.stock.Reservation;
import stampede.task.TaskId;
import stampede.task.Tasks;

/** What is told of purchases in a running shop, which of them are stuck, and what comes of resolving them by hand. */
@StampedeTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PurchaseStepReaderTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final LocalAlipay alipay = LocalAlipay.shared();

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private Standstill standstill;

    @Autowired
    private PurchaseStepReader steps;

    @Autowired
    private StuckPurchaseFinder stuck;

    @Autowired
    private StuckPurchaseJob loop;

    @Autowired
    private DeadOrderMessageFinder dead;

    @Autowired
    private PurchaseResolver purchaseResolver;

    @Autowired
    private Orders orders;

    @Autowired
    private Payments payments;

    @Autowired
    private Refunds refunds;

    @Autowired
    private PlaceOrderMessages messages;

    @Autowired
    private Tasks tasks;

    @Autowired
    private Accounts accounts;

    @Autowired
    private JdbcClient sql;

    @Autowired
    private MeterRegistry meters;

    @Autowired
    private OfferPublishing offerPublishing;

    private OfferId offer;
    private OfferId upcoming;
    private SignedIn operator;

    @BeforeAll
    void sell() {
        offer = standstill.open();
        upcoming = TestOffers.upcoming(offerPublishing);
        operator = accounts.ensure("steps-operator", "a long enough password", Role.OPERATOR);
    }

    @Test
    void tellByWhichTicketTheShopperCameIn() {
        var order = paidOrders.paid(offer);
        assertThat(step(steps.of(order.id()), What.RESERVED).detail()).isEmpty();
        sql.sql(
                        "insert into room (id, offer_id, seed, opens_ms, closes_ms, early, is_open) values (:order, :offer, repeat('x', 32), 1, 2, 0, null)")
                .param("order", order.id().value())
                .param("offer", offer.value())
                .update();
        sql.sql("insert into order_ticket (order_id, room_id, number) values (:order, :order, 0)")
                .param("order", order.id().value())
                .update();

        assertThat(step(steps.of(order.id()), What.RESERVED).detail()).isEqualTo("room:" + order.id() + " ticket:0");
    }

    @Test
    void tellAPurchaseThatWasPaidAndPaidBack() {
        var order = paidOrders.paid(offer);
        var shopper = "shopper:" + order.shopper();

        var paid = steps.of(order.id());

        assertThat(paid.status()).contains(OrderStatus.PAID);
        assertThat(whats(paid))
                .containsSubsequence(What.RESERVED, What.PUBLISHED, What.TAKEN, What.CONFIRMED)
                .containsSubsequence(What.PLACED, What.WENT_TO_PAY, What.PAID)
                .contains(What.MONEY_CAME)
                .doesNotContain(What.RELEASED, What.RETURNED, What.CLOSING);
        assertThat(step(paid, What.RESERVED).who()).contains(shopper);
        assertThat(step(paid, What.RESERVED).at()).contains(order.reservedAt());
        assertThat(step(paid, What.PLACED).who()).contains("worker");
        assertThat(step(paid, What.PAY_BY).state()).isEqualTo(AHEAD);
        assertThat(step(paid, What.PAY_BY).at()).contains(order.payBy());
        assertThat(step(paid, What.PAID).at().orElseThrow())
                .isCloseTo(order.paidAt().orElseThrow(), within(1, ChronoUnit.SECONDS));
        assertThat(step(paid, What.MONEY_CAME).detail()).startsWith("¥19.90 ");
        assertThat(paid.stuck()).isEmpty();

        refunds.give(operator, order.id(), order.total(), "It broke.");
        paidOrders.until(order, OrderStatus.REFUNDED);

        var refunded = steps.of(order.id());

        assertThat(whats(refunded))
                .containsSubsequence(What.PAID, What.REFUNDING, What.MONEY_WENT_BACK)
                .contains(What.REFUND_WANTED, What.REFUNDED, What.DEED);
        assertThat(step(refunded, What.REFUNDING).who()).contains("operator:" + operator.id());
        assertThat(step(refunded, What.DEED).detail()).contains("REFUND_GIVEN", "It broke.");
    }

    /** Nobody writes down when a message went out or when Redis was told, so nobody is told. */
    @Test
    void inventNoTimes() {
        var course = steps.of(paidOrders.placed(offer).id());

        assertThat(step(course, What.PUBLISHED))
                .isEqualTo(new PurchaseStep(What.PUBLISHED, DONE, Optional.empty(), Optional.empty(), ""));
        assertThat(step(course, What.CONFIRMED).at()).isEmpty();
        assertThat(step(course, What.TAKEN).who()).isEmpty();
    }

    @Test
    void tellAPurchaseThatNobodyPaid() {
        var order = standstill.unpaid(offer);
        tasks.send(new CloseUnpaidOrders(List.of(order.toString())));
        await().atMost(PATIENCE).until(() -> steps.of(order).steps().contains(some(What.RELEASED, DONE)));

        var course = steps.of(order);

        assertThat(whats(course))
                .containsSubsequence(What.RESERVED, What.PUBLISHED, What.CONFIRMED, What.CLOSING, What.CLOSED)
                .containsSubsequence(What.CLOSING, What.RETURNED, What.RELEASED);
        assertThat(step(course, What.CLOSING).who()).contains("expiry");
        assertThat(step(course, What.CLOSING).detail()).isEqualTo("EXPIRED");
        assertThat(step(course, What.CLOSING).at()).isPresent();
        assertThat(step(course, What.CONFIRMED).state())
                .as("Redis forgot it when it released it")
                .isEqualTo(UNKNOWN);
    }

    @Test
    void tellAPurchaseThatWasLostAndIsGivenUpByHand() {
        var lost = standstill.reserved(offer, Standstill.LONG);

        var waiting = steps.of(lost);

        assertThat(waiting.status()).isEmpty();
        assertThat(waiting.stuck().orElseThrow().why()).isEqualTo(Why.UNDECIDED);
        assertThat(step(waiting, What.PUBLISHED).state()).isEqualTo(UNKNOWN);
        assertThat(step(waiting, What.PLACED).state()).isEqualTo(AHEAD);
        assertThat(listed(lost).since())
                .isEqualTo(step(waiting, What.RESERVED).at().orElseThrow());

        assertThat(purchaseResolver.resolve(operator, lost)).isEqualTo(Outcome.GIVEN_UP);

        var given = steps.of(lost);
        assertThat(given.status()).contains(OrderStatus.ABANDONED);
        assertThat(given.stuck()).isEmpty();
        assertThat(whats(given))
                .containsSubsequence(What.RESERVED, What.PUBLISHED, What.DEED, What.ABANDONED, What.RELEASED)
                .doesNotContain(What.CONFIRMED, What.PAY_BY);
        assertThat(step(given, What.RELEASED).state()).isEqualTo(DONE);
        assertThat(purchaseResolver.resolve(operator, lost)).isEqualTo(Outcome.NOTHING_TO_DO);
        assertThat(deeds(lost)).containsExactly("begins", "GIVEN_UP");
    }

    @Test
    void closeAnUnpaidOrderByHand() {
        var unpaid = standstill.unpaid(offer);
        assertThat(listed(unpaid).why()).isEqualTo(Why.UNPAID);

        assertThat(purchaseResolver.resolve(operator, unpaid)).isEqualTo(Outcome.CLOSED);

        var course = steps.of(unpaid);
        assertThat(step(course, What.CLOSING).who()).contains("operator:" + operator.id());
        assertThat(step(course, What.CLOSED).who()).contains("operator:" + operator.id());
        assertThat(stuck.find(10_000).purchases()).noneMatch(one -> one.id().equals(unpaid));
    }

    @Test
    void leaveAnOrderClosingWhileAlipayDoesNotSayThatItsTradeIs() {
        var order = orders.find(standstill.unpaid(offer)).orElseThrow();
        sql.sql(
                        "insert into payment_attempt (order_id, channel, first_ms, last_ms, pay_by_ms, asked_ms) values (:id, 'PAGE', 1, 1, 1, 0)")
                .param("id", order.id().value())
                .update();
        alipay.during(
                LocalAlipayFault.refuse("ACQ.NO_SUCH_WORD").forOrder(order.id().toString()), () -> {
                    assertThat(purchaseResolver.resolve(operator, order.id())).isEqualTo(Outcome.STILL_CLOSING);
                    sql.sql("update orders set closing_at_ms = closing_at_ms - :ago where id = :id")
                            .param("ago", Duration.ofMinutes(6).toMillis())
                            .param("id", order.id().value())
                            .update();
                    assertThat(listed(order.id()).why()).isEqualTo(Why.CLOSING);
                });

        // The shop asks Alipay by itself too, and may be the first or be asking just now.
        await().untilAsserted(() ->
                assertThat(purchaseResolver.resolve(operator, order.id())).isIn(Outcome.CLOSED, Outcome.NOTHING_TO_DO));
        assertThat(orders.find(order.id()).orElseThrow().status()).isEqualTo(OrderStatus.CLOSED);
    }

    @Test
    void leaveAloneAnOrderThatStillHasTime() {
        var order = paidOrders.placed(offer);
        payments.begin(order, PaymentChannel.PAGE);

        assertThat(purchaseResolver.resolve(operator, order.id())).isEqualTo(Outcome.NOTHING_TO_DO);

        assertThat(orders.find(order.id()).orElseThrow().status()).isEqualTo(OrderStatus.AWAITING_PAYMENT);
        assertThat(purchaseResolver.resolve(
                        operator,
                        new OrderId(Standstill.id(Duration.ofMinutes(1)).value())))
                .isEqualTo(Outcome.UNKNOWN);
    }

    @Test
    void queueAgainByHandWhatIsTooYoungToBeGivenUp() {
        var young = standstill.reserved(offer, Duration.ofSeconds(60));

        assertThat(purchaseResolver.resolve(operator, young)).isIn(Outcome.QUEUED_AGAIN, Outcome.PLACED);

        await().atMost(PATIENCE).until(() -> orders.find(young).isPresent());
    }

    @Test
    void giveUpWhatDiedOnItsWayAfterRedisForgotIt() {
        var young = die(Duration.ofMinutes(1));
        sql.sql("update task_dead set died_ms = died_ms - :ago where task_id = :id")
                .param("ago", Standstill.LONG.toMillis())
                .param("id", young.toString())
                .update();
        var old = die(Standstill.LONG);

        loop.turn();

        assertThat(listed(young).why()).isEqualTo(Why.DEAD);
        var course = steps.of(old);
        assertThat(course.status()).contains(OrderStatus.ABANDONED);
        assertThat(whats(course)).containsSubsequence(What.RESERVED, What.PUBLISHED, What.DIED, What.ABANDONED);
        assertThat(step(course, What.DIED).detail()).contains("outside of the sale");
        assertThat(step(course, What.PUBLISHED).at())
                .as("failures are remembered")
                .isPresent();
    }

    @Test
    void areCountedForTheAlarm() {
        var lost = standstill.reserved(offer, Standstill.LONG);

        loop.turn();

        var gauge = meters.get("stampede.purchases.stuck").gauge();
        var counted = gauge.value();
        assertThat(counted).isPositive();
        assertThat(listed(lost).shopper())
                .isEqualTo(steps.of(lost).reservation().orElseThrow().shopper());

        purchaseResolver.resolve(operator, lost);
        loop.turn();

        assertThat(gauge.value()).isLessThan(counted);
    }

    @Test
    void knowNothingOfANumberThatNobodyHas() {
        var course = steps.of(new OrderId(Standstill.id(Duration.ofMinutes(2)).value()));

        assertThat(course.known()).isFalse();
        assertThat(course.redisAnswered()).isTrue();
        assertThat(course.madeAt())
                .isBetween(Instant.now().minusSeconds(180), Instant.now().minusSeconds(60));
        assertThat(steps.of(new OrderId(1)).known()).isFalse();
        assertThat(steps.of(new OrderId(Long.MAX_VALUE)).known()).isFalse();
    }

    /** A genuine message about what was reserved before its offer opens: a worker gives it up at once. */
    private OrderId die(Duration ago) {
        var reservation = new Reservation(
                Standstill.id(ago), upcoming, new AccountId(7), 1, Instant.now().minus(ago));
        var order = new OrderId(reservation.id().value());
        var message = messages.of(reservation, new OrderDetail(1_990, "Somewhere 5"));
        assertThat(tasks.publish(message, id(new TaskId(order.toString())))).succeedsWithin(PATIENCE);
        await().atMost(PATIENCE).until(() -> dead.of(order).isPresent());
        return order;
    }

    private StuckPurchase listed(OrderId id) {
        return stuck.find(10_000).purchases().stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private List<String> deeds(OrderId id) {
        return sql.sql(
                        "select detail from operator_audit where action = 'PURCHASE_RESOLVED' and subject = :subject order by id")
                .param("subject", "order:" + id)
                .query(String.class)
                .list();
    }

    private static List<What> whats(PurchaseHistory course) {
        return course.steps().stream().map(PurchaseStep::what).toList();
    }

    private static PurchaseStep step(PurchaseHistory course, What what) {
        return course.steps().stream()
                .filter(step -> step.what() == what)
                .findFirst()
                .orElseThrow();
    }
}
