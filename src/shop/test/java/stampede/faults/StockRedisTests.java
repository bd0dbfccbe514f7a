package stampede.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.alipaysandbox.LocalAlipay;
import stampede.security.PageVisitor;
import stampede.testing.Apart;
import stampede.testing.ServerMachines;

/** Stock is counted in a Redis of its own: either of the two may go, and the other goes on. */
@Apart
@Tag("faults")
class StockRedisTests {

    private static final int BASE =
            URI.create(System.getenv("STAMPEDE_REDIS_URL")).getPort() - 379 + 200;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final LocalAlipay alipay = LocalAlipay.own();
    private static final AtomicInteger shoppers = new AtomicInteger();

    private static ServerMachines machines;
    private static OwnServers servers;
    private static Fleet fleet;
    private static ShopNode node;

    @BeforeAll
    static void start(@TempDir Path directory) {
        machines = ServerMachines.at(directory.resolve("stock"), BASE);
        machines.start("redis");
        servers = OwnServers.empty("stampede_stock", 15);
        fleet = new Fleet(servers, alipay, directory, "--stampede.stock.redis.url=" + stock());
        node = fleet.add("web-worker-beat-1");
        fleet.start();
    }

    @AfterAll
    static void stop() {
        fleet.close();
        servers.close();
        machines.wipe();
    }

    @Test
    void stockIsThereAndNothingElseIs() {
        var offer = fleet.onSale(5, 1, StockRedisTests::sells);

        assertThat(buy(offer)).isEqualTo(202);
        assertThat(keys()).isNotEmpty().allMatch(key -> key.startsWith("stock:{"));
        assertThat(servers.redisKnows(offer)).isFalse();
    }

    @Test
    void pagesAreReadWhileItIsAwayAndItSellsAgainWhenItIsBack() {
        var offer = fleet.onSale(50, 1, StockRedisTests::sells);
        var visitor = PageVisitor.registered(node.address());
        assertThat(visitor.open("/offers/" + offer).status()).isEqualTo(200);

        machines.kill("redis");
        assertThat(buy(offer)).isEqualTo(503);
        assertThat(visitor.open("/offers/" + offer).status()).isEqualTo(200);
        assertThat(visitor.open("/").status()).isEqualTo(200);

        machines.start("redis");
        await().atMost(PATIENCE).until(() -> buy(offer) == 202);
    }

    @Test
    void buyingGoesOnWhileTheOtherIsAway() {
        var offer = fleet.onSale(50, 1, StockRedisTests::sells);
        assertThat(buy(offer)).isEqualTo(202);
        var other = node.lines().redis();
        other.cut();
        try {
            assertThat(List.of(buy(offer), buy(offer), buy(offer))).containsOnly(202);
        } finally {
            other.mend();
        }
    }

    private static int buy(String offer) {
        var shopper = new AccountId(700_000L + shoppers.incrementAndGet());
        try {
            return new ShopClient(node.address())
                    .with(fleet.token(shopper, Role.SHOPPER))
                    .tryToBuy(offer, "key-" + shopper)
                    .status();
        } catch (IOException | InterruptedException noAnswer) {
            throw new AssertionError(noAnswer);
        }
    }

    private static String stock() {
        return "redis://127.0.0.1:" + (BASE + 379);
    }

    private static boolean sells(String offer) {
        try (var client = RedisClient.create(stock());
                var connection = client.connect()) {
            return "OPEN".equals(connection.sync().hget("stock:{" + offer + "}:state", "gate"));
        }
    }

    private static List<String> keys() {
        try (var client = RedisClient.create(stock());
                var connection = client.connect()) {
            return connection.sync().keys("*");
        }
    }
}
