package stampede.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static stampede.counter.StockWorkbench.key;
import static stampede.counter.StockWorkbench.request;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import stampede.books.BooksReport;
import stampede.catalog.OfferId;
import stampede.counter.CounterWentCold;
import stampede.counter.ReserveAnswer;
import stampede.counter.StockWorkbench;
import stampede.settlement.LedgerHashFault.What;
import stampede.stock.ConcurrentCalls;
import stampede.stock.Reservation;

/** Sales that are over: settled once, by whoever comes first, and never while the books disagree. */
class SaleCloseOutTests {

    private final BooksWorkbench bench = new BooksWorkbench();
    private final OfferId offer = bench.stock.openOffer(10, 3);
    private Reservation open = StockWorkbench.reservation(offer, 1, 1);
    private Reservation closed = StockWorkbench.reservation(offer, 1, 1);

    @BeforeEach
    void sellAndEnd() {
        open = sold(7, 2);
        closed = sold(8, 1);
        bench.orders.close(closed);
        bench.stock.counter.release(List.of(closed));
        end();
    }

    @Test
    void settlesASaleWhoseBooksAgreeAndHasRedisForgetIt() {
        assertThat(bench.settling.closeOut(offer)).isEqualTo(BooksReport.Verdict.AGREE);

        var settlement = bench.settlements.find(offer).orElseThrow();
        assertThat(settlement.total()).isEqualTo(10);
        assertThat(settlement.available()).isEqualTo(8);
        assertThat(settlement.lines()).as("INIT, two TAKE, one RETURN").isEqualTo(4);
        assertThat(settlement.head()).hasSize(64);
        assertThat(bench.settlements.faults(offer)).isEmpty();
        assertThat(bench.stock.redis.keys("stock:{" + offer + "}:*")).isEmpty();
        assertThat(bench.stock.settling.toDrop(1_000_000)).doesNotContain(offer);
        assertThat(bench.stock.settling.due(Instant.now(), 1_000_000)).doesNotContain(offer);
        assertThat(bench.stock.ledger.sales(Instant.now(), Instant.EPOCH))
                .as("nobody sweeps or audits it any more")
                .noneMatch(terms -> terms.offer().equals(offer));
        assertThat(bench.check.check(offer).agree()).isTrue();
    }

    @Test
    void isDueOnlySomeTimeAfterTheEnd() {
        assertThat(bench.stock.settling.due(Instant.now().minusSeconds(1_800), 1_000_000))
                .contains(offer);
        assertThat(bench.stock.settling.due(Instant.now().minusSeconds(5_000), 1_000_000))
                .doesNotContain(offer);
    }

    @Test
    void settlesOnceHoweverManyTry() {
        ConcurrentCalls.run(6, Collections.nCopies(6, () -> bench.settling.closeOut(offer)));

        assertThat(count("settlement")).isEqualTo(1);
        assertThat(count("settlement_line")).isEqualTo(4);
        assertThat(bench.settlements.faults(offer)).isEmpty();
    }

    @Test
    void neverSettlesWhileTheBooksDisagree() {
        change("update stock_movement set delta = 9 where kind = 'INIT' and offer_id = ?", offer.value());

        assertThat(bench.settling.closeOut(offer)).isEqualTo(BooksReport.Verdict.BROKEN);

        assertThat(bench.settlements.find(offer)).isEmpty();
        assertThat(bench.stock.redis.opsForHash().get(key(offer, "state"), "gate"))
                .isEqualTo("CLOSED");
        assertThat(bench.verdicts.since(Instant.EPOCH, 0, 10_000))
                .filteredOn(books -> books.offer().equals(offer))
                .singleElement()
                .satisfies(books -> assertThat(books.findings()).startsWith("D3 Available are 8"));

        change("update stock_movement set delta = 10 where kind = 'INIT' and offer_id = ?", offer.value());
        assertThat(bench.settling.closeOut(offer)).isEqualTo(BooksReport.Verdict.AGREE);
    }

    @Test
    void putsRedisRightBeforeItJudges() {
        bench.stock.counter.release(List.of(open));
        bench.stock.redis.delete(key(offer, "released"));

        assertThat(bench.settling.closeOut(offer)).isEqualTo(BooksReport.Verdict.AGREE);
    }

