package stampede.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static stampede.counter.StockWorkbench.OPERATOR;
import static stampede.counter.StockWorkbench.request;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.audit.AuditLogs;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.counter.CounterLoader;
import stampede.counter.ReserveAnswer;
import stampede.counter.StockTwin;
import stampede.counter.StockView;
import stampede.counter.StockWorkbench;
import stampede.settlement.BooksWorkbench;
import stampede.simulation.Mutant;
import stampede.stock.ConcurrentCalls;
import stampede.stock.Reservation;
import stampede.stock.TakeAnswer;

/** Those who run a sale, beside shoppers and each other, on the real servers. */
class SaleActsTests {

    private static final String WHY = "because of the test";

    private final BooksWorkbench books = new BooksWorkbench();
    private final StockWorkbench bench = books.stock;
    private final OfferId offer = bench.openOffer(10, 2);
    private final SaleTwin sale = sale(offer);
    private final CounterLoader counter = bench.loading;

    @Test
    void unitsAreAddedOnceByWhoSawTheTotalAsItIs() {
        var seen = look();

        Callable<Optional<SaleRefusal>> add =
                () -> refusal(() -> sale.units.add(OPERATOR, offer, 5, seen.version(), WHY));
        var answers = ConcurrentCalls.run(4, Collections.nCopies(4, add));

        assertThat(answers.stream().flatMap(Optional::stream)).hasSize(3).containsOnly(SaleRefusal.CHANGED_MEANWHILE);
        assertThat(look().total()).isEqualTo(15);
        counter.align(offer);
        assertThat(bench.inspection.left(offer)).contains(15);
        assertThat(audited()).containsExactly("UNITS_ADDED 10 15 " + WHY);
    }

    @Test
    void unitsAreTakenOffDownToWhatIsSoldOrReserved() {
        sold(reserve(1, 2));
        reserve(2, 2);

        assertThat(look()).isEqualTo(new SaleUnits.Units(10, 1, 2, 6, 4));
        assertThatExceptionOfType(SaleRefused.class)
                .isThrownBy(() -> sale.units.takeOff(OPERATOR, offer, 7, look().version(), WHY))
                .satisfies(refused -> {
                    assertThat(refused.reason()).isEqualTo(SaleRefusal.UNITS_SOLD);
                    assertThat(refused.number()).hasValue(4);
                });
        assertThat(sale.units.takeOff(OPERATOR, offer, 6, look().version(), WHY).total())
                .isEqualTo(4);

        assertThat(bench.inspection.left(offer)).contains(0);
        assertThat(bench.counter.reserve(request(offer, 3, 1)))
                .isEqualTo(new ReserveAnswer.Not(ReserveAnswer.Why.SOLD_OUT));
    }

    /** Whoever was told "reserved" gets an order, however often units are taken off meanwhile. */
    @Test
    void nobodyWhoHasReservedLosesTheUnitsThatAreTakenOff() {
        var big = bench.openOffer(120, 1);
        var acts = sale(big);
        var calls = new ArrayList<Callable<Optional<Reservation>>>();
        LongStream.rangeClosed(1, 90).forEach(shopper -> {
            calls.add(() -> bench.reserve(request(big, shopper, 1)));
            if (shopper % 10 == 0) {
                calls.add(() -> {
                    refusal(() -> acts.units.takeOff(
                            OPERATOR, big, 7, acts.units.look(big).orElseThrow().version(), WHY));
                    return Optional.empty();
                });
            }
        });

        var reserved =
                ConcurrentCalls.run(8, calls).stream().flatMap(Optional::stream).toList();

        var answers = bench.transactions.execute(status -> bench.ledger.take(reserved, Map.of()));
        assertThat(answers).hasSize(reserved.size());
        assertThat(answers.values()).containsOnly(TakeAnswer.TAKEN);
        assertThat(acts.units.look(big).orElseThrow().total()).isBetween(reserved.size(), 119);
    }

