package stampede.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.alipaysandbox.LocalAlipay;
import stampede.testing.Apart;
import stampede.testing.FaultyLine;
import stampede.testing.Proof;

/**
 * A shop of four processes on several of each server: three masters of Redis with a replica each, three brokers, a primary of MariaDB
 * with two replicas. One of them goes while shoppers buy; the shop sells on, and its books agree afterwards.
 */
@Apart
@Tag("faults")
class ServerClusterTests {

    private static final long SEED =
            Long.getLong("faults.seed", ThreadLocalRandom.current().nextInt(1_000_000));
    private static final int BASE =
            URI.create(System.getenv("STAMPEDE_REDIS_URL")).getPort() - 379 + 1_000;
    private static final String HOST = "stampede_several";
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int SHOPPERS_AT_ONCE = 8;
    private static final int UNITS = 3_000;
    private static final AccountId OPERATOR = new AccountId(1);
    private static final AccountId SHOPPER = new AccountId(77_000_001);
    private static final String ORDERS = "/console/orders";

    private static LocalAlipay alipay;
    private static ServerCluster cluster;
    private static OwnServers servers;

    /** The address of the replica that reports are read from. */
    private static FaultyLine reports;

    private static Fleet fleet;

    @BeforeAll
    static void start(@TempDir Path directory) {
        alipay = LocalAlipay.own();
        System.out.println("Shoppers do as -Dfaults.seed=" + SEED + " says");
        cluster = ServerCluster.start(directory.resolve("servers"), BASE);
        servers = OwnServers.empty(cluster.settings(), HOST, 0);
        reports = FaultyLine.to(cluster.databasePort("mariadb3"));
        fleet = new Fleet(
                servers,
                alipay,
                directory,
                "--stampede.order.payment-time=3s",
                "--stampede.books.abandon-after=60s",
                "--stampede.purchase.lost-after=65s",
                "--STAMPEDE_DB_REPLICA_URL=jdbc:mysql://127.0.0.1:" + reports.port() + "/" + HOST);
        List.of("web-1", "web-2", "worker-beat-1", "worker-beat-2").forEach(fleet::add);
        fleet.start();
    }

    @AfterEach
    void heal() {
        cluster.heal();
    }

    @AfterAll
    static void stop() {
        // Each may be null after a start that failed; the others are closed all the same, or the next start finds its
        // ports taken.
        var lastOfAll = cluster;
        var line = reports;
        var shops = fleet;
        try (lastOfAll;
                line;
                shops) {
            // The last is closed first.
        }
    }

    @Test
    void eachQueueIsKeptByThreeBrokersAndNotAllAreLedByOne() {
        var queues = cluster.ask("/api/queues/" + HOST);

        assertThat(queues)
                .isNotEmpty()
                .allSatisfy(queue -> assertThat(queue.path("members"))
                        .as(queue.path("name").asString())
                        .hasSize(3));
        assertThat(queues.valueStream().map(queue -> queue.path("leader").asString()))
                .containsAnyOf("stampede2@localhost", "stampede3@localhost");
    }

    @Test
    void whatTheOtherMastersOfRedisHaveSellsOnWhenOneDies() throws InterruptedException {
        during(false, offers -> {
            var dead = cluster.redisMasterOf(offers.get(0));
            var elsewhere = offers.stream()
                    .filter(offer -> !cluster.redisMasterOf(offer).equals(dead))
                    .toList();
            return new Trouble(() -> cluster.machines().kill(dead), elsewhere, Duration.ofSeconds(20));
        });
    }

    /** Its replica has not heard of its last writes when it takes its place. */
    @Test
    void whatAMasterOfRedisHadNotToldItsReplicaIsMadeGood() throws InterruptedException {
        during(true, offers -> {
            var master = cluster.redisMasterOf(offers.get(0));
            var replica = cluster.redisReplicaOf(master);
            return new Trouble(
                    () -> {
                        var offset = "slave_repl_offset:(\\d+)";
                        var heard = cluster.onRedis(replica, redis -> redis.info("replication"));
                        cluster.machines().freeze(replica);
                        Thread.sleep(3_000);
                        var written = cluster.onRedis(master, redis -> redis.info("replication"));
                        cluster.machines().kill(master);
                        cluster.machines().thaw(replica);
                        assertThat(ServerCluster.number(written, "master_repl_offset:(\\d+)"))
                                .as("written and not heard of")
                                .isGreaterThan(ServerCluster.number(heard, offset));
                    },
                    List.of(),
                    Duration.ofSeconds(25));
        });
    }