    @Test
    void waitsForReservationsThatMayStillBecomeOrders() {
        var waiting = bench.stock.reserveForAnEagerSweeper(request(offer, 9, 1)).orElseThrow();
        end();

        assertThat(bench.settling.closeOut(offer)).isNotEqualTo(BooksReport.Verdict.AGREE);
        bench.letTimePass(BooksWorkbench.ABANDON_AFTER.plusSeconds(1));

        assertThat(bench.settling.closeOut(offer)).isEqualTo(BooksReport.Verdict.AGREE);
        assertThat(bench.orders.place(waiting))
                .as("its message comes after all")
                .isFalse();
    }

    @Test
    void settlesASaleThatRedisHasForgotten() {
        bench.stock.lose(offer);

        assertThat(bench.settling.closeOut(offer)).isEqualTo(BooksReport.Verdict.AGREE);
        assertThat(bench.stock.redis.keys("stock:{" + offer + "}:*")).isEmpty();
    }

    @Test
    void leavesNothingBehindIfItIsStoppedBeforeTheCommit() {
        change("insert into settlement values (?, 1, 1, 1, 1, repeat('x', 32))", offer.value());

        assertThatThrownBy(() -> bench.settling.closeOut(offer)).isInstanceOf(DuplicateKeyException.class);

        assertThat(count("settlement_line")).isZero();
        assertThat(bench.stock.settling.due(Instant.now(), 1_000_000)).contains(offer);
        assertThat(bench.stock.redis.hasKey(key(offer, "state"))).isTrue();
    }

    @Test
    void theNextOneDropsTheKeysIfItIsStoppedAfterTheCommit() {
        bench.stock.transactions.executeWithoutResult(status ->
                assertThat(bench.stock.settling.closeOut(offer, Instant.now())).isTrue());

        assertThat(bench.stock.settling.toDrop(1_000_000)).contains(offer);
        bench.stock.settling.drop(offer);

        assertThat(bench.stock.redis.keys("stock:{" + offer + "}:*")).isEmpty();
        assertThat(bench.stock.settling.toDrop(1_000_000)).doesNotContain(offer);
    }

    @Test
    void booksWhatComesBackAfterwardsAndBuildsNoCounterForIt() throws Exception {
        bench.settling.closeOut(offer);
        bench.stock.events.clear();

        assertThat(bench.orders.close(open)).isTrue();
        bench.stock.counter.release(List.of(open));

        assertThat(bench.stock.events).contains(new CounterWentCold(offer));
        assertThat(bench.rebuild.whereNeeded(List.of(offer))).isEmpty();
        assertThat(bench.rebuild.now(offer)).as("not by command either").isFalse();
        assertThat(bench.stock.redis.keys("stock:{" + offer + "}:*")).isEmpty();
        assertThat(bench.stock.ledger.terms(offer).orElseThrow().available()).isEqualTo(10);
        assertThat(bench.settlements.faults(offer))
                .as("what comes back later is no forgery")
                .isEmpty();
        assertThat(bench.check.check(offer).agree()).isTrue();
        assertThat(bench.settlements.sums(offer).balance()).isTrue();
    }

    @Test
    void buildsNoCounterForASaleThatIsOver() throws Exception {
        bench.stock.lose(offer);

        assertThat(bench.rebuild.whereNeeded(List.of(offer))).isEmpty();
    }

    @Test
    void sellsNothingAfterwards() {
        bench.settling.closeOut(offer);

        assertThat(bench.stock.counter.reserve(request(offer, 9, 1)))
                .isEqualTo(new ReserveAnswer.Not(ReserveAnswer.Why.COLD));
    }

    @Test
    void namesARowThatWasChanged() {
        bench.settling.closeOut(offer);
        var row = row("TAKE", open);

        change("update stock_movement set at_ms = at_ms + 1 where id = ?", row);

        assertThat(bench.settlements.faults(offer)).containsExactly(new LedgerHashFault(What.CHANGED, row));
    }

