package stampede.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.counter.StockWorkbench.key;
import static stampede.counter.StockWorkbench.reservation;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import stampede.catalog.OfferId;
import stampede.settlement.BooksWorkbench;

/** Which offers are audited, and how often. */
class CounterSyncJobTests {

    private final BooksWorkbench bench = new BooksWorkbench();
    private final OfferId offer = bench.stock.openOffer(10, 3);
    private final CounterSyncJob loop = new CounterSyncJob(
            bench.stock.ledger,
            bench.stock.inspection,
            bench.audit,
            bench.drift,
            bench.verdicts,
            bench.recovery,
            bench.watch,
            bench.clock());

    /** Redis knows of an order, and both have been found in order. */
    @BeforeEach
    void sellOneAndAudit() {
        var sold = reservation(offer, 1, 1);
        bench.orders.place(sold);
        bench.stock.counter.settle(List.of(sold));
        loop.turn();
        whenDueAgain();
    }

    @Test
    void anOfferIsAuditedAgainOnceItsBalanceMoved() {
        bench.orders.place(reservation(offer, 2, 1));

        loop.turn();
        assertThat(left()).as("not due yet").isEqualTo(9);
        whenDueAgain();

        assertThat(left()).isEqualTo(8);
    }

    @Test
    void anOfferIsAuditedAgainOnceItsCounterMoved() {
        bench.stock.counter.settle(List.of(reservation(offer, 7, 1)));
        assertThat(left())
                .as("adopted, though the database knows no such order")
                .isEqualTo(8);

        whenDueAgain();

        assertThat(left()).isEqualTo(9);
    }

    @Test
    void anOfferAtRestIsLeftAloneUntilACheckFindsItBroken() {
        loseTheOrder();

        whenDueAgain();
        assertThat(kept()).as("nothing told the loop").isZero();
        bench.verdicts.save(bench.check.check(offer));
        whenDueAgain();

        assertThat(kept()).isEqualTo(1);
    }

    @Test
    void anOfferThatCannotBeReadKeepsNoOtherFromItsAudit() {
        bench.stock.redis.opsForHash().put(key(offer, "reservations"), "1", "scribble");
        bench.stock.redis.opsForHash().increment(key(offer, "state"), "moves", 1);
        var later = bench.stock.openOffer(10, 3);
        bench.orders.place(reservation(later, 2, 1));

        whenDueAgain();

        assertThat(bench.stock.inspection.left(later)).contains(9);
    }

    @Test
    void auditsThatTakeLongComeLessOften() {
        assertThat(loop.pause(Duration.ofMillis(100))).isEqualTo(bench.recovery.auditEvery());
        assertThat(loop.pause(Duration.ofMinutes(1))).isEqualTo(Duration.ofMinutes(20));
    }

    /** Somebody deletes it from Redis by hand; no script of ours would leave the number of moves as it was. */
    private void loseTheOrder() {
        bench.stock.redis.delete(key(offer, "reservations"));
        assertThat(kept()).isZero();
    }

    /** However long it took to audit what other tests have left on sale. */
    private void whenDueAgain() {
        bench.letTimePass(Duration.ofMinutes(30));
        loop.turn();
    }

    private int left() {
        return bench.stock.inspection.left(offer).orElseThrow();
    }

    private long kept() {
        return bench.stock.redis.opsForHash().size(key(offer, "reservations"));
    }
}