    /** The counter has the lower total, the ledger never will: it sells less, until it is told anew. */
    @Test
    void whoDiesBetweenCounterAndLedgerStrandsNothing() {
        bench.transactions.executeWithoutResult(status -> {
            counter.lowerTotal(bench.ledger.lock(offer), 3);
            status.setRollbackOnly();
        });
        assertThat(bench.inspection.left(offer)).contains(3);

        assertThat(refusal(() -> sale.units.takeOff(OPERATOR, offer, 1, look().version(), WHY)))
                .contains(SaleRefusal.COUNTER_BUSY);

        assertThat(bench.inspection.left(offer)).as("told anew at once").contains(10);
        assertThat(sale.units.takeOff(OPERATOR, offer, 1, look().version(), WHY).total())
                .isEqualTo(9);
        counter.align(offer);
        assertThat(bench.inspection.left(offer)).contains(9);
        assertThat(books.check.check(offer).failing()).isEmpty();
    }

    @Test
    void unitsAndReasonsHaveBounds() {
        var seen = look().version();

        assertThat(refusal(() -> sale.units.add(OPERATOR, offer, 1_000_000, seen, WHY)))
                .contains(SaleRefusal.BAD_TOTAL);
        assertThat(refusal(() -> sale.units.add(OPERATOR, offer, Integer.MAX_VALUE, seen, WHY)))
                .contains(SaleRefusal.BAD_TOTAL);
        assertThat(refusal(() -> sale.units.add(OPERATOR, offer, 0, seen, WHY))).contains(SaleRefusal.BAD_TOTAL);
        assertThat(refusal(() -> sale.units.takeOff(OPERATOR, offer, -1, seen, WHY)))
                .contains(SaleRefusal.BAD_TOTAL);
        assertThat(refusal(() -> sale.units.takeOff(OPERATOR, offer, 10, seen, WHY)))
                .contains(SaleRefusal.UNITS_SOLD);
        assertThat(refusal(() -> sale.units.takeOff(OPERATOR, offer, 11, seen, WHY)))
                .contains(SaleRefusal.UNITS_SOLD);
        assertThat(refusal(() -> sale.units.add(OPERATOR, offer, 1, seen, " four ")))
                .contains(SaleRefusal.BAD_REASON);
        assertThat(refusal(() -> sale.units.add(OPERATOR, offer, 1, seen, "x".repeat(201))))
                .contains(SaleRefusal.BAD_REASON);
        assertThat(look().total()).isEqualTo(10);
        assertThat(audited()).isEmpty();
    }

    @Test
    void nothingChangesOnceTheSaleIsClosedOut() {
        var seen = look().version();
        bench.jdbc.update("update stock_balance set settled_ms = 1 where offer_id = ?", offer.value());

        assertThat(refusal(() -> sale.units.add(OPERATOR, offer, 1, seen, WHY))).contains(SaleRefusal.CLOSED_OUT);
        assertThat(refusal(() -> sale.units.takeOff(OPERATOR, offer, 1, seen, WHY)))
                .contains(SaleRefusal.CLOSED_OUT);
        assertThat(refusal(() -> sale.stop.stop(OPERATOR, offer, WHY))).contains(SaleRefusal.CLOSED_OUT);
        assertThatThrownBy(() -> bench.ledger.changeTotal(offer, 11)).isInstanceOf(IllegalArgumentException.class);
    }

    /** While shoppers press, and somebody rebuilds. The clock of whoever stops it is two seconds behind. */
    @Test
    void afterAStopNothingIsReservedAndWhatWasReservedBecomesOrders() {
        var stopped = new AtomicBoolean();
        var big = bench.openOffer(1_000, 1);
        var acts = sale(big);
        var calls = new ArrayList<Callable<Optional<Reservation>>>();
        LongStream.rangeClosed(1, 300).forEach(shopper -> {
            calls.add(() -> {
                var late = stopped.get();
                var reserved = bench.reserve(request(big, shopper, 1));
                assertThat(late && reserved.isPresent())
                        .as("reserved after the stop")
                        .isFalse();
                return reserved;
            });
            if (shopper == 150) {
                calls.add(() -> {
                    acts.stop.stop(OPERATOR, big, WHY);
                    stopped.set(true);
                    return Optional.empty();
                });
            }
        });

        var reserved =
                ConcurrentCalls.run(8, calls).stream().flatMap(Optional::stream).toList();

        var terms = bench.ledger.terms(big).orElseThrow();
        assertThat(reserved).hasSizeBetween(1, 299).allMatch(kept -> terms.covers(kept.reservedAt()));
        assertThat(terms.window().closesAt()).isBefore(Instant.now().plusSeconds(1));
        assertThat(bench.counter.reserve(request(big, 999, 1)))
                .isEqualTo(new ReserveAnswer.Not(ReserveAnswer.Why.CLOSED));
    }