    @Test
    void namesARowThatWasDeleted() {
        bench.settling.closeOut(offer);
        var row = row("RETURN", closed);

        change("delete from stock_movement where id = ?", row);

        assertThat(bench.settlements.faults(offer)).containsExactly(new LedgerHashFault(What.DELETED, row));
    }

    @Test
    void namesARowThatWasInserted() {
        bench.settling.closeOut(offer);
        var number = StockWorkbench.nextId();

        change(
                "insert into stock_movement (offer_id, kind, delta, order_id, at_ms) values (?, 'TAKE', -1, " + number
                        + ", 5)",
                offer.value());

        var row =
                bench.stock.jdbc.queryForObject("select id from stock_movement where order_id = ?", Long.class, number);
        assertThat(bench.settlements.faults(offer))
                .extracting(LedgerHashFault::what)
                .containsExactly(What.INSERTED);
        assertThat(bench.settlements.faults(offer))
                .extracting(LedgerHashFault::movement)
                .containsExactly(row);
    }

    @Test
    void noticesThatTheChainWasMadeToFitAnotherLedger() {
        bench.settling.closeOut(offer);

        change("update settlement set head = repeat('x', 32) where offer_id = ?", offer.value());

        assertThat(bench.settlements.faults(offer)).containsExactly(new LedgerHashFault(What.CHAIN_CHANGED, 0));
    }

    @Test
    void followsTheChainOnceForWhoTurnsPages() {
        bench.settling.closeOut(offer);
        assertThat(bench.settlements.faultsSeen(offer)).isEmpty();
        var row = row("TAKE", open);
        change("update stock_movement set at_ms = at_ms + 1 where id = ?", row);

        assertThat(bench.settlements.faultsSeen(offer)).as("on the next pages").isEmpty();
        assertThat(bench.settlements.faults(offer)).as("on the first page").hasSize(1);
        assertThat(bench.settlements.faultsSeen(offer)).hasSize(1);
    }

    @Test
    void holdsNoTransactionOpenWhileItsLinesAreTaken() {
        var active = new ArrayList<Boolean>();

        bench.settlements.forEachLine(
                offer,
                total -> active.add(TransactionSynchronizationManager.isActualTransactionActive()),
                order -> active.add(TransactionSynchronizationManager.isActualTransactionActive()));

        assertThat(active).hasSize(3).containsOnly(false);
    }

    @Test
    void tellsWhereEveryUnitWent() {
        var totals = new ArrayList<SettlementReports.TotalLine>();
        var orders = new ArrayList<SettlementReports.OrderLine>();

        bench.settlements.forEachLine(offer, totals::add, orders::add);

        assertThat(totals).extracting(SettlementReports.TotalLine::kind).containsExactly("INIT");
        assertThat(orders)
                .extracting(SettlementReports.OrderLine::order)
                .containsExactly(open.id().value(), closed.id().value());
        assertThat(orders.get(0).holds()).isTrue();
        assertThat(orders.get(0).taken()).isPresent();
        assertThat(orders.get(1).returned()).isPresent();
        assertThat(bench.settlements.sums(offer)).isEqualTo(new SettlementReports.Sums(10, 8, 2, 1, 2, 0, 0, 0));
    }

    private Reservation sold(long shopper, int units) {
        var reservation = bench.stock.reserve(request(offer, shopper, units)).orElseThrow();
        bench.orders.place(reservation);
        bench.stock.counter.settle(List.of(reservation));
        return reservation;
    }

    private void end() {
        change(
                "update stock_balance set closes_ms = " + (System.currentTimeMillis() - 3_600_000)
                        + ", opens_ms = 0 where offer_id = ?",
                offer.value());
    }

    private long row(String kind, Reservation order) {
        return bench.stock
                .sql
                .sql("select id from stock_movement where kind = :kind and order_id = :order")
                .param("kind", kind)
                .param("order", order.id().value())
                .query(Long.class)
                .single();
    }

    private int count(String table) {
        return bench.stock
                .sql
                .sql("select count(*) from " + table + " where offer_id = :offer")
                .param("offer", offer.value())
                .query(Integer.class)
                .single();
    }

    private void change(String statement, long id) {
        assertThat(bench.stock.jdbc.update(statement, id)).isPositive();
    }
}
