package stampede.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static stampede.counter.StockWorkbench.nextId;
import static stampede.counter.StockWorkbench.reservation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import stampede.catalog.OfferId;
import stampede.counter.CounterScript;
import stampede.counter.StockView;
import stampede.counter.StockWorkbench;
import stampede.redis.AsyncRedis;

class StockLedgerTests {

    private final StockWorkbench bench = StockWorkbench.get();
    private final StockLedger ledger = bench.ledger;

    @Test
    void takesWhatIsThere() {
        var offer = bench.offer(10, 2);
        var reservations = LongStream.rangeClosed(1, 5)
                .mapToObj(shopper -> reservation(offer, shopper, 2))
                .toList();

        assertThat(take(reservations).values()).containsOnly(TakeAnswer.TAKEN);

        assertThat(available(offer)).isZero();
        assertBooksAgree(offer);
    }

    @Test
    void turnsTheSurplusAwayFirstComeFirstServed() {
        var offer = bench.offer(5, 3);
        var first = reservation(offer, 1, 3);
        var tooMany = reservation(offer, 2, 3);
        var fits = reservation(offer, 3, 2);
        var late = reservation(offer, 4, 1);

        assertThat(take(List.of(first, tooMany, fits, late)))
                .containsExactly(
                        Map.entry(first.id(), TakeAnswer.TAKEN),
                        Map.entry(tooMany.id(), TakeAnswer.SOLD_OUT),
                        Map.entry(fits.id(), TakeAnswer.TAKEN),
                        Map.entry(late.id(), TakeAnswer.SOLD_OUT));

        assertThat(available(offer)).isZero();
        assertThat(used(offer, 2)).as("the surplus is counted for nobody").isZero();
        assertThat(movements(tooMany)).isEmpty();
        assertThat(movements(first)).containsExactly("TAKE");
        assertBooksAgree(offer);
    }

    @Test
    void turnsAwayWhatIsOverTheLimitFirstComeFirstServed() {
        var offer = bench.offer(10, 3);
        take(List.of(reservation(offer, 1, 1)));
        var fits = reservation(offer, 1, 1);
        var tooMany = reservation(offer, 1, 2);
        var fitsToo = reservation(offer, 1, 1);
        var another = reservation(offer, 2, 3);

        assertThat(take(List.of(fits, tooMany, fitsToo, another)))
                .containsExactly(
                        Map.entry(fits.id(), TakeAnswer.TAKEN),
                        Map.entry(tooMany.id(), TakeAnswer.LIMIT_REACHED),
                        Map.entry(fitsToo.id(), TakeAnswer.TAKEN),
                        Map.entry(another.id(), TakeAnswer.TAKEN));

        assertThat(used(offer, 1)).isEqualTo(3);
        assertThat(available(offer)).isEqualTo(4);
        assertBooksAgree(offer);
    }

    @Test
    void takesOfManyOffersInOneTransaction() {
        var plenty = bench.offer(100, 2);
        var little = bench.offer(3, 2);
        var reservations = new ArrayList<Reservation>();
        LongStream.rangeClosed(1, 50).forEach(shopper -> {
            reservations.add(reservation(plenty, shopper, 2));
            reservations.add(reservation(little, shopper, 1));
        });

        var takes = take(reservations);

        assertThat(Collections.frequency(takes.values(), TakeAnswer.TAKEN)).isEqualTo(53);
        assertThat(Collections.frequency(takes.values(), TakeAnswer.SOLD_OUT)).isEqualTo(47);
        assertThat(takes.get(reservations.get(3).id())).as("shopper 2, early").isEqualTo(TakeAnswer.TAKEN);
        assertThat(takes.get(reservations.get(99).id())).as("shopper 50, late").isEqualTo(TakeAnswer.SOLD_OUT);
        assertBooksAgree(plenty);
        assertBooksAgree(little);
    }

    /** The driver sends so many updates in another way than a few. */
    @Test
    void ofManyOffersOneMayHaveTooFewAndAShopperTooMany() {
        var offers = IntStream.range(0, 8).mapToObj(number -> bench.offer(3, 2)).toList();
        take(List.of(reservation(offers.get(4), 9, 2), reservation(offers.get(6), 1, 1)));
        var wanted = offers.stream()
                .flatMap(offer -> Stream.of(reservation(offer, 1, 2), reservation(offer, 2, 1)))
                .toList();

        var answers = take(wanted);

        assertThat(answers).hasSize(16);
        assertThat(answers.get(wanted.get(8).id())).as("one unit is left").isEqualTo(TakeAnswer.SOLD_OUT);
        assertThat(answers.get(wanted.get(12).id())).as("has one of two").isEqualTo(TakeAnswer.LIMIT_REACHED);
        assertThat(answers.values().stream().filter(TakeAnswer.TAKEN::equals)).hasSize(14);
        assertThat(offers.stream().map(this::available)).containsExactly(0, 0, 0, 0, 0, 0, 1, 0);
        offers.forEach(this::assertBooksAgree);
    }

