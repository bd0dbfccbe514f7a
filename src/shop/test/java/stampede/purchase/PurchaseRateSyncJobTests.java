package stampede.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import stampede.account.AccountId;
import stampede.counter.StockWorkbench;
import stampede.redis.AsyncRedis;
import stampede.setting.Settings;
import stampede.testing.Proof;

class PurchaseRateSyncJobTests {

    private final SimulatedTime time = new SimulatedTime();
    private final StringRedisTemplate redis = StockWorkbench.get().redis;
    private final PurchaseRateLimitProperties properties = PurchaseRateLimiterTests.defaults();
    private final Node here = new Node(redis);
    private final Node there = new Node(redis);
    private final AccountId shopper = new AccountId(StockWorkbench.nextId());
    private final int network = ThreadLocalRandom.current().nextInt(0x10000);

    @BeforeEach
    void meet() {
        redis.delete(Objects.requireNonNull(redis.keys("rate:{limiter*")));
        here.sync.sync();
        there.sync.sync();
        here.sync.sync();
    }

    @Test
    void whatOneNodeAdmittedTheOtherTakesOutOfItsOwn() {
        assertThat(here.admittedOf(2)).isEqualTo(2);
        here.sync.sync();
        assertThat(there.admittedOf(2)).as("it has not heard yet").isEqualTo(2);

        there.sync.sync();

        time.pass(Duration.ofMillis(1_900));
        assertThat(there.admittedOf(5)).as("it would have two again").isZero();
    }

    /** Nor can it be told of others, so a shopper has one attempt more there. */
    @Test
    void whoPressesOnceOnEachIsNobodysBusinessElsewhere() {
        assertThat(here.admittedOf(1)).isEqualTo(1);
        assertThat(there.admittedOf(1)).isEqualTo(1);

        here.sync.sync();
        there.sync.sync();

        assertThat(redis.keys("rate:{limiter-*")).isEmpty();
        assertThat(there.admittedOf(5)).isEqualTo(1);
    }

    @Test
    void whoComesBackWithinTwoSecondsIsToldOf() {
        here.admittedOf(1);
        time.pass(Duration.ofMillis(1_500));
        here.admittedOf(1);
        here.sync.sync();
        assertThat(there.admittedOf(2)).isEqualTo(2);
        there.sync.sync();

        time.pass(Duration.ofMillis(900));
        assertThat(there.admittedOf(5)).as("one of here, and its own two").isZero();
        time.pass(Duration.ofMillis(1_200));
        assertThat(there.admittedOf(5)).isEqualTo(1);
    }

    @Test
    void aShopperWhoPressesOnManyNodesAtOncePaysItBackOnEach() {
        assertThat(here.admittedOf(10) + there.admittedOf(10))
                .as("before they hear of each other")
                .isEqualTo(4);
        here.sync.sync();
        there.sync.sync();

        // There owes two, so two seconds pass before the bucket is even.
        time.pass(Duration.ofMillis(2_900));
        assertThat(there.admittedOf(10)).isZero();
        time.pass(Duration.ofMillis(200));
        assertThat(there.admittedOf(10)).isEqualTo(1);
    }

    @Test
    void tellsEachNodeOfEveryAttemptOnce() {
        here.admittedOf(2);
        here.sync.sync();
        there.admittedOf(2);
        there.sync.sync();
        there.sync.sync();
        there.sync.sync();

        time.pass(Duration.ofMillis(2_900));
        assertThat(there.admittedOf(5)).as("it owed the other's two").isZero();
        time.pass(Duration.ofMillis(200));
        assertThat(there.admittedOf(5)).as("what came back in the third second").isEqualTo(1);
    }

    /** By the clock on the wall, as Redis counts by its own: storms on all nodes after pauses that fill the buckets. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 6})
    void nodesTogetherAdmitNoMoreThanFiveInASecondAndOneForEachFurtherNode(int count) {
        redis.delete("rate:{limiter}:nodes");
        var nodes = Stream.generate(() -> new Node(redis, TimeMeter.SYSTEM_NANOTIME))
                .limit(count)
                .toList();
        var random = new Random(20261123);
        var admitted = new ArrayList<Long>();
        for (int storm = 0; storm < Proof.size(2, 20); storm++) {
            var began = System.nanoTime();
            var pause = 2_000 + random.nextInt(500);
            for (int tick = 0; tick < 860; tick++) {
                if (tick % 10 == 0) {
                    nodes.forEach(node -> node.sync.sync());
                }
                if (tick * 10 >= pause) {
                    nodes.stream()
                            .filter(node -> random.nextBoolean() && node.admits(shopper))
                            .forEach(node -> admitted.add(System.nanoTime()));
                }
                LockSupport.parkNanos(began + (tick + 1) * 10_000_000L - System.nanoTime());
            }
        }

        var most = PurchaseRateLimiterTests.mostWithin(admitted, 1_000_000_000L);
        var mostInFive = PurchaseRateLimiterTests.mostWithin(admitted, 5_000_000_000L);
        Proof.print(
                "%d nodes admitted %d attempts of one shopper, at most %d in a second and %d in five",
                count, admitted.size(), most, mostInFive);
        assertThat(most).isBetween(3, 5 + count - 1);
        assertThat(mostInFive).isLessThanOrEqualTo(25);
    }

    /** The figure is not a promise: others may use the same Redis. */
    @Test
    void anHonestCrowdCostsRedisNothing() {
        var clicks = Proof.size(500, 5_000);
        var before = redisMicros();
        for (int crowd = 0; crowd < 10; crowd++) {
            for (var node : List.of(here, there)) {
                LongStream.range(0, clicks)
                        .mapToObj(i -> new AccountId(StockWorkbench.nextId()))
                        .forEach(node::admits);
                node.sync.sync();
            }
            time.pass(Duration.ofMillis(100));
        }

        Proof.print(
                "An honest click costs Redis %.2f µs over two nodes, by %d clicks",
                (redisMicros() - before) / (20.0 * clicks), 20 * clicks);
        assertThat(redis.keys("rate:{limiter*")).containsExactly("rate:{limiter}:nodes");
    }

