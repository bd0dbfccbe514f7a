package stampede.inquiry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.SaleWindow;
import stampede.catalog.TestOffers;
import stampede.counter.LiveStock;
import stampede.counter.ReserveAnswer;
import stampede.counter.ReserveRequest;
import stampede.counter.StockCounter;
import stampede.counter.StockView;
import stampede.money.Money;
import stampede.order.OrderDetail;
import stampede.order.OrderId;
import stampede.payment.PaidOrders;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;

/** Purchases that stand still although the shop runs: nobody looks after them for an hour. */
@Component
public class Standstill {

    public static final Duration LONG = Duration.ofMinutes(10);

    /** Where a Snowflake id's time begins, and how far up it stands. */
    private static final long EPOCH_MILLIS = 1_577_836_800_000L;

    private static final int BITS_BELOW_TIME = 22;

    private final OfferPublishing offerPublishing;
    private final LiveStock live;
    private final StockCounter counter;
    private final StringRedisTemplate redis;
    private final JdbcClient sql;
    private final PaidOrders paidOrders;

    Standstill(
            OfferPublishing offerPublishing,
            LiveStock live,
            StockCounter counter,
            StringRedisTemplate redis,
            JdbcClient sql,
            PaidOrders paidOrders) {
        this.offerPublishing = offerPublishing;
        this.live = live;
        this.counter = counter;
        this.redis = redis;
        this.sql = sql;
        this.paidOrders = paidOrders;
    }

    /** An offer that has sold for twenty minutes. */
    public OfferId open() {
        var opened = Instant.now()
                .minus(Duration.ofMinutes(20))
                .minusMillis(ThreadLocalRandom.current().nextLong(60_000));
        var slot = offerPublishing.slot(new SaleWindow(opened, opened.plus(Duration.ofHours(1))));
        var offer = offerPublishing.publish(new OfferPublishing.NewOffer(
                TestOffers.product(offerPublishing, "Teapot"), slot, new Money(1_990), 50, 5));
        await().atMost(Duration.ofSeconds(30)).until(() -> live.of(offer).gate() == StockView.Gate.OPEN);
        return offer;
    }

    /** Reserved that long ago, and nothing since. */
    public OrderId reserved(OfferId offer, Duration ago) {
        var shopper = new AccountId(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
        var reservation =
                new Reservation(id(ago), offer, shopper, 1, Instant.now().minus(ago));
        var detail = new OrderDetail(1_990, "Somewhere 5").text();
        var key = UUID.randomUUID().toString();
        assertThat(counter.reserve(new ReserveRequest(reservation.id(), offer, shopper, 1, key, detail)))
                .isInstanceOf(ReserveAnswer.Reserved.class);
        stand(reservation, key + "|" + detail);
        return new OrderId(reservation.id().value());
    }

    /** An order whose time to pay has been over for that long. Its timer comes when twenty seconds have passed. */
    public OrderId unpaid(OfferId offer) {
        var order = paidOrders.placed(offer).id();
        sql.sql("update orders set expires_at_ms = expires_at_ms - :ago where id = :id")
                .param("ago", LONG.toMillis() + 20_000)
                .param("id", order.value())
                .update();
        return order;
    }

    /** A number that was made that long ago. */
    public static ReservationId id(Duration ago) {
        var time = Instant.now().minus(ago).toEpochMilli() - EPOCH_MILLIS;
        return new ReservationId(
                (time << BITS_BELOW_TIME) | ThreadLocalRandom.current().nextInt(1 << BITS_BELOW_TIME));
    }

    private static String key(Reservation reservation, String part) {
        return "stock:{" + reservation.offer() + "}:" + part;
    }

    private void stand(Reservation reservation, String rest) {
        var name = reservation.id().toString();
        redis.opsForZSet().add(key(reservation, "pending"), name, (double)
                Instant.now().plus(Duration.ofHours(1)).toEpochMilli());
        redis.opsForHash()
                .put(
                        key(reservation, "reservations"),
                        name,
                        String.join(
                                "|",
                                List.of(
                                        "P",
                                        reservation.shopper().toString(),
                                        Integer.toString(reservation.units()),
                                        Long.toString(reservation.reservedAt().toEpochMilli()),
                                        rest)));
    }
}