    @Test
    void aRollbackLeavesNothing() {
        var offer = bench.offer(10, 2);
        var reservation = reservation(offer, 1, 2);

        bench.transactions.executeWithoutResult(status -> {
            assertThat(ledger.take(List.of(reservation), Map.of())).containsEntry(reservation.id(), TakeAnswer.TAKEN);
            status.setRollbackOnly();
        });

        assertThat(available(offer)).isEqualTo(10);
        assertThat(movements(reservation)).isEmpty();
        assertThat(used(offer, 1)).isZero();
    }

    @Test
    void takesOfOneOrderComeOnce() {
        var offer = bench.offer(10, 5);
        var reservation = reservation(offer, 1, 1);
        take(List.of(reservation));

        assertThatThrownBy(() -> take(List.of(reservation))).isInstanceOf(DuplicateKeyException.class);

        assertThat(available(offer)).isEqualTo(9);
        assertBooksAgree(offer);
    }

    @Test
    void refusesOffersItDoesNotKnow() {
        var unknown = new OfferId(nextId());

        assertThatThrownBy(() -> take(List.of(reservation(unknown, 1, 1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(unknown.toString());
    }

    @Test
    void putsUnitsBackOnce() {
        var offer = bench.offer(10, 2);
        var reservation = reservation(offer, 1, 2);
        take(List.of(reservation));

        assertThat(giveBack(reservation)).isTrue();
        assertThat(giveBack(reservation)).as("again").isFalse();
        assertThat(giveBack(reservation(offer, 1, 1))).as("never taken").isFalse();

        assertThat(available(offer)).isEqualTo(10);
        assertThat(used(offer, 1)).isZero();
        assertThat(movements(reservation)).containsExactly("RETURN", "TAKE");
        assertBooksAgree(offer);
    }

    @Test
    void putsUnitsBackOnceHoweverManyTryAtOnce() {
        var offer = bench.offer(40, 1);
        var reservations = LongStream.rangeClosed(1, 40)
                .mapToObj(shopper -> reservation(offer, shopper, 1))
                .toList();
        take(reservations);

        Callable<Integer> giveAllBack = () -> {
            var shuffled = new ArrayList<>(reservations);
            Collections.shuffle(shuffled);
            return Objects.requireNonNull(bench.transactions.execute(
                    status -> ledger.giveBack(shuffled).size()));
        };
        var back = atOnce(6, Collections.nCopies(6, giveAllBack));

        assertThat(back.stream().mapToInt(Integer::intValue).sum()).isEqualTo(40);
        assertThat(available(offer)).isEqualTo(40);
        assertBooksAgree(offer);
    }

    @Test
    void neverSellsMoreThanThereIsNorLocksUpUnderParallelTakesAndReturns() {
        var seed = Long.getLong("seed", System.nanoTime());
        var offers = IntStream.range(0, 4).mapToObj(i -> bench.offer(60, 3)).toList();
        var failures = new ConcurrentLinkedQueue<DataAccessException>();

        atOnce(
                8,
                IntStream.range(0, 48)
                        .mapToObj(batch -> (Callable<Boolean>) () -> {
                            var chance = new Random(seed + batch);
                            var reservations = IntStream.range(0, 20)
                                    .mapToObj(i -> reservation(
                                            offers.get(chance.nextInt(4)),
                                            chance.nextInt(30) + 1,
                                            chance.nextInt(3) + 1))
                                    .toList();
                            try {
                                var takes = take(reservations);
                                var mine = reservations.stream()
                                        .filter(reservation -> takes.get(reservation.id()) == TakeAnswer.TAKEN)
                                        .filter(reservation -> chance.nextInt(3) == 0)
                                        .toList();
                                bench.transactions.executeWithoutResult(status -> ledger.giveBack(mine));
                            } catch (DataAccessException failure) {
                                failures.add(failure);
                            }
                            return true;
                        })
                        .toList());

        assertThat(failures).as("seed " + seed + ": deadlocks").isEmpty();
        offers.forEach(this::assertBooksAgree);
        assertThat(offers.stream().mapToInt(this::available).sum())
                .as("most was sold")
                .isLessThan(120);
    }

    @Test
    void changesTheTotalWithinWhatIsSold() {
        var offer = bench.offer(10, 5);
        take(List.of(reservation(offer, 1, 4)));

        bench.transactions.executeWithoutResult(status -> ledger.changeTotal(offer, 15));
        bench.transactions.executeWithoutResult(status -> ledger.changeTotal(offer, 15));
        assertThat(available(offer)).isEqualTo(11);
        bench.transactions.executeWithoutResult(status -> ledger.changeTotal(offer, 4));
        assertThat(available(offer)).isZero();
        assertThatThrownBy(() -> bench.transactions.executeWithoutResult(status -> ledger.changeTotal(offer, 3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sold already");

        assertThat(ledger.terms(offer).orElseThrow().totalVersion()).isEqualTo(3);
        assertThat(bench.events).contains(new StockTotalChanged(offer));
        assertBooksAgree(offer);
    }

    @Test
    void tellsTheCounterOfANewTotal() {
        var offer = bench.openOffer(10, 5);
        bench.transactions.executeWithoutResult(status -> ledger.changeTotal(offer, 25));

        bench.loading.align(offer);
        bench.loading.align(offer);

        assertThat(bench.inspection.check(offer).view()).isEqualTo(new StockView(StockView.Gate.OPEN, 25, 25, 1));
        assertThat(bench.inspection.check(offer).findings()).isEmpty();
    }

    @Test
    void aTotalThatCameBackKeepsOutTheOneBetween() {
        var offer = bench.openOffer(4, 5);
        bench.transactions.executeWithoutResult(status -> ledger.changeTotal(offer, 6));
        var between = ledger.terms(offer).orElseThrow();
        bench.transactions.executeWithoutResult(status -> ledger.changeTotal(offer, 4));

        bench.loading.align(offer);
        var late = AsyncRedis.await(bench.scripts.run(
                CounterScript.TOTAL,
                offer,
                List.of(Integer.toString(between.total()), Long.toString(between.totalVersion()))));

        assertThat(late).containsExactly("OLD", "3", "4");
        assertThat(bench.inspection.check(offer).view().total()).isEqualTo(4);
    }

    private Map<ReservationId, TakeAnswer> take(List<Reservation> reservations) {
        return Objects.requireNonNull(bench.transactions.execute(status -> ledger.take(reservations, Map.of())));
    }

    private boolean giveBack(Reservation reservation) {
        return Objects.requireNonNull(bench.transactions.execute(status -> ledger.giveBack(reservation)));
    }

    private int available(OfferId offer) {
        return ledger.terms(offer).orElseThrow().available();
    }

    private int used(OfferId offer, long shopper) {
        return bench.sql
                .sql("select coalesce(sum(used), 0) from stock_quota where offer_id = :offer and shopper_id = :shopper")
                .param("offer", offer.value())
                .param("shopper", shopper)
                .query(Integer.class)
                .single();
    }

    private List<String> movements(Reservation reservation) {
        return bench.sql
                .sql("select kind from stock_movement where order_id = :order order by kind")
                .param("order", reservation.id().value())
                .query(String.class)
                .list();
    }

    /** D1, D2, D3, D5 as far as they need no orders; the tables' own constraints do the rest. */
    private void assertBooksAgree(OfferId offer) {
        var terms = ledger.terms(offer).orElseThrow();
        assertThat(terms.available()).isBetween(0, terms.total());
        assertThat(number("select sum(delta) from stock_movement where offer_id = ?", offer))
                .isEqualTo(terms.available());
        assertThat(number("select coalesce(sum(used), 0) from stock_quota where offer_id = ?", offer))
                .isEqualTo(terms.total() - terms.available());
        assertThat(number("select coalesce(max(used), 0) from stock_quota where offer_id = ?", offer))
                .isLessThanOrEqualTo(terms.limitPerShopper());
        assertThat(number("""
                select count(*) from stock_movement back
                 where back.offer_id = ? and back.kind = 'RETURN' and not exists (
                       select 1 from stock_movement taken where taken.order_id = back.order_id and taken.kind = 'TAKE')
                """, offer)).as("returns without takes").isZero();
    }

    private int number(String query, OfferId offer) {
        return Objects.requireNonNull(bench.jdbc.queryForObject(query, Integer.class, offer.value()));
    }

    private static <T> List<T> atOnce(int threads, List<? extends Callable<T>> calls) {
        return ConcurrentCalls.run(threads, calls);
    }
}
