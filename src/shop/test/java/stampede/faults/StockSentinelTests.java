package stampede.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stampede.alipaysandbox.LocalAlipay;
import stampede.testing.Apart;
import stampede.testing.ServerMachines;

/** Stock is counted in a Redis with two replicas, and three Sentinels make one of them the master when it dies. By settings alone. */
@Apart
@Tag("faults")
class StockSentinelTests {

    private static final int BASE =
            URI.create(System.getenv("STAMPEDE_REDIS_URL")).getPort() - 379 + 300;
    private static final String MASTER = "stock";
    private static final List<Integer> SENTINELS = List.of(BASE + 480, BASE + 481, BASE + 482);
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int SHOPPERS_AT_ONCE = 8;

    private static final LocalAlipay alipay = LocalAlipay.own();

    private static List<ServerMachines> machines;
    private static List<Process> sentinels;
    private static OwnServers servers;
    private static Fleet fleet;

    @BeforeAll
    static void start(@TempDir Path directory) {
        machines = IntStream.range(0, 3)
                .mapToObj(number -> ServerMachines.at(directory.resolve("redis-" + number), BASE + 10 * number))
                .toList();
        machines.forEach(machine -> machine.start("redis"));
        IntStream.range(1, 3).forEach(number -> on(port(number), redis -> redis.replicaof("127.0.0.1", port(0))));
        // A master that is alone takes nothing: what it took would be lost.
        IntStream.range(0, 3)
                .forEach(number -> on(port(number), redis -> redis.configSet("min-replicas-to-write", "1")));
        sentinels = SENTINELS.stream().map(port -> sentinel(directory, port)).toList();
        servers = OwnServers.empty("stampede_sentinel", 14);
        fleet = new Fleet(
                servers,
                alipay,
                directory,
                "--stampede.order.payment-time=3s",
                "--stampede.books.abandon-after=60s",
                "--stampede.purchase.lost-after=65s",
                "--stampede.stock.redis.sentinel.master=" + MASTER,
                "--stampede.stock.redis.sentinel.nodes="
                        + SENTINELS.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(",")));
        fleet.add("web-worker-beat-1");
        fleet.add("worker-beat-2");
        fleet.start();
    }

    @AfterAll
    static void stop() {
        fleet.close();
        servers.close();
        sentinels.forEach(Process::destroyForcibly);
        machines.forEach(ServerMachines::wipe);
    }

    @Test
    void sellsOnWhenTheMasterDiesAndAReplicaTakesItsPlace() throws InterruptedException {
        var offers = List.of(
                fleet.onSale(2_000, 2, StockSentinelTests::sells), fleet.onSale(2_000, 2, StockSentinelTests::sells));
        var before = master();
        try (var crowd = new FaultCrowd(fleet, alipay, offers, BASE, SHOPPERS_AT_ONCE)) {
            offers.forEach(offer -> crowd.awaitMore(offer, 3, PATIENCE));

            machines.get(before).kill("redis");
            await().atMost(PATIENCE).until(() -> master() != before);
            offers.forEach(offer -> crowd.awaitMore(offer, 3, PATIENCE));
            machines.get(before).start("redis");
            await("the old one follows")
                    .ignoreExceptions()
                    .atMost(PATIENCE)
                    .until(() ->
                            on(port(before), redis -> redis.info("replication")).contains("role:slave"));
            offers.forEach(offer -> crowd.awaitMore(offer, 3, PATIENCE));

            crowd.endIn(PATIENCE);
            var result = new FaultRunCheck(fleet, servers, alipay, offers, crowd.wishes(), true).settle(PATIENCE);
            assertThat(result.broken()).as("%s", result).isEmpty();
            assertThat(List.of(result.oversold(), result.lost(), result.stranded(), result.doubleRefunds()))
                    .as("%s", result)
                    .containsOnly(0L);
        }
    }

    private static Process sentinel(Path directory, int port) {
        try {
            var place = Files.createDirectories(directory.resolve("sentinel-" + port));
            var configuration =
                    Files.writeString(place.resolve("sentinel.conf"), """
                    port %d
                    bind 127.0.0.1
                    dir "%s"
                    sentinel monitor %s 127.0.0.1 %d 2
                    sentinel down-after-milliseconds %3$s 3000
                    sentinel failover-timeout %3$s 10000
                    """.formatted(port, place, MASTER, port(0)));
            return new ProcessBuilder("redis-server", configuration.toString(), "--sentinel")
                    .redirectErrorStream(true)
                    .redirectOutput(place.resolve("out").toFile())
                    .start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Which of the three the Sentinels lead to. */
    private static int master() {
        try (var client = RedisClient.create("redis://127.0.0.1:" + SENTINELS.get(0));
                var connection = client.connectSentinel()) {
            var address = (InetSocketAddress) connection.sync().getMasterAddrByName(MASTER);
            return (address.getPort() - port(0)) / 10;
        }
    }

    private static boolean sells(String offer) {
        return "OPEN".equals(on(port(master()), redis -> redis.hget("stock:{" + offer + "}:state", "gate")));
    }

    private static int port(int number) {
        return BASE + 10 * number + 379;
    }

    private static <T> T on(int port, Function<RedisCommands<String, String>, T> act) {
        try (var client = RedisClient.create("redis://127.0.0.1:" + port);
                var connection = client.connect()) {
            return act.apply(connection.sync());
        } catch (RedisException away) {
            throw new IllegalStateException("The Redis at " + port, away);
        }
    }
}