    /** Whoever rebuilds read the terms before the stop and loads them after it. */
    @Test
    void aRebuildThatBeganBeforeTheStopDoesNotOpenTheSaleAgain() throws InterruptedException {
        var begun = counter.begin(bench.ledger.terms(offer).orElseThrow(), Duration.ZERO)
                .orElseThrow();
        sale.stop.stop(OPERATOR, offer, WHY);

        assertThat(counter.load(begun)).isTrue();
        assertThat(counter.open(begun)).isFalse();
        assertThat(gate()).contains(StockView.Gate.CLOSED);

        books.rebuild.now(offer);
        assertThat(gate()).contains(StockView.Gate.CLOSED);
    }

    @Test
    void nothingBringsAStoppedSaleBack() throws InterruptedException {
        var end = sale.stop.stop(OPERATOR, offer, WHY);

        bench.gate.pause(OPERATOR, offer);
        bench.gate.resume(OPERATOR, offer);
        assertThat(gate()).contains(StockView.Gate.CLOSED);
        bench.lose(offer);
        assertThat(books.rebuild.whereNeeded(List.of(offer))).isEmpty();
        assertThat(books.repair.repair(List.of(offer))).isEmpty();
        assertThat(gate()).contains(StockView.Gate.COLD);
        assertThat(sale.stop.stop(OPERATOR, offer, WHY)).as("again").isEqualTo(end);
        assertThat(refusal(() -> sale.units.add(OPERATOR, offer, 1, look().version(), WHY)))
                .contains(SaleRefusal.STOPPED);
        assertThat(audited()).filteredOn(row -> row.startsWith("OFFER_STOPPED")).hasSize(1);
    }

    /** An old copy of Redis sells until it is audited, which is at once; so does a counter that could not be told. */
    @Test
    void theAuditClosesACounterThatHasNotHeardOfTheStop() {
        sale.stop.stop(OPERATOR, offer, WHY);
        bench.redis.opsForHash().put(StockWorkbench.key(offer, "state"), "gate", "OPEN");

        books.audit.audit(offer);

        assertThat(gate()).contains(StockView.Gate.CLOSED);
    }

    @Test
    void aStoppedSaleIsClosedOutNineMinutesLater() {
        sold(reserve(1, 1));
        sale.stop.stop(OPERATOR, offer, WHY);
        var end = bench.ledger.terms(offer).orElseThrow().window().closesAt();

        assertThat(bench.settling.due(end.minusMillis(1), 1_000_000)).doesNotContain(offer);
        assertThat(bench.settling.due(end, 1_000_000)).contains(offer);
        assertThat(books.check.check(offer).failing()).isEmpty();
    }

    @Test
    void onlyASaleThatSellsIsStopped() {
        var later = upcoming();

        assertThat(refusal(() -> sale(later).stop.stop(OPERATOR, later, WHY))).contains(SaleRefusal.NOT_ON_SALE);
        bench.jdbc.update("update stock_balance set closes_ms = opens_ms + 1 where offer_id = ?", offer.value());
        assertThat(refusal(() -> sale.stop.stop(OPERATOR, offer, WHY))).contains(SaleRefusal.NOT_ON_SALE);
    }

