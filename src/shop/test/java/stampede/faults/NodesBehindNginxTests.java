package stampede.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stampede.alipaysandbox.LocalAlipay;
import stampede.servers.NginxServer;
import stampede.testing.Apart;
import stampede.testing.Proof;

/** Shoppers come by nginx to two nodes, one of which goes: nobody but the log of nginx notices. */
@Apart
@Tag("faults")
class NodesBehindNginxTests {

    private static final long SEED =
            Long.getLong("faults.seed", ThreadLocalRandom.current().nextInt(1_000_000));
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int SHOPPERS_AT_ONCE = 8;

    private static LocalAlipay alipay;
    private static OwnServers servers;
    private static Fleet fleet;
    private static NginxServer nginx;

    @BeforeAll
    static void start(@TempDir Path directory) {
        alipay = LocalAlipay.own();
        System.out.println("Shoppers do as -Dfaults.seed=" + SEED + " says");
        servers = OwnServers.empty("stampede_nginx", 13);
        fleet = new Fleet(
                servers,
                alipay,
                directory,
                "--stampede.order.payment-time=3s",
                "--server.forward-headers-strategy=native",
                "--server.tomcat.remoteip.internal-proxies=127\\.0\\.0\\.1");
        var webs = List.of(fleet.add("web-1"), fleet.add("web-2"));
        fleet.add("worker-beat-1");
        fleet.start();
        nginx = NginxServer.before(
                directory.resolve("nginx"),
                webs.stream().map(web -> URI.create(web.address()).getPort()).toList());
        fleet.comeBy(nginx.address());
    }

    @AfterAll
    static void stop() {
        nginx.close();
        fleet.close();
        servers.close();
    }

    @Test
    void nobodyNoticesANodeThatIsKilled() throws InterruptedException {
        during(() -> {
            var dead = fleet.node("web-2").process();
            dead.kill();
            Thread.sleep(4_000);
            dead.start();
        });
    }

    /** As an upgrade does; the suite restarts one of them. */
    @Test
    void nobodyNoticesNodesThatAreRestartedOneAfterTheOther() throws InterruptedException {
        during(() -> {
            for (var name : Proof.isFull() ? List.of("web-1", "web-2", "worker-beat-1") : List.of("web-1")) {
                var node = fleet.node(name).process();
                node.stop();
                node.start();
            }
        });
    }

    private static void during(Trouble trouble) throws InterruptedException {
        var offers = List.of(fleet.onSale(5, 1), fleet.onSale(2_000, 2));
        try (var crowd = new FaultCrowd(fleet, alipay, offers, SEED, SHOPPERS_AT_ONCE)) {
            awaitMore(crowd, 10);
            trouble.happens();
            awaitMore(crowd, 10);
            crowd.endIn(PATIENCE);
            var result = new FaultRunCheck(fleet, servers, alipay, offers, crowd.wishes(), false).settle(PATIENCE);
            assertThat(result.broken()).as("%s", result).isEmpty();
            assertThat(result.oversold() + result.lost()).as("%s", result).isZero();
            assertThat(nginx.failures()).as("told by nginx to come again").isEmpty();
        }
    }

    private static void awaitMore(FaultCrowd crowd, int purchases) {
        var before = crowd.accepted();
        await().atMost(PATIENCE).until(() -> crowd.accepted() >= before + purchases);
    }

    private interface Trouble {

        void happens() throws InterruptedException;
    }
}
