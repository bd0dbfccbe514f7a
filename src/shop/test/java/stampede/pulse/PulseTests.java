package stampede.pulse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.catalog.OfferId;
import stampede.purchase.PurchaseRefusal;

/** Real presses, by both ways, and what is counted of them until it is in the database. */
@StampedeTest
class PulseTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Set<String> UNDECIDED = Set.of("BUSY", "TOO_MANY_ATTEMPTS");
    private static final int LATELY_S = 300;

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private PulseReader reader;

    @Autowired
    private PulseStore store;

    @Autowired
    private SaleMinuteRepository rows;

    @Autowired
    private SaleMinutes minutes;

    @Autowired
    private PulseProperties properties;

    @Autowired
    private StringRedisTemplate redis;

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private Clock clock;

    private ApiClient shop;

    @BeforeEach
    void connect() {
        shop = new ApiClient(port);
    }

    @Test
    void sumsAreExactlyWhatClientsWereToldAndWhatBecameOrders() {
        var offer = fixture.onSale(shop, 12, 1);
        var told = new HashMap<String, Long>();
        var shoppers = fixture.shoppers(30);

        IntStream.range(0, shoppers.size()).parallel().forEach(number -> {
            var shopper = shop.as(shoppers.get(number));
            var client = number % 2 == 0 ? shopper : theLongWay(shopper);
            decided(() -> {
                var answer = client.buy(offer, 1, "press-" + number);
                note(told, answer);
                return answer;
            });
        });
        note(told, shop.as(shoppers.get(0)).buy(offer, 7, "too-many-units"));
        note(told, theLongWay(shop.as(shoppers.get(1))).buy(offer, 7, "too-many-units"));
        note(told, shop.buy(offer, 1, "nobody"));
        var hasty = shop.as(fixture.shopper());
        for (int press = 0; press < 40 && !told.containsKey("TOO_MANY_ATTEMPTS"); press++) {
            note(told, (press % 2 == 0 ? hasty : theLongWay(hasty)).buy(offer, 7, "hasty-" + press));
        }

        assertThat(told).containsKeys("ACCEPTED", "SOLD_OUT", "BAD_UNITS", "TOO_MANY_ATTEMPTS", "NOT_SIGNED_IN");
        await().atMost(PATIENCE).untilAsserted(() -> {
            var sum = sum(offer);
            assertThat(sum.of(PulseEvent.ACCEPTED)).isEqualTo(told.get("ACCEPTED"));
            for (var refusal : PurchaseRefusal.values()) {
                assertThat(sum.of(PulseEvent.of(refusal)))
                        .as("%s", refusal)
                        .isEqualTo(told.getOrDefault(refusal.name(), 0L));
            }
            assertThat(sum.of(PulseEvent.PLACED))
                    .isEqualTo(told.get("ACCEPTED"))
                    .isEqualTo(orders(offer));
            assertThat(IntStream.range(0, PulseBuckets.COUNT)
                            .mapToLong(bucket -> sum.order()[bucket])
                            .sum())
                    .isEqualTo(told.get("ACCEPTED"));
        });
    }

    @Test
    void aMinuteIsKeptOnceHoweverOftenThatIsDoneAndSaysWhetherItIsWhole() {
        var offer = fixture.onSale(shop, 5, 1);
        var shopper = shop.as(fixture.shopper());
        shopper.buy(offer, 1, "mine");
        theLongWay(shopper).buy(offer, 1, "mine");
        await().atMost(PATIENCE)
                .until(() ->
                        sum(offer).of(PulseEvent.REPEATED) == 1 && sum(offer).of(PulseEvent.PLACED) == 1);
        var later = new MinuteKeeper(store, rows, properties, Clock.offset(clock, Duration.ofMinutes(10)));

        later.keep();
        later.keep();

        var kept = kept(offer);
        assertThat(kept).allSatisfy(minute -> assertThat(minute.complete()).isTrue());
        assertThat(sum(kept, PulseEvent.ACCEPTED)).isOne();
        assertThat(sum(kept, PulseEvent.REPEATED)).isOne();

        var some = kept.get(0);
        var line = new PulseLine.OfferMinute(Long.parseLong(offer), some.minuteS());
        store.write(
                "late",
                now(),
                List.of(
                        new PulseLine(line.offer(), some.minuteS() + 1, "1.late.1", "SOLD_OUT=4"),
                        PulseLine.gap(line.offer(), some.minuteS())));
        store.write("late", now(), List.of(new PulseLine(line.offer(), some.minuteS() + 1, "1.late.1", "SOLD_OUT=4")));
        redis.opsForZSet().remove("pulse:nodes", "late");
        later.keep();

        assertThat(sum(kept(offer), PulseEvent.SOLD_OUT)).as("what comes late").isEqualTo(4);
        assertThat(sum(kept(offer), PulseEvent.ACCEPTED)).isOne();
        assertThat(kept(offer).get(0).complete()).isFalse();
    }

    @Test
    void whatRedisForgotIsSaid() {
        var offer = fixture.onSale(shop, 5, 1);
        shop.as(fixture.shopper()).buy(offer, 1, "mine");
        await().atMost(PATIENCE).until(() -> sum(offer).of(PulseEvent.ACCEPTED) == 1);

        redis.delete(Objects.requireNonNull(redis.keys("pulse:{" + offer + "}:*")));
        redis.delete("pulse:epoch");

        await().atMost(PATIENCE)
                .until(() -> !reader.past(new OfferId(Long.parseLong(offer)), now() - LATELY_S, now() + 1)
                        .gaps()
                        .isEmpty());
    }

    /** Each second has a few commands for each offer, whatever is pressed in it. */
    @Test
    void aPressAddsNoCommandToRedis() {
        var offer = fixture.onSale(shop, 200, 1);
        var shoppers = fixture.shoppers(150);
        var before = calls();
        var began = System.nanoTime();

        var accepted = shoppers.stream()
                .map(shopper -> decided(
                        () -> shop.as(shopper).buy(offer, 1, UUID.randomUUID().toString())))
                .filter(answer -> answer.status() == 202)
                .count();

        var seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds() + 1;
        var written = calls() - before;
        assertThat(accepted).isEqualTo(150);
        assertThat(written).as("in %d s", seconds).isLessThan(Math.min(150, seconds * 20 + 20));
        await().atMost(PATIENCE).until(() -> sum(offer).of(PulseEvent.ACCEPTED) == accepted);
    }

    /** The one command that only the pulse uses. */
    private long calls() {
        var stats = redis.execute((RedisCallback<Properties>)
                connection -> connection.serverCommands().info("commandstats"));
        var line = Objects.requireNonNull(stats).getProperty("cmdstat_hmset", "calls=0,");
        return Long.parseLong(line.replaceFirst("calls=(\\d+).*", "$1"));
    }

    private PulseCounts sum(String offer) {
        var sum = new PulseCounts();
        reader.past(new OfferId(Long.parseLong(offer)), now() - LATELY_S, now() + 2)
                .seconds()
                .forEach(sum::addAll);
        return sum;
    }

    private List<SaleMinute> kept(String offer) {
        return minutes.of(new OfferId(Long.parseLong(offer)), now() - 3_600, now() + 3_600);
    }

    private static long sum(List<SaleMinute> kept, PulseEvent event) {
        return kept.stream().mapToLong(minute -> minute.sum(event)).sum();
    }

    private long orders(String offer) {
        return jdbc.sql("select count(*) from orders where offer_id = ? and status = 'AWAITING_PAYMENT'")
                .param(Long.parseLong(offer))
                .query(Long.class)
                .single();
    }

    private long now() {
        return clock.instant().getEpochSecond();
    }

    /** Others may press from this address at the same time, and a machine that stands still for a moment is busy after it. */
    private static ApiClient.Answer decided(Callable<ApiClient.Answer> press) {
        return await().atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(500))
                .until(press, answer -> !UNDECIDED.contains(reason(answer)));
    }

    private static void note(Map<String, Long> told, ApiClient.Answer answer) {
        synchronized (told) {
            told.merge(answer.status() == 202 ? "ACCEPTED" : reason(answer), 1L, Long::sum);
        }
    }

    private static String reason(ApiClient.Answer answer) {
        return answer.status() == 401 ? "NOT_SIGNED_IN" : answer.text("reason");
    }

    private static ApiClient theLongWay(ApiClient client) {
        return client.with("Accept", "application/json;q=0.9");
    }
}
