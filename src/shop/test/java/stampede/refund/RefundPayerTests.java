package stampede.refund;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static stampede.order.OrderWorkbench.id;
import static stampede.refund.Refund.State.DONE;
import static stampede.refund.Refund.State.DUE;
import static stampede.refund.Refund.State.STUCK;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import stampede.alipay.RefundAnswer;
import stampede.counter.StockWorkbench;
import stampede.ids.SteppedClock;
import stampede.money.Money;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.OrderWorkbench;
import stampede.paymentadmin.ScriptedAlipay;
import stampede.stock.ConcurrentCalls;
import stampede.stock.Reservation;
import stampede.task.Delivery;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.Tasks;

/** The steps of a refund, on the real database, with an Alipay that says what the test wants to hear. */
class RefundPayerTests {

    private static final RefundAnswer DONE_ANSWER = new RefundAnswer.Done();
    private static final RefundAnswer NOT_YET = new RefundAnswer.NotYet();
    private static final RefundAnswer SILENCE = new RefundAnswer.Unknown("timed out");
    private static final RefundAnswer POOR = new RefundAnswer.Refused("ACQ.SELLER_BALANCE_NOT_ENOUGH", false);
    private static final RefundAnswer NEVER = new RefundAnswer.Refused("ACQ.TRADE_HAS_FINISHED", true);

    private final OrderWorkbench bench = OrderWorkbench.get();
    private final StockWorkbench stock = bench.stock;
    private final SteppedClock clock = new SteppedClock(Instant.now());
    private final ScriptedAlipay alipay = new ScriptedAlipay();
    private final ConcurrentLinkedQueue<String> sent = new ConcurrentLinkedQueue<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final RefundRepository rows = new RefundRepository(stock.sql);
    private final DueRefundRepository due = new DueRefundRepository(stock.sql);
    private final RefundProperties properties = new RefundProperties(
            Duration.ofSeconds(3),
            Duration.ofSeconds(10),
            Duration.ofMinutes(10),
            5,
            Duration.ofMinutes(1),
            Duration.ofSeconds(5));
    private final RefundCreator refundCreator = new RefundCreator(rows, new Noted(), properties, clock);
    private final RefundPayer refundPayer = new RefundPayer(
            due,
            alipay,
            bench.steps,
            new Noted(),
            properties,
            new RefundOutcomes(meters, event -> {}),
            clock,
            Objects.requireNonNull(stock.transactions.getTransactionManager()));
    private final DueRefundJob poller = new DueRefundJob(refundPayer, due, properties, clock);

    private Reservation bought;
    private OrderId order;

    @BeforeEach
    void closeAnOrder() {
        bought = bench.placed(bench.openOffer(5, 5), 7, 1);
        order = id(bought);
        set("CLOSED");
    }

    @Test
    void paysLateMoneyBackAndEndsTheOrder() {
        var refund = late("T1");
        alipay.says(DONE_ANSWER);

        refundPayer.step(refund);

        assertThat(alipay.calls).containsExactly("tell " + refund + " ¥19.90");
        assertThat(row(refund).state()).isEqualTo(DONE);
        assertThat(row(refund).doneAt()).contains(clock.instant());
        assertThat(status()).isEqualTo(OrderStatus.REFUNDED);
        assertThat(count("done")).isEqualTo(1);
    }

    @Test
    void sendsTheFirstStepWithTheRow() {
        var refund = late("T1");

        assertThat(sent).containsExactly(refund + " at " + clock.instant());
    }

    @Test
    void doesNothingMoreOnceItIsDone() {
        var refund = late("T1");
        alipay.says(DONE_ANSWER);
        refundPayer.step(refund);

        refundPayer.step(refund);
        clock.step(Duration.ofHours(1));
        refundPayer.step(refund);

        assertThat(alipay.calls).hasSize(1);
        assertThat(count("done")).isEqualTo(1);
    }

    @Test
    void asksTenSecondsAfterAnAnswerThatIsNotYes() {
        var refund = late("T1");
        alipay.says(NOT_YET, DONE_ANSWER);
        refundPayer.step(refund);
        assertThat(sent).last().isEqualTo(refund + " at " + clock.instant().plusSeconds(10));

        clock.step(Duration.ofMillis(9_999));
        refundPayer.step(refund);
        assertThat(alipay.calls).as("too early").hasSize(1);

        clock.step(Duration.ofMillis(1));
        refundPayer.step(refund);
        assertThat(alipay.calls).containsExactly("tell " + refund + " ¥19.90", "ask " + refund + " ¥19.90");
        assertThat(row(refund).state()).isEqualTo(DONE);
    }

