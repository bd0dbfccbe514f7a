package stampede.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.order.OrderPlaced;
import stampede.order.Rejection;
import stampede.order.ReservationAbandonment;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;
import stampede.support.clock.ClockOffsets;

class PurchaseEndsTests {

    private static final Instant NOW = Instant.parse("2026-11-11T12:00:00Z");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final StaticListableBeanFactory beans = new StaticListableBeanFactory();
    private final PurchaseEnds ends =
            new PurchaseEnds(registry, Clock.fixed(NOW, ZoneOffset.UTC), beans.getBeanProvider(ClockOffsets.class));

    @Test
    void hasEveryEndBeforeTheFirstOne() {
        assertThat(registry.get("stampede.purchase.ends").counters())
                .extracting(counter -> counter.getId().getTag("end"))
                .containsExactlyInAnyOrder("placed", "rejected", "abandoned");
    }

    /** Redis' clock is 300 ms ahead, so what it calls 200 ms ago is 500 ms ago. */
    @Test
    void measuresFromThePressToTheCommitByOneClock() {
        beans.addBean("offsets", (ClockOffsets) () -> Optional.of(Duration.ofMillis(300)));

        ends.countPlaced(new OrderPlaced(reservedAt(NOW.minusMillis(200))));

        assertThat(end("placed")).isOne();
        assertThat(registry.get("stampede.orders")
                        .tag("step", "placed")
                        .counter()
                        .count())
                .isOne();
        assertThat(commits()).isCloseTo(500, within(0.1));
    }

    @Test
    void neverMeasuresLessThanNothing() {
        ends.countPlaced(new OrderPlaced(reservedAt(NOW.plusSeconds(5))));

        assertThat(end("placed")).isOne();
        assertThat(commits()).isZero();
    }

    @Test
    void countsWhatIsRefusedOrGivenUp() {
        ends.countRejected(new Rejection.Told(reservedAt(NOW), Rejection.SOLD_OUT));
        ends.countAbandoned(new ReservationAbandonment.Abandoned(reservedAt(NOW)));

        assertThat(end("rejected")).isOne();
        assertThat(end("abandoned")).isOne();
        assertThat(end("placed")).isZero();
    }

    private double end(String end) {
        return registry.get("stampede.purchase.ends").tag("end", end).counter().count();
    }

    private double commits() {
        return registry.get("stampede.purchase.commits").timer().totalTime(TimeUnit.MILLISECONDS);
    }

    private static Reservation reservedAt(Instant time) {
        return new Reservation(new ReservationId(1), new OfferId(2), new AccountId(3), 1, time);
    }
}
