package stampede.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;
import static stampede.counter.StockWorkbench.request;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import stampede.account.AccountId;
import stampede.books.RuleFinding;
import stampede.catalog.OfferId;
import stampede.counter.CounterReservationState;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.PlaceOrder;
import stampede.settlement.BooksWorkbench;
import stampede.stock.Reservation;
import stampede.task.Delivery;

class ReservationSweeperTests {

    private final BooksWorkbench bench = new BooksWorkbench();
    private final OfferId offer = bench.stock.openOffer(10, 2);

    @Test
    void settlesWhatHasItsOrder() {
        var reservation = dueReservation();
        bench.orders.place(reservation);

        bench.sweeper.sweep(offer);

        assertThat(state(reservation)).isEqualTo(new CounterReservationState.Settled(new AccountId(7)));
        assertThat(bench.check.check(offer).findings()).allMatch(RuleFinding::ok);
    }

    @Test
    void releasesWhatWasRejectedOrClosed() {
        var rejected = dueReservation();
        bench.orders.insert(rejected, OrderStatus.REJECTED, 0);
        var closed = dueReservation();
        bench.orders.place(closed);
        bench.orders.close(closed);

        bench.sweeper.sweep(offer);

        assertThat(state(rejected)).isEqualTo(new CounterReservationState.Gone());
        assertThat(state(closed)).isEqualTo(new CounterReservationState.Gone());
        assertThat(bench.check.check(offer).findings()).allMatch(RuleFinding::ok);
    }

    @Test
    void queuesAgainWhatHasNoOrderYetAndKeepsItWaiting() {
        var reservation = dueReservation();

        bench.sweeper.sweep(offer);

        assertThat(bench.sent)
                .extracting(PlaceOrder::reservationId, PlaceOrder::unitPriceFen, PlaceOrder::address)
                .containsOnly(tuple(reservation.id().toString(), 990L, "Somewhere 5"));
        assertThat(state(reservation)).isInstanceOf(CounterReservationState.Reserved.class);
        assertThat(bench.orders.statuses(List.of(order(reservation)))).isEmpty();
    }

    @Test
    void triesAgainWhenTheBrokerRefused() {
        var reservation = dueReservation();
        bench.brokerSays(Delivery.REFUSED);
        bench.sweeper.sweep(offer);
        assertThat(bench.sent).isEmpty();
        assertThat(state(reservation)).isInstanceOf(CounterReservationState.Reserved.class);

        bench.brokerSays(Delivery.CONFIRMED);
        bench.sweeper.sweep(offer);

        assertThat(bench.sent).isNotEmpty();
    }

    @Test
    void abandonsWhatIsTooOldBehindATombstone() {
        var reservation = dueReservation();
        bench.letTimePass(BooksWorkbench.ABANDON_AFTER.plusSeconds(60));

        bench.sweeper.sweep(offer);

        assertThat(bench.sent).isEmpty();
        assertThat(state(reservation)).isEqualTo(new CounterReservationState.Gone());
        assertThat(bench.orders.statuses(List.of(order(reservation))))
                .isEqualTo(Map.of(order(reservation), OrderStatus.ABANDONED));
        assertThat(bench.orders.place(reservation)).as("a late message").isFalse();
        assertThat(bench.check.check(offer).findings()).allMatch(RuleFinding::ok);
    }

    @Test
    void givesUpWhatItCannotReadWhenItIsOld() {
        var request = request(offer, 7, 1);
        var unreadable = bench.stock
                .reserve(new stampede.counter.ReserveRequest(
                        request.id(), offer, request.shopper(), 1, request.idempotencyKey(), "nonsense"))
                .orElseThrow();
        awaitDue();
        bench.sweeper.sweep(offer);
        assertThat(bench.sent).isEmpty();

        bench.letTimePass(BooksWorkbench.ABANDON_AFTER.plusSeconds(60));
        bench.sweeper.sweep(offer);

        assertThat(state(unreadable)).isEqualTo(new CounterReservationState.Gone());
    }

    @Test
    void goesThroughMoreThanOneClaimTakes() {
        var large = bench.stock.openOffer(450, 1);
        for (int shopper = 1; shopper <= 450; shopper++) {
            assertThat(bench.stock.reserve(request(large, shopper, 1))).isPresent();
        }
        bench.letTimePass(BooksWorkbench.ABANDON_AFTER.plusSeconds(60));

        await().until(() -> {
            bench.sweeper.sweep(large);
            return bench.stock.reservations.countReserved(List.of(large)).containsValue(0L);
        });

        assertThat(bench.stock.inspection.left(large)).contains(450);
    }

    private Reservation dueReservation() {
        var reservation = bench.stock.reserve(request(offer, 7, 1)).orElseThrow();
        awaitDue();
        return reservation;
    }

    /** Claims last no time here, so looking takes nothing away. */
    private void awaitDue() {
        var waiting = bench.stock.reservations.countReserved(List.of(offer)).getOrDefault(offer, 0L);
        await().pollInterval(Duration.ofMillis(20))
                .until(() ->
                        bench.stock.counter.claim(offer, 100, Duration.ZERO).size() == waiting);
    }

    private CounterReservationState state(Reservation reservation) {
        return bench.stock
                .counter
                .states(Map.of(reservation.id(), offer))
                .getOrDefault(reservation.id(), new CounterReservationState.Cold());
    }

    private static OrderId order(Reservation reservation) {
        return new OrderId(reservation.id().value());
    }
}
