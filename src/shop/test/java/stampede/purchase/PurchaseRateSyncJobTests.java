package stampede.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import stampede.account.AccountId;
import stampede.counter.StockWorkbench;
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
        redis.delete("rate:{limiter}:nodes");
        here.sync.sync();
        there.sync.sync();
        here.sync.sync();
    }

    @Test
    void whatOneNodeAdmittedTheOtherTakesOutOfItsOwn() {
        assertThat(here.admittedOf(2)).isEqualTo(2);
        here.sync.sync();
        assertThat(there.admittedOf(1)).as("it has not heard yet").isEqualTo(1);

        there.sync.sync();

        assertThat(there.admittedOf(5)).isZero();
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
        here.admittedOf(1);
        here.sync.sync();
        there.admittedOf(1);
        there.sync.sync();
        there.sync.sync();
        there.sync.sync();

        assertThat(there.admittedOf(5)).as("two less its own and the other's").isZero();
        time.pass(Duration.ofMillis(1_100));
        assertThat(there.admittedOf(5)).as("what came back in a second").isEqualTo(1);
    }

    /** By the clock on the wall, as Redis counts by its own: storms on both nodes after pauses that fill the buckets. */
    @Test
    void twoNodesTogetherNeverAdmitMoreThanFiveInASecond() {
        var nodes = List.of(new Node(redis, TimeMeter.SYSTEM_NANOTIME), new Node(redis, TimeMeter.SYSTEM_NANOTIME));
        var random = new Random(20261123);
        var admitted = new ArrayList<Long>();
        for (int storm = 0; storm < Proof.size(3, 20); storm++) {
            var began = System.nanoTime();
            var pause = 2_000 + random.nextInt(500);
            for (int tick = 0; tick < 360; tick++) {
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
        Proof.print("two nodes admitted %d attempts of one shopper, at most %d in a second", admitted.size(), most);
        assertThat(most).isBetween(3, 5);
    }

    @Test
    void carriesAnyNumberOfShoppersInOneGo() {
        var shoppers = LongStream.range(0, 1_200)
                .mapToObj(i -> new AccountId(StockWorkbench.nextId()))
                .toList();
        shoppers.forEach(one -> there.limiter.admit(one, address(one)));
        shoppers.forEach(one -> here.limiter.admit(one, address(one)));

        there.sync.sync();
        here.sync.sync();

        assertThat(shoppers).allSatisfy(one -> {
            assertThat(here.admits(one)).as("one here, one there").isFalse();
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
            assertThat(redis.keys("rate:{limiter}:*"))
                    .as("once the others of this class have not been heard of for four seconds")
                    .containsExactly("rate:{limiter}:nodes");
        });

        there.sync.sync();
        here.admits(shopper);
        here.sync.sync();
        there.sync.sync();
        there.admits(shopper);
        there.sync.sync();

        assertThat(redis.keys("rate:{limiter}:*")).as("in company").hasSizeGreaterThan(1);
    }

    @Test
    void leavesNothingBehindInRedis() {
        there.sync.sync();
        here.admittedOf(1);
        here.sync.sync();

        var hashes = redis.keys("rate:{limiter}:*");

        assertThat(hashes)
                .isNotEmpty()
                .allSatisfy(hash -> assertThat(redis.getExpire(hash)).isBetween(0L, 4L));
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
            sync = new PurchaseRateSyncJob(limiter, redis);
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