    @Test
    void tellsAgainUnderTheSameNumberWhatAlipayKnowsNothingOf() {
        var refund = late("T1");
        alipay.says(SILENCE, NOT_YET, DONE_ANSWER);

        steps(refund, 3);

        var tell = "tell " + refund + " ¥19.90";
        assertThat(alipay.calls).containsExactly(tell, "ask " + refund + " ¥19.90", tell);
        assertThat(row(refund).state()).isEqualTo(DONE);
        assertThat(row(refund).attempts()).isEqualTo(2);
    }

    @Test
    void isNeverStuckBecauseAlipayIsSilent() {
        var refund = late("T1");
        alipay.says(SILENCE);

        steps(refund, 200);

        assertThat(row(refund).state()).isEqualTo(DUE);
        assertThat(row(refund).attempts()).isEqualTo(1);
        assertThat(row(refund).lastAnswer()).contains("UNKNOWN timed out");
        assertThat(alipay.calls).hasSize(200);
    }

    @Test
    void asksASilentAlipayLessAndLessOften() {
        var refund = late("T1");
        alipay.says(SILENCE);
        var start = clock.instant();

        steps(refund, 40);

        assertThat(Duration.between(start, clock.instant())).isGreaterThan(Duration.ofHours(4));
        var before = clock.instant();
        steps(refund, 1);
        assertThat(Duration.between(before, clock.instant())).isEqualTo(properties.refundWaitAtMost());
    }

    @Test
    void isStuckAtOnceIfAlipayRefusesForGood() {
        var refund = late("T1");
        alipay.says(NEVER);

        refundPayer.step(refund);

        assertThat(row(refund).state()).isEqualTo(STUCK);
        assertThat(row(refund).lastAnswer()).contains("ACQ.TRADE_HAS_FINISHED");
        assertThat(status()).isEqualTo(OrderStatus.REFUNDING);
        assertThat(count("stuck")).isEqualTo(1);
    }

    @Test
    void isStuckAfterManyRefusals() {
        var refund = late("T1");
        alipay.says(POOR);

        steps(refund, 10);

        assertThat(row(refund).state()).isEqualTo(STUCK);
        assertThat(row(refund).attempts()).isEqualTo(properties.refundTries());
        assertThat(alipay.calls).hasSize(properties.refundTries());
    }

    @Test
    void isStuckIfItIsAcceptedAgainAndAgainButNeverDone() {
        var refund = late("T1");
        alipay.says(NOT_YET);

        steps(refund, 30);

        assertThat(row(refund).state()).isEqualTo(STUCK);
        assertThat(row(refund).attempts()).isEqualTo(properties.refundTries());
    }

    @Test
    void triesAgainUnderItsNumberWhatWasStuck() {
        var refund = late("T1");
        alipay.says(NEVER);
        refundPayer.step(refund);
        alipay.forget();

        stock.transactions.executeWithoutResult(
                status -> assertThat(refundCreator.tryAgain(row(refund))).isTrue());
        alipay.says(DONE_ANSWER);
        refundPayer.step(refund);
        assertThat(alipay.calls).as("three seconds have not passed").isEmpty();
        clock.step(Duration.ofSeconds(3));
        refundPayer.step(refund);

        assertThat(alipay.calls).containsExactly("tell " + refund + " ¥19.90");
        assertThat(row(refund).state()).isEqualTo(DONE);
    }

    @Test
    void isTakenUpByOneOfManyWorkers() {
        var refund = late("T1");
        alipay.says(DONE_ANSWER);

        ConcurrentCalls.run(8, Collections.nCopies(8, (Callable<Boolean>) () -> {
            refundPayer.step(refund);
            return true;
        }));

        assertThat(alipay.calls).hasSize(1);
        assertThat(count("done")).isEqualTo(1);
    }

    @Test
    void asksFirstAfterACrashBetweenCallAndRecord() {
        var refund = late("T1");
        assertThatThrownBy(() -> refundPayer.step(refund)).hasMessage("The process ends here");
        assertThat(alipay.calls).hasSize(1);

        alipay.says(DONE_ANSWER);
        refundPayer.step(refund);
        assertThat(alipay.calls).as("the lease still holds").hasSize(1);
        clock.step(properties.refundLease());
        refundPayer.step(refund);

        assertThat(alipay.calls).last().isEqualTo("ask " + refund + " ¥19.90");
        assertThat(row(refund).state()).isEqualTo(DONE);
    }

    @Test
    void believesALateYesOverAnEarlierNo() {
        var refund = late("T1");
        var leased = due.find(refund, clock.instant()).orElseThrow();
        assertThat(due.markStuck(leased, "ACQ.SYSTEM_ERROR")).isTrue();

        assertThat(due.markDone(leased, clock.instant())).isTrue();
        assertThat(row(refund).state()).isEqualTo(DONE);
    }