    @Test
    void carriesAnyNumberOfShoppersInOneGo() {
        var shoppers = LongStream.range(0, 1_200)
                .mapToObj(i -> new AccountId(StockWorkbench.nextId()))
                .toList();
        for (var node : List.of(there, here)) {
            shoppers.forEach(one -> {
                node.limiter.admit(one, address(one));
                node.limiter.admit(one, address(one));
            });
        }

        there.sync.sync();
        here.sync.sync();

        time.pass(Duration.ofMillis(1_900));
        assertThat(shoppers).allSatisfy(one -> {
            assertThat(here.admits(one)).as("two here, two there").isFalse();
        });
    }

    @Test
    void withoutRedisEachNodeKeepsToItsOwnLimit() {
        var nowhere = new LettuceConnectionFactory("127.0.0.1", 1);
        nowhere.afterPropertiesSet();
        nowhere.start();
        try {
            var alone = new Node(new StringRedisTemplate(nowhere));
            assertThat(alone.admittedOf(2)).isEqualTo(2);

            alone.sync.turn();

            assertThat(alone.admittedOf(5)).isEqualTo(1);
        } finally {
            nowhere.destroy();
        }
    }

    @Test
    void aNodeThatIsAloneTellsRedisNothingButThatItIsThere() {
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            time.pass(Duration.ofSeconds(5));
            assertThat(here.admits(shopper)).isTrue();
            here.sync.sync();
            assertThat(redis.keys("rate:{limiter*"))
                    .as("once the others of this class have not been heard of for four seconds")
                    .containsExactly("rate:{limiter}:nodes");
        });

        there.sync.sync();
        here.admittedOf(2);
        here.sync.sync();
        there.sync.sync();
        there.admittedOf(2);
        there.sync.sync();

        assertThat(redis.keys("rate:{limiter*")).as("in company").hasSizeGreaterThan(1);
    }

    @Test
    void leavesNothingBehindInRedis() {
        there.sync.sync();
        here.admittedOf(2);
        here.sync.sync();

        var hashes = redis.keys("rate:{limiter*");

        assertThat(hashes)
                .isNotEmpty()
                .allSatisfy(hash -> assertThat(redis.getExpire(hash)).isBetween(0L, 4L));
    }

    private double redisMicros() {
        var cpu = Objects.requireNonNull(redis.execute((RedisCallback<Properties>)
                connection -> connection.serverCommands().info("cpu")));
        return 1e6
                * (Double.parseDouble(cpu.getProperty("used_cpu_user"))
                        + Double.parseDouble(cpu.getProperty("used_cpu_sys")));
    }

    /** A network of their own. */
    private String address(AccountId who) {
        return "2001:%x:%x:%x::1".formatted(network, (who.value() >> 16) & 0xFFFF, who.value() & 0xFFFF);
    }

    private final class Node {

        final PurchaseRateLimiter limiter;
        final PurchaseRateSyncJob sync;

        Node(StringRedisTemplate redis) {
            this(redis, time);
        }

        Node(StringRedisTemplate redis, TimeMeter time) {
            limiter = new PurchaseRateLimiter(properties, new Settings(), time);
            var connections = Objects.requireNonNull(redis.getConnectionFactory());
            sync = new PurchaseRateSyncJob(limiter, redis, new AsyncRedis(connections, Duration.ofSeconds(2)));
        }

        long admittedOf(int attempts) {
            return IntStream.range(0, attempts)
                    .filter(attempt -> admits(shopper))
                    .count();
        }

        boolean admits(AccountId who) {
            try {
                limiter.admit(who, address(who));
                return true;
            } catch (PurchaseRefused refused) {
                return false;
            }
        }
    }
}
