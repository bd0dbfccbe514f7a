package stampede.pastsale;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stampede.order.OrderWorkbench;
import stampede.order.PlaceOrder;
import stampede.testing.Proof;

/**
 * A large sale is moved while another one sells. Times are printed: what a purchase takes, from the press to its order in the database, ten
 * at a time, without the move, with it, and without it again.
 */
class PastSaleSpeedTests {

    private static final int TOGETHER = 10;

    private final PastSaleBench bench = new PastSaleBench();
    private final OrderWorkbench shop = OrderWorkbench.get();
    private long shopper = 1;

    @Test
    void aSaleIsMovedWhileAnotherSells() {
        moveWhileSelling(3_000, Duration.ofSeconds(1));
    }

    @Test
    @Tag(Proof.WHOLE)
    void aSaleOfAHundredThousandIsMovedWhileAnotherSells() {
        moveWhileSelling(100_000, Duration.ofSeconds(60));
    }

    private void moveWhileSelling(int orders, Duration alone) {
        var offer = bench.closedOut(orders);
        bench.mover().turn(offer, Instant.MAX);
        var before = sell(during(alone));
        var began = System.nanoTime();
        // A thread of its own: the few that are shared answer the purchases.
        var move = CompletableFuture.runAsync(
                () -> bench.mover().turn(offer, Instant.MAX), work -> new Thread(work, "mover").start());
        var with = sell(() -> !move.isDone());
        move.join();
        var took = Duration.ofNanos(System.nanoTime() - began);
        var after = sell(during(alone));

        Proof.print(
                "moving %d orders took %d ms; a purchase, p50 and p99 in µs: before %s, meanwhile %s, after %s; p99 meanwhile %.2f of before",
                orders,
                took.toMillis(),
                figures(before),
                figures(with),
                figures(after),
                (double) Proof.percentile(with, 0.99) / Proof.percentile(before, 0.99));
        assertThat(bench.state(offer)).isEqualTo(PastSaleState.MOVED);
        assertThat(bench.orders.isAnythingCurrent(offer)).isFalse();
        assertThat(bench.count("past_orders", offer)).isEqualTo(orders);
        assertThat(bench.books.proof().faults(offer)).isEmpty();
        assertThat(with).as("purchases went on").isNotEmpty();
    }

    /** Presses as fast as one caller can, each time for ten shoppers, until told to stop. */
    private List<Long> sell(BooleanSupplier goOn) {
        var selling = shop.openOffer(10_000_000, 1);
        var times = new ArrayList<Long>();
        do {
            var began = System.nanoTime();
            var messages = new ArrayList<PlaceOrder>();
            for (var i = 0; i < TOGETHER; i++) {
                messages.add(shop.message(shop.reserved(selling, shopper++, 1)));
            }
            shop.place(messages.toArray(PlaceOrder[]::new));
            times.add(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - began));
        } while (goOn.getAsBoolean());
        return times;
    }

    private static BooleanSupplier during(Duration time) {
        var end = System.nanoTime() + time.toNanos();
        return () -> System.nanoTime() < end;
    }

    private static String figures(List<Long> times) {
        return Proof.percentile(times, 0.5) + " and " + Proof.percentile(times, 0.99) + " of " + times.size();
    }
}