    @Test
    void onlyTheOffersOfAMasterThatForgotEverythingAreClosedForAMoment() throws InterruptedException {
        during(true, offers -> {
            var emptied = cluster.redisMasterOf(offers.get(0));
            var elsewhere = offers.stream()
                    .filter(offer -> !cluster.redisMasterOf(offer).equals(emptied))
                    .toList();
            return new Trouble(
                    () -> cluster.onRedis(emptied, redis -> redis.flushall()), elsewhere, Duration.ofSeconds(15));
        });
    }

    @Test
    void sellingGoesOnWhenTheBrokerThatLeadsTheOrdersDies() throws InterruptedException {
        during(
                false,
                offers -> new Trouble(
                        () -> cluster.machines().kill(cluster.leaderOf(HOST, "stampede.orders")),
                        List.of(),
                        Duration.ofSeconds(20)));
    }

    /** Afterwards it may believe the others to be away, until it is started again. */
    @Test
    @Tag(Proof.WHOLE)
    void aFrozenBrokerIsLeftForAnotherOne() throws InterruptedException {
        during(
                false,
                offers -> new Trouble(
                        () -> {
                            cluster.machines().freeze(cluster.leaderOf(HOST, "stampede.orders"));
                            Thread.sleep(15_000);
                        },
                        List.of(),
                        Duration.ofSeconds(25)));
    }

    /** The address of the database leads to the new primary from then on, as an operator's address does. */
    @Test
    void sellingGoesOnWhenTheDatabaseDiesAndAReplicaTakesItsPlace() throws InterruptedException {
        var before = cluster.primary();
        during(
                false,
                offers -> new Trouble(
                        () -> {
                            cluster.machines().kill(before);
                            cluster.promote(cluster.mostAdvancedBut(before), servers, fleet);
                        },
                        List.of(),
                        Duration.ofSeconds(40)));
        cluster.machines().start(before);
        assertThat(cluster.takesWrites(before))
                .as("the old primary takes writes")
                .isFalse();
        cluster.machines().rebuild(before);
        assertThat(servers.count("task_dead")).isZero();
    }

    /** While it lasts nobody is told that anything is in order; a replica less than all is not missed. */
    @Test
    @Tag(Proof.WHOLE)
    void withoutItsReplicasTheDatabaseWaitsAndShoppersKeepTheirPlaces() throws InterruptedException {
        var primary = cluster.primary();
        var replicas = ServerCluster.DATABASES.stream()
                .filter(server -> !server.equals(primary))
                .toList();
        during(
                false,
                offers -> new Trouble(
                        () -> {
                            cluster.machines().freeze(replicas.get(0));
                            offers.forEach(ServerClusterTests::awaitOrder);
                            cluster.machines().freeze(replicas.get(1));
                            Thread.sleep(2_000);
                            var orders = servers.count("orders");
                            Thread.sleep(8_000);
                            assertThat(servers.count("orders"))
                                    .as("orders that no replica has")
                                    .isEqualTo(orders);
                            replicas.forEach(cluster.machines()::thaw);
                        },
                        offers,
                        Duration.ZERO));
    }

    /** It hears everything and does nothing about it for a minute, so the primary waits for nobody. */
    @Test
    @Tag(Proof.WHOLE)
    void aReplicaThatIsLateIsLeftUntilItHasCaughtUpAndShoppersSeeWhatTheyHaveDone() throws InterruptedException {
        var replica = ServerCluster.DATABASES.stream()
                .filter(server -> !server.equals(cluster.primary()))
                .findFirst()
                .orElseThrow();
        reports.cut();
        reports.leadTo(cluster.databasePort(replica));
        reports.mend();
        fleet.open(List.of(OPERATOR), Role.OPERATOR);
        fleet.open(List.of(SHOPPER), Role.SHOPPER);
        var own = fleet.onSale(100, 2);
        await("reports from the replica")
                .atMost(PATIENCE)
                .until(() -> age(ORDERS).isPresent());
        during(
                false,
                offers -> new Trouble(
                        () -> {
                            cluster.database(replica)
                                    .sql("stop slave sql_thread")
                                    .update();
                            var told = new ArrayList<Long>();
                            var until =
                                    System.nanoTime() + Duration.ofSeconds(60).toNanos();
                            while (System.nanoTime() < until) {
                                age(ORDERS).ifPresent(told::add);
                                seesWhatTheyDo(own, replica);
                                Thread.sleep(2_000);
                            }
                            assertThat(told).allSatisfy(age -> assertThat(age).isLessThanOrEqualTo(12));
                            assertThat(age(ORDERS))
                                    .as("the age of a replica a minute behind")
                                    .isEmpty();
                            System.out.println("Ages of the list while the replica stood still: " + told);
                            cluster.database(replica)
                                    .sql("start slave sql_thread")
                                    .update();
                        },
                        offers,
                        Duration.ZERO));
        await("reports from the replica again")
                .atMost(PATIENCE)
                .until(() -> age(ORDERS).isPresent());
    }

