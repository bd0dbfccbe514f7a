package stampede.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.counter.StockWorkbench.key;
import static stampede.counter.StockWorkbench.request;
import static stampede.counter.StockWorkbench.reservation;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import stampede.books.RuleFinding;
import stampede.catalog.OfferId;
import stampede.counter.StockWorkbench;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.settlement.BooksWorkbench;
import stampede.stock.Reservation;

class CounterSyncTests {

    private final BooksWorkbench bench = new BooksWorkbench();
    private final OfferId offer = bench.stock.openOffer(1500, 1);

    @Test
    void adoptsOrdersThatRedisLost() {
        LongStream.rangeClosed(1, 1200).forEach(shopper -> bench.orders.place(reservation(offer, shopper, 1)));

        bench.audit.audit(offer);

        assertThat(bench.stock.inspection.left(offer)).contains(300);
        assertAgree();
    }

    @Test
    void releasesWhatWasClosedBehindRedisBack() {
        var reservations = LongStream.rangeClosed(1, 700)
                .mapToObj(shopper -> reservation(offer, shopper, 1))
                .toList();
        reservations.forEach(bench.orders::place);
        bench.stock.counter.settle(reservations);
        reservations.subList(0, 600).forEach(bench.orders::close);

        bench.audit.audit(offer);

        assertThat(bench.stock.inspection.left(offer)).contains(1400);
        assertAgree();
    }

    @Test
    void leavesAloneWhatWaitsForItsOrder() {
        var waiting = bench.stock.reserve(request(offer, 7, 1)).orElseThrow();

        bench.audit.audit(offer);

        assertThat(bench.stock.reservations.countReserved(List.of(offer))).isEqualTo(Map.of(offer, 1L));
        assertThat(bench.orders.statuses(List.of(order(waiting)))).isEmpty();
    }

    @Test
    void putsATombstoneWhereTheDatabaseLostAnOrder() {
        var lost = reservation(offer, 7, 1);
        bench.stock.counter.settle(List.of(lost));

        bench.audit.audit(offer);

        assertThat(bench.orders.statuses(List.of(order(lost)))).containsValue(OrderStatus.ABANDONED);
        assertAgree();
    }

    @Test
    void bringsTotalAndGateToWhatTheLedgerSays() {
        bench.stock.transactions.executeWithoutResult(status -> bench.stock.ledger.changeTotal(offer, 2000));
        bench.stock.gate.pause(StockWorkbench.OPERATOR, offer);
        bench.stock.redis.opsForHash().put(key(offer, "state"), "gate", "OPEN");

        bench.audit.audit(offer);

        assertThat(bench.stock.redis.opsForHash().entries(key(offer, "state")))
                .containsEntry("gate", "PAUSED")
                .containsEntry("total", "2000");
        assertAgree();
    }

    @Test
    void reportsTheDriftUntilItIsGone() {
        var sold = reservation(offer, 7, 1);
        bench.orders.place(sold);
        assertThat(bench.drift()).isZero();

        bench.audit.audit(offer);
        assertThat(bench.drift()).as("found").isEqualTo(1);
        bench.audit.audit(offer);

        assertThat(bench.drift()).as("put right").isZero();
    }

    private void assertAgree() {
        assertThat(bench.check.check(offer).findings()).allMatch(RuleFinding::ok);
    }

    private static OrderId order(Reservation reservation) {
        return new OrderId(reservation.id().value());
    }
}
