package stampede.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stampede.Apart;
import stampede.alipaysandbox.LocalAlipay;

/**
 * Shoppers buy, pay, cancel and let orders expire while one thing goes wrong; then the shop must come to rest by itself, with books
 * that agree and no promise broken. What goes wrong at random, for as long as one likes, is {@code scripts/faults}.
 */
@Apart
@Tag("faults")
class FaultTests {

    private static final long SEED =
            Long.getLong("faults.seed", ThreadLocalRandom.current().nextInt(1_000_000));
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration OUTAGE = Duration.ofSeconds(4);
    private static final int SHOPPERS_AT_ONCE = 8;

    private static final LocalAlipay alipay = LocalAlipay.own();

    private static OwnServers servers;
    private static Fleet fleet;
    private static Node web;
    private static Node worker;

    @BeforeAll
    static void start(@TempDir Path directory) {
        System.out.println("Shoppers do as -Dfaults.seed=" + SEED + " says");
        servers = OwnServers.empty("stampede_faults", 3);
        fleet = new Fleet(servers, alipay, directory, "--stampede.order.payment-time=3s");
        web = fleet.add("web-1");
        worker = fleet.add("worker-beat-1");
        fleet.start();
    }

    @AfterAll
    static void stop() {
        fleet.close();
        servers.close();
    }

    @Test
    void aWorkerThatDiesBetweenCommitAndAckMakesNoOrderTwice() throws InterruptedException {
        during(() -> {
            worker.process().dieAt(DeathPoint.BEFORE_ACK);
            assertThat(worker.process().awaitDeath(DeathPoint.BEFORE_ACK, PATIENCE))
                    .isTrue();
            worker.process().start();
        });
    }

    @Test
    void sellingGoesOnAfterRedisForgotEverything() throws InterruptedException {
        during(servers::wipeRedis, true);
    }

    @Test
    void whatWasAcceptedWhileTheBrokerWasOutOfReachIsPlacedAfterwards() throws InterruptedException {
        during(() -> withLines(Lines::broker, FaultyLine::hold));
    }

    @Test
    void shoppersKeepTheirPlaceWhileTheDatabaseIsAway() throws InterruptedException {
        during(() -> withLines(Lines::database, FaultyLine::cut));
    }

    @Test
    void aWorkerThatFreezesAndThawsDoesNothingTwice() throws InterruptedException {
        during(() -> {
            worker.process().freeze();
            Thread.sleep(OUTAGE.toMillis());
            worker.process().thaw();
        });
    }

    private static void withLines(Function<Lines, FaultyLine> which, Consumer<FaultyLine> fault)
            throws InterruptedException {
        Stream.of(web, worker).map(Node::lines).map(which).forEach(fault);
        Thread.sleep(OUTAGE.toMillis());
        Stream.of(web, worker).map(Node::lines).map(which).forEach(FaultyLine::mend);
    }

    private static void during(Trouble trouble) throws InterruptedException {
        during(trouble, false);
    }

    private static void during(Trouble trouble, boolean redisForgets) throws InterruptedException {
        var offers = List.of(fleet.onSale(5, 1), fleet.onSale(500, 2));
        try (var crowd = new Crowd(fleet, alipay, offers, SEED, SHOPPERS_AT_ONCE)) {
            awaitMore(crowd, 10);
            trouble.happens();
            awaitMore(crowd, 10);
            crowd.endIn(PATIENCE);
            var result = new Reckoning(fleet, servers, alipay, offers, crowd.wishes(), redisForgets).settle(PATIENCE);
            assertThat(result.broken()).as("%s", result).isEmpty();
            assertThat(result.oversold()).isZero();
        }
    }

    private static void awaitMore(Crowd crowd, int purchases) {
        var before = crowd.accepted();
        await().atMost(PATIENCE).until(() -> crowd.accepted() >= before + purchases);
    }

    private interface Trouble {

        void happens() throws InterruptedException;
    }
}
