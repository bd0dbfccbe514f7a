package stampede.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.alipaysandbox.LocalAlipay;
import stampede.testing.Apart;
import stampede.testing.Proof;

/** A shopper presses a hundred times a second at two nodes, and is locked at one of them: a second later nothing is accepted at either. */
@Apart
@Tag(Proof.WHOLE)
class AccountLockUnderLoadTests {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration FELT = Duration.ofSeconds(1);
    private static final int ENOUGH = 50;
    private static final int EVERY_MS = 20;
    private static final int OFFERS = 8;
    private static final AccountId SHOPPER = new AccountId(300);

    private static OwnServers servers;
    private static Fleet fleet;
    private static List<ShopNode> nodes;

    private final ConcurrentLinkedQueue<Press> presses = new ConcurrentLinkedQueue<>();

    @BeforeAll
    static void start(@TempDir Path directory) {
        servers = OwnServers.empty("stampede_lock", 12);
        fleet = new Fleet(
                servers,
                LocalAlipay.shared(),
                directory,
                "--stampede.order.payment-time=10m",
                "--stampede.purchase.attempts-per-second=1000");
        nodes = List.of(fleet.add("web-worker-beat-1"), fleet.add("web-2"));
        fleet.start();
    }

    @AfterAll
    static void stop() {
        fleet.close();
        servers.close();
    }

    @Test
    void nothingIsAcceptedASecondAfterTheLock() throws Exception {
        var token = fleet.token(SHOPPER, Role.SHOPPER);
        var offers = new ArrayList<String>();
        while (offers.size() < OFFERS) {
            offers.add(fleet.onSale(1_000, 100));
        }
        var pool = Executors.newScheduledThreadPool(16);
        var pressing = new ArrayList<Future<?>>();
        try {
            for (var node : nodes) {
                var shopper = new ShopClient(node.address()).with(token);
                pressing.add(pool.scheduleAtFixedRate(
                        () -> pool.execute(() -> press(node, shopper, offers)), 0, EVERY_MS, TimeUnit.MILLISECONDS));
            }
            await().atMost(PATIENCE)
                    .until(() -> nodes.stream().allMatch(node -> accepted(node).count() > ENOUGH));
            fleet.operator().post("/api/ops/accounts/" + SHOPPER + "/lock", Map.of("reason", "A stolen account"));
            var locked = Instant.now();
            await().atMost(PATIENCE)
                    .until(() ->
                            nodes.stream().allMatch(node -> late(node, locked).count() > ENOUGH));
            proveThatNothingIsAcceptedLate(locked);
        } finally {
            pressing.forEach(each -> each.cancel(false));
            pool.shutdownNow();
        }
    }

    private void proveThatNothingIsAcceptedLate(Instant locked) {
        for (var node : nodes) {
            var accepted = accepted(node).toList();
            var last = accepted.stream().map(Press::at).max(Instant::compareTo).orElseThrow();
            Proof.print(
                    "At %s %d presses were accepted, the last one %d ms after the lock was answered",
                    node.address(),
                    accepted.size(),
                    Duration.between(locked, last).toMillis());
            assertThat(last).isBefore(locked.plus(FELT));
            assertThat(late(node, locked))
                    .anyMatch(press -> press.status == 401)
                    .noneMatch(press -> press.status == 202);
        }
        assertThat(servers.count("orders where shopper_id = " + SHOPPER + " and reserved_at_ms > "
                        + locked.plus(FELT).toEpochMilli()))
                .isZero();
    }

    private Stream<Press> accepted(ShopNode node) {
        return presses.stream().filter(press -> press.node.equals(node) && press.status == 202);
    }

    /** What was pressed when the lock had to be felt. */
    private Stream<Press> late(ShopNode node, Instant locked) {
        return presses.stream().filter(press -> press.node.equals(node) && press.at.isAfter(locked.plus(FELT)));
    }

    private void press(ShopNode node, ShopClient shopper, List<String> offers) {
        var number = presses.size();
        var at = Instant.now();
        try {
            var key = Long.toString(System.nanoTime(), 36);
            presses.add(new Press(
                    node,
                    at,
                    shopper.tryToBuy(offers.get(number % offers.size()), key).status()));
        } catch (IOException none) {
            presses.add(new Press(node, at, 0));
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private record Press(ShopNode node, Instant at, int status) {}
}