    /** Of whatever the replica has not heard of, each page of a shopper has all. */
    private static void seesWhatTheyDo(String offer, String replica) {
        var shopper = fleet.door(new Random(SEED)).with(fleet.token(SHOPPER, Role.SHOPPER));
        var purchase = shopper.buy(offer, UUID.randomUUID().toString());
        var order = await().atMost(PATIENCE)
                .until(
                        () -> shopper.get("/api/v1/purchases/" + purchase)
                                .path("orderId")
                                .asString(""),
                        id -> !id.isEmpty());
        assertThat(page("/orders", SHOPPER, Role.SHOPPER).body()).contains(order);
        shopper.post("/api/v1/orders/" + order + "/cancellation", Map.of());
        assertThat(shopper.get("/api/v1/orders/" + order).path("status").asString())
                .isIn("CLOSING", "CLOSED");
        var page = page("/orders/" + order, SHOPPER, Role.SHOPPER);
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).doesNotContain("/orders/" + order + "/payment");
        assertThat(page.headers().firstValue("Stampede-Data-Age")).isEmpty();
        assertThat(cluster.database(replica)
                        .sql("select count(*) from " + HOST + ".orders where id = :order")
                        .param("order", Long.parseLong(order))
                        .query(Long.class)
                        .single())
                .as("what the replica knows of it")
                .isZero();
    }

    /** How old a page of the console says that it is. */
    private static Optional<Long> age(String path) {
        var page = page(path, OPERATOR, Role.OPERATOR);
        assertThat(page.statusCode()).as(path).isEqualTo(200);
        var age = page.headers().firstValue("Stampede-Data-Age").map(Long::valueOf);
        assertThat(page.body().contains("Read from a copy of the database"))
                .as("the line on the page")
                .isEqualTo(age.isPresent());
        return age;
    }

    private static HttpResponse<String> page(String path, AccountId account, Role role) {
        try {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(fleet.address(ThreadLocalRandom.current()) + path))
                                    .header("Accept", "text/html")
                                    .header("Cookie", fleet.cookie(account, role))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(path, failure);
        }
    }

    /** One broker alone confirms nothing: it is busy until a second one is back. */
    @Test
    @Tag(Proof.WHOLE)
    void twoBrokersOfThreeAreMissedUntilOneIsBack() throws InterruptedException {
        during(
                false,
                offers -> new Trouble(
                        () -> {
                            cluster.machines().kill(ServerCluster.BROKERS.get(1));
                            cluster.machines().kill(ServerCluster.BROKERS.get(2));
                            Thread.sleep(15_000);
                            cluster.machines().start(ServerCluster.BROKERS.get(1));
                        },
                        List.of(),
                        Duration.ofSeconds(75)));
    }

    @Test
    @Tag(Proof.WHOLE)
    void allBrokersMayDieAndComeBack() throws InterruptedException {
        during(
                false,
                offers -> new Trouble(
                        () -> {
                            ServerCluster.BROKERS.forEach(cluster.machines()::kill);
                            cluster.machines().startCluster();
                        },
                        List.of(),
                        Duration.ofSeconds(90)));
    }

    /** The one that led the orders is alone; processes of the shop may still reach it, and are sent away. */
    @Test
    @Tag(Proof.WHOLE)
    void aBrokerThatIsCutOffFromTheOthersIsLeft() throws InterruptedException {
        during(
                false,
                offers -> new Trouble(
                        () -> {
                            var alone = cluster.leaderOf(HOST, "stampede.orders");
                            cluster.machines().part(alone);
                            Thread.sleep(15_000);
                            offers.forEach(ServerClusterTests::awaitOrder);
                            Thread.sleep(45_000);
                            cluster.machines().unpart(alone);
                        },
                        List.of(),
                        Duration.ofSeconds(15)));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(cluster.ask("/api/nodes").valueStream())
                        .hasSize(3)
                        .allSatisfy(node -> {
                            assertThat(node.path("running").asBoolean()).isTrue();
                            assertThat(node.path("partitions")).isEmpty();
                        }));
    }

    /** As the runbook has it. */
    @Test
    @Tag(Proof.WHOLE)
    void brokersAreRestartedOneAfterTheOther() throws InterruptedException {
        during(
                false,
                offers -> new Trouble(
                        () -> ServerCluster.BROKERS.forEach(ServerClusterTests::restart),
                        List.of(),
                        Duration.ofMinutes(2)));
    }

    @Test
    @Tag(Proof.WHOLE)
    void stockMovesToAnotherMasterOfRedisWhileItSells() throws InterruptedException {
        during(false, offers -> {
            var to = cluster.redisMasterOf(offers.get(1));
            return new Trouble(() -> cluster.moveStock(offers.get(0), to), List.of(), Duration.ofSeconds(60));
        });
    }

    /** Connections that are open stay with the old one, which answers and takes no writes. */
    @Test
    void aPrimaryThatIsReplacedInOrderIsLeftByAll() throws InterruptedException {
        during(
                false,
                offers -> new Trouble(() -> cluster.replacePrimary(servers, fleet), List.of(), Duration.ofSeconds(20)));
        assertThat(servers.count("task_dead")).isZero();
    }

    private static void restart(String broker) {
        var machines = cluster.machines();
        machines.tool(broker, "rabbitmq-diagnostics", "check_if_node_is_quorum_critical");
        machines.tool(broker, "rabbitmq-upgrade", "drain");
        machines.stop(broker);
        machines.startCluster();
        machines.tool(broker, "rabbitmq-upgrade", "await_online_quorum_plus_one");
    }

    private static void during(boolean redisForgets, Plan plan) throws InterruptedException {
        var offers = offersOfEachMaster();
        try (var crowd = new FaultCrowd(fleet, alipay, offers, SEED, SHOPPERS_AT_ONCE)) {
            offers.forEach(offer -> crowd.awaitMore(offer, 3, PATIENCE));
            var trouble = plan.of(offers);
            var since = System.nanoTime();
            trouble.act().happens();
            offers.forEach(offer -> crowd.awaitMore(offer, 3, PATIENCE));
            crowd.endIn(PATIENCE);
            var result =
                    new FaultRunCheck(fleet, servers, alipay, offers, crowd.wishes(), redisForgets).settle(PATIENCE);
            tell(crowd.wishes(), since);
            assertThat(result.broken()).as("%s", result).isEmpty();
            assertThat(List.of(result.oversold(), result.lost(), result.stranded(), result.doubleRefunds()))
                    .as("%s", result)
                    .containsOnly(0L);
            assertThat(busy(crowd.wishes(), since, wish -> trouble.untouched().contains(wish.offer())))
                    .as("of offers that have nothing to do with it")
                    .isEmpty();
            assertThat(busy(crowd.wishes(), since, wish -> true))
                    .allSatisfy(after -> assertThat(after).isLessThan(trouble.longest()));
        }
    }

    private static void tell(List<PurchaseWish> wishes, long since) {
        var busy = busy(wishes, since, wish -> true);
        System.out.printf(
                "%d accepted; busy %d times, the last %s after it began%n",
                wishes.stream().filter(PurchaseWish::wasAccepted).count(),
                busy.size(),
                busy.stream().max(Duration::compareTo).orElse(Duration.ZERO));
    }

    /** How long after that each was told to come again. */
    private static List<Duration> busy(List<PurchaseWish> wishes, long since, Predicate<PurchaseWish> which) {
        return wishes.stream()
                .filter(which)
                .flatMap(wish -> wish.busyAt().stream())
                .filter(at -> at > since)
                .map(at -> Duration.ofNanos(at - since))
                .toList();
    }

    private static List<String> offersOfEachMaster() {
        var offers = new TreeMap<String, String>();
        while (offers.size() < 3) {
            var offer = fleet.onSale(UNITS, 2);
            offers.putIfAbsent(cluster.redisMasterOf(offer), offer);
        }
        return List.copyOf(offers.values());
    }

    private static void awaitOrder(String offer) {
        var before = servers.count("orders where offer_id = " + offer);
        await().atMost(PATIENCE).until(() -> servers.count("orders where offer_id = " + offer) > before);
    }

    private interface Plan {

        Trouble of(List<String> offers);
    }

    private interface Act {

        void happens() throws InterruptedException;
    }

    /**
     * What goes wrong.
     *
     * @param untouched offers of which nobody may notice
     * @param longest after so long nobody may be told to come again
     */
    private record Trouble(Act act, List<String> untouched, Duration longest) {}
}