    @Test
    void endsTheOrderOnlyWhenAllItsMoneyHasGoneBack() {
        var first = late("T1");
        var second = late("T2");
        alipay.says(DONE_ANSWER);

        refundPayer.step(first);
        assertThat(status()).isEqualTo(OrderStatus.REFUNDING);

        refundPayer.step(second);
        assertThat(status()).isEqualTo(OrderStatus.REFUNDED);
    }

    @Test
    void leavesAPaidOrderPaidWhenASecondPaymentGoesBack() {
        set("PAID");
        pay("T1", "APPLIED");
        var surplus = owed("T2", Refund.Reason.SECOND_PAYMENT);
        alipay.says(DONE_ANSWER);

        refundPayer.step(surplus);

        assertThat(row(surplus).state()).isEqualTo(DONE);
        assertThat(status()).isEqualTo(OrderStatus.PAID);
    }

    @Test
    void countsTheRefundsOfAnOrder() {
        assertThat(List.of(late("T1"), late("T2"))).containsExactly("R-" + order + "-1", "R-" + order + "-2");
    }

    @Test
    void pausesBetweenTwoRefundsOfOneTrade() {
        set("PAID");
        var first = owed("T1", Refund.Reason.OPERATOR);
        alipay.says(DONE_ANSWER);
        refundPayer.step(first);
        clock.step(Duration.ofSeconds(1));

        var second = owedAgain("T1");

        assertThat(sent).last().isEqualTo(second + " at " + clock.instant().plusSeconds(2));
        refundPayer.step(second);
        assertThat(row(second).state()).isEqualTo(DUE);
    }

    @Test
    void isFoundByThePollerIfItsTaskWasLost() {
        var refund = late("T1");
        alipay.says(DONE_ANSWER);

        poller.turn();
        assertThat(row(refund).state()).as("its task may still come").isEqualTo(DUE);
        clock.step(properties.refundPollEvery());
        poller.turn();

        assertThat(row(refund).state()).isEqualTo(DONE);
    }

    /** Takes so many steps, each when it is due. */
    private void steps(String refund, int steps) {
        for (var step = 0; step < steps; step++) {
            refundPayer.step(refund);
            stock.sql
                    .sql("select next_try_at_ms from refund where out_request_no = :no and state = 'DUE'")
                    .param("no", refund)
                    .query(Long.class)
                    .optional()
                    .ifPresent(next -> clock.step(Duration.between(clock.instant(), Instant.ofEpochMilli(next))));
        }
    }

    private String late(String trade) {
        bench.steps.refundLatePayment(order, "payment");
        return owed(trade, Refund.Reason.LATE_PAYMENT);
    }

    private String owed(String trade, Refund.Reason reason) {
        pay(trade, reason == Refund.Reason.OPERATOR ? "APPLIED" : "LATE");
        stock.transactions.executeWithoutResult(
                status -> refundCreator.owe(order, trade(trade), new Money(1990), reason));
        return newest();
    }

    private String owedAgain(String trade) {
        stock.transactions.executeWithoutResult(
                status -> refundCreator.owe(order, trade(trade), new Money(1), Refund.Reason.OPERATOR));
        return newest();
    }

    private String newest() {
        var all = rows.of(List.of(order));
        return all.get(all.size() - 1).requestNo();
    }

    private void pay(String trade, String state) {
        stock.sql
                .sql(
                        "insert into payment (trade_no, order_id, amount_fen, state, received_at_ms) values (:trade, :order, 1990, :state, 1)")
                .param("trade", trade(trade))
                .param("order", order.value())
                .param("state", state)
                .update();
    }

    private String trade(String name) {
        return order + name;
    }

    private Refund row(String refund) {
        return rows.find(refund).orElseThrow();
    }

    private OrderStatus status() {
        return bench.status(bought).orElseThrow();
    }

    private void set(String status) {
        stock.sql
                .sql("update orders set status = :status where id = :id")
                .param("status", status)
                .param("id", order.value())
                .update();
    }

    private double count(String outcome) {
        return meters.counter("stampede.refunds", "outcome", outcome).count();
    }

    /** Tasks are written down: the tests take the steps. */
    private final class Noted implements Tasks {

        @Override
        public TaskId send(Record payload, SendOption... options) {
            var at = (SendOption.At) options[0];
            sent.add(((PayRefund) payload).requestNo() + " at " + at.due());
            return TaskId.random();
        }

        @Override
        public CompletableFuture<Delivery> publish(Record payload, SendOption... options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean cancel(TaskId id) {
            throw new UnsupportedOperationException();
        }
    }
}
