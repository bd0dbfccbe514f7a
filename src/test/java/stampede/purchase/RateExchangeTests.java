package stampede.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import stampede.account.AccountId;
import stampede.stock.StockWorkbench;

class RateExchangeTests {

    private final SimulatedTime time = new SimulatedTime();
    private final StringRedisTemplate redis = StockWorkbench.get().redis;
    private final PurchaseProperties properties = PurchaseLimiterTests.defaults();
    private final Node here = new Node(redis);
    private final Node there = new Node(redis);
    private final AccountId shopper = new AccountId(StockWorkbench.nextId());
    private final String address = "192.0.2." + ThreadLocalRandom.current().nextInt() + "." + shopper;

    @BeforeEach
    void meet() {
        here.exchange.exchange();
        there.exchange.exchange();
    }

    @Test
    void whatOneNodeAdmittedTheOtherTakesOutOfItsOwn() {
        assertThat(here.admittedOf(2)).isEqualTo(2);
        here.exchange.exchange();
        assertThat(there.admittedOf(1)).as("it has not heard yet").isEqualTo(1);

        there.exchange.exchange();

        assertThat(there.admittedOf(5)).isZero();
    }

    @Test
    void aShopperWhoPressesOnManyNodesAtOncePaysItBackOnEach() {
        assertThat(here.admittedOf(10) + there.admittedOf(10))
                .as("before they hear of each other")
                .isEqualTo(6);
        here.exchange.exchange();
        there.exchange.exchange();

        // There owes three, so a second and a half pass before the bucket is even.
        time.pass(Duration.ofMillis(1_400));
        assertThat(there.admittedOf(10)).isZero();
        time.pass(Duration.ofMillis(700));
        assertThat(there.admittedOf(10)).isEqualTo(1);
    }

    @Test
    void tellsEachNodeOfEveryAttemptOnce() {
        here.admittedOf(1);
        here.exchange.exchange();
        there.admittedOf(1);
        there.exchange.exchange();
        there.exchange.exchange();
        there.exchange.exchange();

        assertThat(there.admittedOf(5)).as("three less its own and the other's").isEqualTo(1);
    }

    @Test
    void carriesAnyNumberOfShoppersInOneGo() {
        var shoppers = LongStream.range(0, 1_200)
                .mapToObj(i -> new AccountId(StockWorkbench.nextId()))
                .toList();
        shoppers.forEach(one -> there.limiter.admit(one, address + one));
        shoppers.forEach(one -> here.limiter.admit(one, address + one));

        there.exchange.exchange();
        here.exchange.exchange();

        assertThat(shoppers).allSatisfy(one -> {
            assertThat(here.admits(one)).isTrue();
            assertThat(here.admits(one)).isFalse();
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

            alone.exchange.turn();

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
            here.exchange.exchange();
            assertThat(redis.keys("rate:{limiter}:*"))
                    .as("once the others of this class have not been heard of for four seconds")
                    .containsExactly("rate:{limiter}:nodes");
        });

        there.exchange.exchange();
        here.admits(shopper);
        here.exchange.exchange();
        there.exchange.exchange();
        there.admits(shopper);
        there.exchange.exchange();

        assertThat(redis.keys("rate:{limiter}:*")).as("in company").hasSizeGreaterThan(1);
    }

    @Test
    void leavesNothingBehindInRedis() {
        there.exchange.exchange();
        here.admittedOf(1);
        here.exchange.exchange();

        var hashes = redis.keys("rate:{limiter}:*");

        assertThat(hashes)
                .isNotEmpty()
                .allSatisfy(hash -> assertThat(redis.getExpire(hash)).isBetween(0L, 4L));
    }

    private final class Node {

        final PurchaseLimiter limiter = new PurchaseLimiter(properties, time);
        final RateExchange exchange;

        Node(StringRedisTemplate redis) {
            exchange = new RateExchange(limiter, redis, properties);
        }

        long admittedOf(int attempts) {
            return IntStream.range(0, attempts)
                    .filter(attempt -> admits(shopper))
                    .count();
        }

        boolean admits(AccountId who) {
            try {
                limiter.admit(who, address + who);
                return true;
            } catch (PurchaseRefused refused) {
                return false;
            }
        }
    }
}
