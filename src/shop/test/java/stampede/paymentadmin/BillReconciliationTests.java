package stampede.paymentadmin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import stampede.alipay.BillAnswer;
import stampede.alipay.BillLine;
import stampede.counter.StockWorkbench;
import stampede.ids.SteppedClock;
import stampede.money.Money;
import stampede.paymentadmin.Reconciliation.Difference;
import stampede.paymentadmin.Reconciliation.Difference.Kind;

/** Bills compared with books on the real database, each test on days of its own. */
class BillReconciliationTests {

    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
    private static final AtomicInteger WEEKS = new AtomicInteger();

    private final StockWorkbench stock = StockWorkbench.get();
    private final ScriptedAlipay alipay = new ScriptedAlipay();
    private final ReconciliationRepository rows = new ReconciliationRepository(stock.sql);
    private final SteppedClock clock = new SteppedClock(Instant.now());
    private final BillReconciliation billReconciliation = new BillReconciliation(
            alipay, rows, clock, Objects.requireNonNull(stock.transactions.getTransactionManager()));
    private final LocalDate day = LocalDate.of(2030, 1, 1).plusWeeks(WEEKS.getAndIncrement());

    @BeforeEach
    void forgetEarlierRuns() {
        stock.jdbc.update("delete from reconciliation");
        stock.jdbc.update("delete from reconciliation_difference");
        stock.jdbc.update("delete from payment where received_at_ms > ?", noon(LocalDate.of(2029, 6, 1)));
        stock.jdbc.update("delete from refund where requested_at_ms > ?", noon(LocalDate.of(2029, 6, 1)));
    }

    @Test
    void findsNothingWhereBillAndBooksAgree() {
        paid("T1", 11, 1990, noon(day));
        paid("T2", 12, 500, noon(day));
        refund("R-11-1", "T1", 11, 1990, "DONE", noon(day), noon(day) + 60_000);
        bill(day, payment("T1", "11", 1990), payment("T2", "12", 500), back("T1", "11", "R-11-1", 1990));

        var outcome = compare(day);

        assertThat(outcome.differences()).isEmpty();
        assertThat(outcome.bill()).isEqualTo(new Reconciliation.Sums(2, new Money(2490), 1, new Money(1990)));
        assertThat(outcome.ours()).isEqualTo(outcome.bill());
        assertThat(rows.find(day)).contains(outcome);
    }

    @Test
    void findsWhatOnlyTheBillKnows() {
        bill(day, payment("T1", "11", 1990), payment("T2", "somebody-else's", 1990));

        assertThat(compare(day).differences())
                .extracting(Difference::kind, Difference::tradeNo)
                .containsExactly(tuple(Kind.PAYMENT_ONLY_IN_BILL, "T1"), tuple(Kind.PAYMENT_ONLY_IN_BILL, "T2"));
    }

    @Test
    void findsWhatDiffersByOneFen() {
        paid("T1", 11, 1990, noon(day));
        refund("R-11-1", "T1", 11, 500, "DONE", noon(day), noon(day));
        bill(day, payment("T1", "11", 1991), back("T1", "11", "R-11-1", 499));

        assertThat(compare(day).differences())
                .containsExactly(
                        new Difference(
                                Kind.PAYMENT_AMOUNT,
                                "T1",
                                "11",
                                Optional.of(new Money(1991)),
                                Optional.of(new Money(1990)),
                                "APPLIED"),
                        new Difference(
                                Kind.REFUND_AMOUNT,
                                "T1",
                                "R-11-1",
                                Optional.of(new Money(499)),
                                Optional.of(new Money(500)),
                                "DONE"));
    }

    @Test
    void findsWhatTheBillDoesNotKnow() {
        paid("T1", 11, 1990, noon(day));
        refund("R-11-1", "T1", 11, 500, "DONE", noon(day), noon(day));
        bill(day);

        assertThat(compare(day).differences())
                .extracting(Difference::kind)
                .containsExactly(Kind.PAYMENT_ONLY_HERE, Kind.REFUND_ONLY_HERE);
    }

    @Test
    void findsRefundsThatOurBooksTakeForUnfinished() {
        paid("T1", 11, 1990, noon(day));
        refund("R-11-1", "T1", 11, 1990, "STUCK", noon(day), 0);
        bill(day, payment("T1", "11", 1990), back("T1", "11", "R-11-1", 1990), back("T1", "11", "by hand", 5));

        var outcome = compare(day);

        assertThat(outcome.differences())
                .extracting(Difference::kind, Difference::orderNo, Difference::detail)
                .containsExactly(
                        tuple(Kind.REFUND_ONLY_IN_BILL, "R-11-1", "STUCK"),
                        tuple(Kind.REFUND_ONLY_IN_BILL, "by hand", ""));
        assertThat(outcome.ours().refunds()).isZero();
    }

