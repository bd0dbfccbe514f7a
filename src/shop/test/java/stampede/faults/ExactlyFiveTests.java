package stampede.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.alipaysandbox.LocalAlipay;
import stampede.testing.Apart;

/**
 * Five units, five shoppers, and the row that every order needs is locked for twenty seconds. Meanwhile the shop is killed and
 * starts again, and five more shoppers come: five get one, whether Redis remembers the first five or not.
 */
@Apart
@Tag("faults")
class ExactlyFiveTests {

    private static final int UNITS = 5;
    private static final Duration LOCKED = Duration.ofSeconds(20);
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private static OwnServers servers;
    private static Fleet fleet;
    private static String remembered;
    private static String forgotten;

    @BeforeAll
    static void lockKillAndBuyAgain(@TempDir Path directory) throws SQLException {
        servers = OwnServers.empty("stampede_five", 4);
        // Nobody is given up as LOST while the row is locked: the first five shall have what they were promised.
        fleet = new Fleet(
                servers,
                LocalAlipay.shared(),
                directory,
                "--stampede.order.payment-time=10m",
                "--stampede.books.abandon-after=3m");
        var node = fleet.add("web-worker-beat-1");
        fleet.start();
        remembered = fleet.onSale(UNITS, 1);
        forgotten = fleet.onSale(UNITS, 1);
        try (var lock = servers.dataSource().getConnection()) {
            lock(lock);
            var locked = System.nanoTime();
            fiveBuy(remembered, 100);
            fiveBuy(forgotten, 100);
            node.process().kill();
            assertThat(servers.count("orders"))
                    .as("orders while the row is locked")
                    .isZero();
            var released = CompletableFuture.runAsync(() -> release(lock), restOfTheLock(locked));
            servers.redisForgets(forgotten);
            node.process().start();
            fiveBuy(remembered, 200);
            fiveBuy(forgotten, 200);
            assertThat(released).succeedsWithin(PATIENCE);
        }
    }

    @AfterAll
    static void stop() {
        fleet.close();
        servers.close();
    }

    @Test
    void fiveAreSoldWhenRedisRemembersTheFirstFive() {
        assertExactlyFive(remembered);
        assertThat(servers.count("orders where offer_id = " + remembered + " and shopper_id < 200 and holds_units = 1"))
                .isEqualTo(UNITS);
    }

    @Test
    void fiveAreSoldWhenRedisForgotThem() {
        assertExactlyFive(forgotten);
    }

    private static void assertExactlyFive(String offer) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(300)).untilAsserted(() -> {
            assertThat(FaultRunCheck.deviations(fleet.books(offer), "DRQ")).isEmpty();
            assertThat(servers.count("orders where offer_id = " + offer + " and holds_units = 1"))
                    .isEqualTo(UNITS);
        });
    }

    /** At least a moment, however long the first five took, so that the node starts while the row is still locked. */
    private static Executor restOfTheLock(long lockedNanos) {
        var rest = LOCKED.minusNanos(System.nanoTime() - lockedNanos).toMillis();
        return CompletableFuture.delayedExecutor(Math.max(5_000, rest), TimeUnit.MILLISECONDS);
    }

    /** Each presses until there is a yes or a no. */
    private static void fiveBuy(String offer, long firstShopper) {
        LongStream.range(firstShopper, firstShopper + UNITS)
                .forEach(shopper -> await().atMost(PATIENCE)
                        .pollInterval(Duration.ofMillis(200))
                        .until(() -> buys(offer, new AccountId(shopper))));
    }

    private static boolean buys(String offer, AccountId shopper) throws InterruptedException {
        try {
            var answer =
                    fleet.operator().with(fleet.token(shopper, Role.SHOPPER)).tryToBuy(offer, "once");
            return answer.status() == 202 || answer.reason().equals("SOLD_OUT");
        } catch (IOException none) {
            return false;
        }
    }

    private static void lock(Connection lock) throws SQLException {
        lock.setAutoCommit(false);
        try (var statement = lock.createStatement()) {
            statement.executeQuery("select * from stock_balance for update");
        }
    }

    private static void release(Connection lock) {
        try {
            lock.rollback();
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