    @Test
    void theLimitChangesUntilTheSaleOpens() {
        var later = upcoming();
        bench.open(later);

        limit().change(OPERATOR, later, 3, WHY);

        assertThat(bench.ledger.terms(later).orElseThrow().limitPerShopper()).isEqualTo(3);
        assertThat(bench.redis.opsForHash().get(StockWorkbench.key(later, "state"), "limit"))
                .isEqualTo("3");
        assertThat(bench.inspection.gate(later)).contains(StockView.Gate.OPEN);
        assertThat(bench.inspection.probe(List.of(bench.ledger.terms(later).orElseThrow())))
                .as("nothing to repair")
                .extractingByKey(later)
                .hasToString("CounterProbe[state=SOUND, what=]");
        assertThat(refusal(() -> limit().change(OPERATOR, offer, 3, WHY))).contains(SaleRefusal.OPENED);
        assertThat(refusal(() -> limit().change(OPERATOR, later, 101, WHY))).contains(SaleRefusal.BAD_LIMIT);
    }

    @Test
    void aWithdrawnOfferHasNoUnitsAndNeverOpens() throws InterruptedException {
        var later = upcoming();
        var stale = counter.begin(bench.ledger.terms(later).orElseThrow(), Duration.ZERO)
                .orElseThrow();

        withdrawal().withdraw(OPERATOR, later, WHY);

        counter.load(stale);
        assertThat(counter.open(stale)).as("a warm-up that was under way").isFalse();
        assertThat(bench.inspection.gate(later)).contains(StockView.Gate.CLOSED);
        bench.lose(later);
        assertThat(books.rebuild.whereNeeded(List.of(later))).isEmpty();
        var ordered = StockWorkbench.reservation(later, 1, 1);
        assertThat(bench.transactions
                        .<Map<?, TakeAnswer>>execute(status -> bench.ledger.take(List.of(ordered), Map.of()))
                        .values())
                .containsExactly(TakeAnswer.SOLD_OUT);
        assertThat(refusal(() -> withdrawal().withdraw(OPERATOR, later, WHY))).contains(SaleRefusal.STOPPED);
        assertThat(refusal(() -> withdrawal().withdraw(OPERATOR, offer, WHY))).contains(SaleRefusal.OPENED);
        assertThat(refusal(() -> sale.units.add(OPERATOR, later, 1, 2, WHY))).contains(SaleRefusal.STOPPED);
    }

    private SaleTwin sale(OfferId of) {
        return new SaleTwin(new StockTwin(of, Mutant.NONE), transactionManager());
    }

    private PlatformTransactionManager transactionManager() {
        return Objects.requireNonNull(bench.transactions.getTransactionManager());
    }

    private SaleLimit limit() {
        return new SaleLimit(
                bench.ledger,
                bench.balances,
                counter,
                bench.inspection,
                SaleTwin.NO_CATALOG,
                AuditLogs.on(bench.sql, bench.clock),
                new TransactionTemplate(transactionManager()),
                bench.clock);
    }

    private SaleWithdrawal withdrawal() {
        return new SaleWithdrawal(
                bench.ledger,
                bench.balances,
                counter,
                SaleTwin.NO_CATALOG,
                AuditLogs.on(bench.sql, bench.clock),
                new TransactionTemplate(transactionManager()),
                bench.clock);
    }

    private OfferId upcoming() {
        var now = bench.clock.instant();
        return bench.offer(10, 2, new SaleWindow(now.plusSeconds(60), now.plusSeconds(3_600)));
    }

    private SaleUnits.Units look() {
        return sale.units.look(offer).orElseThrow();
    }

    private Optional<StockView.Gate> gate() {
        return bench.inspection.gate(offer);
    }

    private Reservation reserve(long shopper, int units) {
        return bench.reserve(request(offer, shopper, units)).orElseThrow();
    }

    private void sold(Reservation reservation) {
        books.orders.place(reservation);
        bench.counter.settle(List.of(reservation));
    }

    private List<String> audited() {
        return bench.sql
                .sql(
                        "select concat_ws(' ', action, value_before, value_after, reason) from operator_audit where subject = ?")
                .param("offer:" + offer)
                .query(String.class)
                .list();
    }

    private static Optional<SaleRefusal> refusal(ThrowingCallable act) {
        try {
            act.call();
            return Optional.empty();
        } catch (SaleRefused refused) {
            return Optional.of(refused.reason());
        } catch (Throwable surprise) {
            throw new AssertionError(surprise);
        }
    }
}