    @Test
    void makesNoDifferencesOutOfMidnight() {
        var midnight = day.atStartOfDay(SHANGHAI).toInstant().toEpochMilli();
        paid("T1", 11, 1990, midnight);
        paid("T2", 12, 1990, midnight - 1);
        refund("R-11-1", "T1", 11, 5, "DONE", midnight - 5_000, midnight + 5_000);
        refund("R-12-1", "T2", 12, 5, "DONE", midnight - 5_000, midnight + 5_000);
        bill(day.minusDays(1), payment("T2", "12", 1990), back("T1", "11", "R-11-1", 5));
        bill(day, payment("T1", "11", 1990), back("T2", "12", "R-12-1", 5));

        var before = compare(day.minusDays(1));
        var after = compare(day);

        assertThat(before.differences()).isEmpty();
        assertThat(after.differences()).isEmpty();
        assertThat(after.ours()).isEqualTo(after.bill());
    }

    @Test
    void findsARefundThatIsInNeitherBill() {
        var midnight = day.atStartOfDay(SHANGHAI).toInstant().toEpochMilli();
        refund("R-11-1", "T1", 11, 5, "DONE", midnight - 5_000, midnight + 5_000);
        bill(day.minusDays(1));
        bill(day);

        assertThat(compare(day).differences()).extracting(Difference::kind).containsExactly(Kind.REFUND_ONLY_HERE);
    }

    @Test
    void putsALaterRunInThePlaceOfAnEarlierOne() {
        bill(day, payment("T1", "11", 1990));
        compare(day);
        paid("T1", 11, 1990, noon(day));

        var again = compare(day);

        assertThat(again.differences()).isEmpty();
        assertThat(rows.find(day)).contains(again);
        assertThat(rows.newest(10)).extracting(Reconciliation::day).containsExactly(day);
    }

    @Test
    void keepsNothingOfADayWhoseBillIsNotToBeHad() {
        assertThatThrownBy(() -> compare(day))
                .isInstanceOf(AlipayUnavailable.class)
                .hasMessageContaining("no bill of " + day)
                .hasMessageContaining("not made yet");

        assertThat(rows.find(day)).isEmpty();
    }

    @Test
    void countsMoreDifferencesThanItKeeps() {
        var lines = new ArrayList<BillLine>();
        for (var trade = 0; trade < 1_200; trade++) {
            lines.add(payment("other" + trade, "other", 1));
        }
        alipay.bills.put(day, new BillAnswer.Bill(lines));

        compare(day);

        var kept = rows.find(day).orElseThrow();
        assertThat(kept.found()).isEqualTo(1_200);
        assertThat(kept.differences()).hasSize(1_000);
    }

    @Test
    void comparesYesterdayEachMorning() {
        bill(day);

        morningAfter(day);

        assertThat(rows.find(day)).isPresent();
        assertThat(alipay.calls).containsExactly("bill " + day);
    }

    @Test
    void catchesUpOnDaysThatWereLeftOut() {
        bill(day);
        bill(day.plusDays(1));
        bill(day.plusDays(2));
        morningAfter(day);

        morningAfter(day.plusDays(2));

        assertThat(rows.newest(10))
                .extracting(Reconciliation::day)
                .containsExactly(day.plusDays(2), day.plusDays(1), day);
    }

    @Test
    void comparesADayAgainThatWasComparedBeforeItsEnd() {
        bill(day);
        bill(day.plusDays(1));
        morningAfter(day);
        clock.step(Duration.between(clock.instant(), Instant.ofEpochMilli(noon(day.plusDays(1)))));
        compare(day.plusDays(1));

        morningAfter(day.plusDays(1));

        assertThat(alipay.calls)
                .filteredOn(call -> call.equals("bill " + day.plusDays(1)))
                .hasSize(2);
    }

    private void morningAfter(LocalDate compared) {
        var due = compared.plusDays(1).atTime(10, 30).atZone(SHANGHAI).toInstant();
        clock.step(Duration.between(clock.instant(), due));
        billReconciliation.open(compared).forEach(this::compare);
    }

    private Reconciliation compare(LocalDate compared) {
        return billReconciliation.compare(compared, "test", found -> {});
    }

    private void bill(LocalDate of, BillLine... lines) {
        alipay.bills.put(of, new BillAnswer.Bill(List.of(lines)));
    }

    private static BillLine payment(String trade, String order, long fen) {
        return new BillLine(trade, order, BillLine.Kind.PAYMENT, "", new Money(fen));
    }

    private static BillLine back(String trade, String order, String requestNo, long fen) {
        return new BillLine(trade, order, BillLine.Kind.REFUND, requestNo, new Money(fen));
    }

    private void paid(String trade, long order, long fen, long at) {
        stock.jdbc.update(
                "insert into payment (trade_no, order_id, amount_fen, state, received_at_ms, paid_at_ms) values (?, ?, ?, 'APPLIED', ?, ?)",
                trade,
                order,
                fen,
                at + 100,
                at);
    }

    private void refund(String requestNo, String trade, long order, long fen, String state, long requested, long done) {
        stock.jdbc.update("""
                insert into refund (out_request_no, order_id, number, trade_no, amount_fen, reason, state, attempts, requested_at_ms, done_at_ms)
                values (?, ?, 1, ?, ?, 'OPERATOR', ?, 1, ?, ?)
                """, requestNo, order, trade, fen, state, requested, done == 0 ? null : done);
    }

    private static long noon(LocalDate of) {
        return of.atTime(12, 0).atZone(SHANGHAI).toInstant().toEpochMilli();
    }
}
