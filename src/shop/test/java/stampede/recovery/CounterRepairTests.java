package stampede.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.counter.StockWorkbench.key;
import static stampede.counter.StockWorkbench.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.DataAccessException;
import stampede.catalog.OfferId;
import stampede.counter.CounterReservationState;
import stampede.counter.CounterSpoil;
import stampede.counter.CounterSpoiled;
import stampede.counter.ReserveAnswer;
import stampede.counter.ReserveRequest;
import stampede.counter.SettleAnswer;
import stampede.counter.StockView;
import stampede.settlement.BooksWorkbench;
import stampede.stock.Reservation;

/** A counter that somebody writes to past the scripts, in the middle of a small sale. */
class CounterRepairTests {

    private final BooksWorkbench bench = new BooksWorkbench();
    private final OfferId offer = bench.stock.openOffer(20, 2);
    private final List<Reservation> accepted = new ArrayList<>();

    @ParameterizedTest
    @EnumSource(CounterSpoil.class)
    void sellingGoesOnWhateverIsSpoiled(CounterSpoil counterSpoil) throws InterruptedException {
        var sold = buy(1);
        bench.orders.place(sold);
        bench.stock.counter.settle(List.of(sold));
        var closed = buy(2);
        bench.orders.place(closed);
        bench.orders.close(closed);
        bench.stock.counter.release(List.of(closed));
        buy(3);

        counterSpoil.happen(bench.stock.redis, offer);
        askEverythingOnce();
        bringBack();

        assertThat(bench.stock.inspection.views(List.of(offer)))
                .extractingByKey(offer)
                .extracting(StockView::gate)
                .isEqualTo(StockView.Gate.OPEN);
        buy(5);
        accepted.forEach(bench.orders::place);
        bench.audit.audit(offer);
        bench.sweeper.sweep(offer);
        assertThat(bench.check.check(offer).failing()).isEmpty();
        assertThat(bench.stock.inspection.left(offer)).contains(20 - 2 * (accepted.size() - 1));
        assertThat(bench.repair.repair(List.of(offer)))
                .as("nothing is left to repair")
                .isEmpty();
    }

    @Test
    void theLineForChecksIsMadeAnewFromTheReservationsWhileSellingGoesOn() throws InterruptedException {
        var waiting = buy(1);
        var epoch = epoch();

        bench.stock.redis.delete(key(offer, "pending"));
        bench.stock.redis.opsForZSet().add(key(offer, "pending"), "nonsense", 0);
        assertThat(bench.repair.repair(List.of(offer))).containsExactly(offer);

        assertThat(bench.stock.redis.opsForZSet().range(key(offer, "pending"), 0, -1))
                .containsExactly(waiting.id().toString());
        assertThat(epoch()).as("no rebuild").isEqualTo(epoch);
    }

    @Test
    void aClickWhoseKeyWasDeletedFindsItsPurchaseAgain() throws InterruptedException {
        var request = request(offer, 1, 2);
        assertThat(bench.stock.reserve(request)).isPresent();

        bench.stock.redis.delete(key(offer, "keys"));
        assertThat(bench.repair.suspects(
                        bench.stock.ledger.terms(List.of(offer)).values()))
                .containsExactly(offer);
        assertThat(bench.repair.repair(List.of(offer))).containsExactly(offer);

        var again = request(offer, 1, 2, request.idempotencyKey());
        assertThat(bench.stock.counter.reserve(again)).isEqualTo(new ReserveAnswer.Existing(request.id()));
    }

    @Test
    void whoRunsIntoAKeyOfTheWrongTypeHasItLookedAt() {
        buy(1);
        buy(2);
        CounterSpoil.SHOPPERS_OF_THE_WRONG_TYPE.happen(bench.stock.redis, offer);

        askEverythingOnce();

        assertThat(bench.stock.events).contains(new CounterSpoiled(offer));
    }

    @Test
    void ofTwoWhoNoticeOneRebuilds() throws InterruptedException {
        rest();
        var seen = bench.stock.ledger.terms(offer).orElseThrow();
        CounterSpoil.LEFT_CHANGED.happen(bench.stock.redis, offer);
        assertThat(bench.repair.repair(List.of(offer))).containsExactly(offer);

        assertThat(bench.rebuild.rebuildSpoiled(List.of(seen), bench.recovery.drain()))
                .isEmpty();
        assertThat(epoch()).isEqualTo(seen.epoch() + 1);
    }

    @Test
    void aSoundCounterIsLeftAlone() throws InterruptedException {
        buy(1);
        var epoch = epoch();

        assertThat(bench.repair.suspects(
                        bench.stock.ledger.terms(List.of(offer)).values()))
                .isEmpty();
        assertThat(bench.repair.repair(List.of(offer))).isEmpty();
        assertThat(epoch()).isEqualTo(epoch);
    }

    private Reservation buy(long shopper) {
        var request = request(offer, shopper, 2);
        var reservation = bench.stock.reserveForAnEagerSweeper(request).orElseThrow();
        accepted.add(reservation);
        return reservation;
    }

    /** Each call is answered, or fails as calls to a Redis that is away do: what is thrown becomes BUSY. */
    private void askEverythingOnce() {
        ReserveRequest request = request(offer, 4, 2);
        ask(() -> bench.stock.reserveForAnEagerSweeper(request).ifPresent(accepted::add));
        ask(() -> bench.stock.counter.claim(offer, 10, bench.recovery.claimLease()));
        ask(() -> assertThat(
                        bench.stock.counter.settle(List.of(accepted.get(0))).values())
                .isSubsetOf(SettleAnswer.values()));
        ask(() -> assertThat(bench.stock
                        .counter
                        .states(Map.of(accepted.get(0).id(), offer))
                        .values())
                .allMatch(CounterReservationState.class::isInstance));
        ask(() -> bench.stock.counter.release(List.of(accepted.get(1))));
        ask(() -> bench.stock.inspection.views(List.of(offer)));
        ask(() -> bench.stock.reservations.countReserved(List.of(offer)));
        ask(() -> bench.stock.inspection.marks(List.of(offer)));
        ask(() -> bench.audit.audit(offer));
    }

    private static void ask(Runnable call) {
        try {
            call.run();
        } catch (DataAccessException busy) {
            assertThat(busy).isNotNull();
        }
    }

    /** What the loops do, as often as it takes: a rebuild of what is cold, and repairs. Rebuilds rest between each other. */
    private void bringBack() throws InterruptedException {
        for (int turn = 0; turn < 3; turn++) {
            bench.rebuild.whereNeeded(List.of(offer));
            bench.letTimePass(bench.recovery.rebuildPatience().plusSeconds(1));
            rest();
            bench.repair.repair(List.of(offer));
        }
    }

    /** The last rebuild is a minute ago. */
    private void rest() {
        bench.stock.jdbc.update(
                "update stock_balance set epoch_ms = epoch_ms - 60000 where offer_id = ?", offer.value());
    }

    private long epoch() {
        return bench.stock.ledger.terms(offer).orElseThrow().epoch();
    }
}
