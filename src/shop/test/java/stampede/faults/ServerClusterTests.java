package stampede.faults;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.KillArgs;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.alipaysandbox.LocalAlipay;
import stampede.counter.ShownStockAge;
import stampede.testing.Apart;
import stampede.testing.FaultyLine;
import stampede.testing.Proof;

/**
 * A shop of four processes on several of each server: three masters of Redis with a replica each, three brokers, a primary of MariaDB
 * with two replicas. One of them goes while shoppers buy; the shop sells on, and its books agree afterwards.
 */
@Apart
@Tag("faults")
@Tag(Proof.WHOLE)
class ServerClusterTests {

    private static final long SEED =
            Long.getLong("faults.seed", ThreadLocalRandom.current().nextInt(1_000_000));
    private static final int BASE =
            URI.create(System.getenv("STAMPEDE_REDIS_URL")).getPort() - 379 + 1_000;
    private static final String HOST = "stampede_several";
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int SHOPPERS_OF_EACH_OFFER = 3;
    private static final int UNITS = 3_000;

    /** Until then a shopper who was told to come again is back. */
    private static final Duration COMES_AGAIN = Duration.ofMillis(400);

    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);
    private static final Duration HALF_A_MINUTE = Duration.ofSeconds(30);
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
                // Only an audit that is forced by another server of Redis comes while a test lasts.
                "--stampede.books.audit-every=10m",
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
        assertThat(queues.valueStream()
                        .map(queue -> queue.path("leader").asString())
                        .distinct())
                .as("brokers that lead queues")
                .hasSizeGreaterThanOrEqualTo(2);
    }

    /**
     * With 24 shoppers and three seeds. It sells within ten seconds; for two more one of the processes may not have heard of the new
     * master.
     */
    @Test
    void whatTheOtherMastersOfRedisHaveSellsOnWhenOneDies() throws InterruptedException {
        for (int seed = 0; seed < 3; seed++) {
            during(false, 8, SEED + seed, (offers, crowd) -> {
                var dead = cluster.redisMasterOf(offers.get(0));
                var elsewhere = offers.stream()
                        .filter(offer -> !cluster.redisMasterOf(offer).equals(dead))
                        .toList();
                return Trouble.of(() -> showsWhatIsLeft(elsewhere, () -> {
                            cluster.machines().kill(dead);
                            crowd.awaitMore(offers.get(0), 3, PATIENCE);
                        }))
                        .leavesAlone(elsewhere)
                        .isOverWithin(TEN_SECONDS.plusSeconds(2))
                        .sellsWithin(TEN_SECONDS);
            });
            cluster.heal();
        }
    }

    /** No figure of these offers is older than a second meanwhile. */
    private static void showsWhatIsLeft(List<String> offers, Runnable act) {
        var over = new AtomicBoolean();
        var looks = offers.stream()
                .map(offer -> CompletableFuture.supplyAsync(
                        () -> look(offer, over), task -> new Thread(task, "looks at " + offer).start()))
                .toList();
        act.run();
        over.set(true);
        looks.forEach(look -> {
            var age = look.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
            System.out.printf("A figure of what is left was at most %s old, of %d%n", age.oldest(), age.looks());
            assertThat(age.looks()).isGreaterThan(10);
            assertThat(age.oldest()).as("the age of a figure that was shown").isLessThan(Duration.ofSeconds(1));
        });
    }

    private static ShownStockAge look(String offer, AtomicBoolean over) {
        return cluster.onRedis(cluster.redisMasterOf(offer), redis -> {
            try (var age = new ShownStockAge(() -> count(offer, redis))) {
                while (!over.get()) {
                    age.look(() -> fleet.door(ThreadLocalRandom.current())
                            .get("/api/v1/offers/" + offer)
                            .path("unitsLeft")
                            .asInt());
                    LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
                }
                return age;
            }
        });
    }

    private static ShownStockAge.Count count(String offer, RedisCommands<String, String> redis) {
        var state = redis.hmget("stock:{" + offer + "}:state", "left", "moves");
        return new ShownStockAge.Count(
                Integer.parseInt(state.get(0).getValue()),
                Long.parseLong(state.get(1).getValueOrElse("0")));
    }

    /**
     * Its replica has not heard of its last writes when it takes its place: an audit is due at once, and not in ten minutes. Two seconds
     * would be well; but the driver looks for new masters every two seconds, and a worker asks for their lives every second and waits two for
     * one that is silent.
     */
    @Test
    void whatAMasterOfRedisHadNotToldItsReplicaIsMadeGood() throws InterruptedException {
        var untold = TEN_SECONDS;
        during(true, (offers, crowd) -> {
            var offer = offers.get(0);
            var master = cluster.redisMasterOf(offer);
            var replica = cluster.redisReplicaOf(master);
            return Trouble.of(() -> {
                        cluster.machines().freeze(replica);
                        // What is on the line to it would be read once it goes on; by now there is none.
                        cluster.onRedis(master, redis -> redis.clientKill(KillArgs.Builder.typeSlave()));
                        var from = System.nanoTime();
                        Thread.sleep(untold.toMillis());
                        // What settles late comes back by itself, and what is not paid is given back; what was paid
                        // needs the audit.
                        await("a payment that the replica does not know")
                                .atMost(PATIENCE)
                                .until(() -> hasPaid(acceptedSince(crowd, offer, from)));
                        cluster.machines().kill(master);
                        var killed = System.currentTimeMillis();
                        cluster.machines().thaw(replica);
                        assertThat(lost(acceptedSince(crowd, offer, from), offer, replica))
                                .as("accepted, and lost with the master")
                                .isPositive();
                        var promoted = awaitPromotion(replica);
                        var audited = awaitAudit(offer, killed);
                        System.out.printf("Audited %d ms after the replica took over%n", audited - promoted);
                        assertThat(audited - promoted).as("ms until the audit").isLessThan(2_000);
                    })
                    .isOverWithin(untold.plusSeconds(20));
        });
    }

    private static List<String> acceptedSince(FaultCrowd crowd, String offer, long since) {
        return crowd.wishes().stream()
                .filter(wish -> wish.offer().equals(offer) && wish.wasAccepted() && wish.acceptedAt() > since)
                .map(wish -> Long.toString(wish.reservation()))
                .toList();
    }

    private static boolean hasPaid(List<String> orders) {
        return !orders.isEmpty()
                && servers.count("orders where status = 'PAID' and id in (" + String.join(",", orders) + ")") > 0;
    }

    /** How many of these reservations a server of Redis has never heard of. */
    private static long lost(List<String> reservations, String offer, String server) {
        var lost = cluster.onRedis(server, redis -> {
            redis.readOnly();
            return reservations.stream()
                    .filter(id -> !redis.hexists("stock:{" + offer + "}:reservations", id)
                            && !redis.sismember("stock:{" + offer + "}:released", id))
                    .count();
        });
        System.out.printf("%d of %d that were accepted are lost%n", lost, reservations.size());
        return lost;
    }

    /** Until a server of Redis takes writes; answers when that was, in epoch milliseconds. */
    private static long awaitPromotion(String server) {
        return cluster.onRedis(server, redis -> {
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> redis.info("replication").contains("role:master"));
            return System.currentTimeMillis();
        });
    }

    /** Until an audit has brought an order of this offer back into its counter; answers when the first was, in epoch milliseconds. */
    private static long awaitAudit(String offer, long after) {
        return await().atMost(PATIENCE)
                .until(
                        () -> JdbcClient.create(servers.dataSource())
                                .sql(
                                        "select coalesce(min(at_ms), 0) from compensation where kind = 'ADOPTED' and who = 'audit' and offer_id = :offer and at_ms > :after")
                                .param("offer", offer)
                                .param("after", after)
                                .query(Long.class)
                                .single(),
                        at -> at > 0);
    }

    @Test
    void onlyTheOffersOfAMasterThatForgotEverythingAreClosedForAMoment() throws InterruptedException {
        during(true, (offers, crowd) -> {
            var emptied = cluster.redisMasterOf(offers.get(0));
            var elsewhere = offers.stream()
                    .filter(offer -> !cluster.redisMasterOf(offer).equals(emptied))
                    .toList();
            return Trouble.of(() -> cluster.onRedis(emptied, redis -> redis.flushall()))
                    .leavesAlone(elsewhere)
                    .isOverWithin(TEN_SECONDS)
                    .sellsWithin(TEN_SECONDS);
        });
    }

    @Test
    void sellingGoesOnWhenTheBrokerThatLeadsTheOrdersDies() throws InterruptedException {
        during(
                false,
                (offers, crowd) -> Trouble.of(() -> cluster.machines().kill(cluster.leaderOf(HOST, "stampede.orders")))
                        .isOverWithin(TEN_SECONDS)
                        .sellsWithin(TEN_SECONDS));
    }

    /**
     * Each process cuts its line after five seconds, and a second one too if the others had not taken the leader for gone by then. Shoppers who wait
     * for a worker do not press. Afterwards the broker may believe the others to be away, until it is started again.
     */
    @Test
    void aFrozenBrokerIsLeftForAnotherOne() throws InterruptedException {
        during(
                false,
                (offers, crowd) -> Trouble.of(() -> {
                            cluster.machines().freeze(cluster.leaderOf(HOST, "stampede.orders"));
                            Thread.sleep(90_000);
                        })
                        .isOverWithin(Duration.ofSeconds(15))
                        .isBusyFor(Duration.ofSeconds(5))
                        .sellsWithin(Duration.ofSeconds(15)));
    }

    /** The address of the database leads to the new primary from then on, as an operator's address does. */
    @Test
    void sellingGoesOnWhenTheDatabaseDiesAndAReplicaTakesItsPlace() throws InterruptedException {
        var before = cluster.primary();
        during(
                false,
                (offers, crowd) -> Trouble.of(() -> {
                            cluster.machines().kill(before);
                            cluster.promote(cluster.mostAdvancedBut(before), servers, fleet);
                            var sells = untilMore("orders");
                            var pays = sells.plus(untilMore("orders where status = 'PAID'"));
                            System.out.printf(
                                    "After the promotion the first order came in %s, the first payment in %s%n",
                                    sells, pays);
                            assertThat(pays)
                                    .as("until somebody bought and somebody paid")
                                    .isLessThan(HALF_A_MINUTE);
                        })
                        .isOverWithin(Duration.ofSeconds(40)));
        cluster.machines().start(before);
        assertThat(cluster.database(before)
                        .sql("select @@global.read_only")
                        .query(Integer.class)
                        .single())
                .as("whether the old primary is read-only, by its own answer")
                .isOne();
        cluster.machines().rebuild(before);
        assertThat(servers.count("task_dead")).isZero();
    }

    /** How long it takes until there is one more of something in the database. */
    private static Duration untilMore(String rows) {
        var begun = System.nanoTime();
        var before = servers.count(rows);
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(() -> servers.count(rows) > before);
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /** While it lasts nobody is told that anything is in order; a replica less than all is not missed. */
    @Test
    void withoutItsReplicasTheDatabaseWaitsAndShoppersKeepTheirPlaces() throws InterruptedException {
        var primary = cluster.primary();
        var replicas = ServerCluster.DATABASES.stream()
                .filter(server -> !server.equals(primary))
                .toList();
        during(
                false,
                (offers, crowd) -> Trouble.of(() -> {
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
                        })
                        .leavesAlone(offers));
    }

    /** It hears everything and does nothing about it for a minute, so the primary waits for nobody. */
    @Test
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
        var own = fleet.onSale(200, 100);
        await("reports from the replica")
                .atMost(PATIENCE)
                .until(() -> age(ORDERS).isPresent());
        during(
                false,
                (offers, crowd) -> Trouble.of(() -> {
                            cluster.database(replica)
                                    .sql("stop slave sql_thread")
                                    .update();
                            var told = new ArrayList<Long>();
                            var until =
                                    System.nanoTime() + Duration.ofSeconds(60).toNanos();
                            while (System.nanoTime() < until) {
                                age(ORDERS).ifPresent(told::add);
                                seesWhatTheyCancel(own, replica);
                                seesWhatTheyPay(own, replica);
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
                        })
                        .leavesAlone(offers));
        await("reports from the replica again")
                .atMost(PATIENCE)
                .until(() -> age(ORDERS).isPresent());
    }

    /** Of whatever the replica has not heard of, each page of a shopper has all. */
    private static void seesWhatTheyCancel(String offer, String replica) {
        var shopper = fleet.door(new Random(SEED)).with(fleet.token(SHOPPER, Role.SHOPPER));
        var order = buys(shopper, offer);
        shopper.post("/api/v1/orders/" + order + "/cancellation", Map.of());
        assertThat(shopper.get("/api/v1/orders/" + order).path("status").asString())
                .isIn("CLOSING", "CLOSED");
        seesNowhereToPay(order, replica);
    }

    private static void seesWhatTheyPay(String offer, String replica) {
        var shopper = fleet.door(new Random(SEED)).with(fleet.token(SHOPPER, Role.SHOPPER));
        // Three seconds may be over before Alipay is asked; then they buy another one.
        var order = await().atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .ignoreException(LocalAlipay.RefusedHere.class)
                .until(() -> pays(shopper, offer), paid -> !paid.isEmpty());
        await().atMost(PATIENCE)
                .until(() -> shopper.get("/api/v1/orders/" + order)
                        .path("status")
                        .asString()
                        .equals("PAID"));
        assertThat(page("/orders", SHOPPER, Role.SHOPPER).body()).contains(order);
        assertThat(page("/orders/" + order, SHOPPER, Role.SHOPPER).body()).contains("Paid");
        seesNowhereToPay(order, replica);
    }

    private static String pays(ShopClient shopper, String offer) {
        var order = order(shopper, offer);
        alipay.pay(URI.create(shopper.post("/api/v1/orders/" + order + "/payments", Map.of("channel", "PAGE"))
                .path("redirectUrl")
                .asString()));
        return order;
    }

    /** The number of an order that its shopper sees in their list. */
    private static String buys(ShopClient shopper, String offer) {
        var order = order(shopper, offer);
        assertThat(page("/orders", SHOPPER, Role.SHOPPER).body()).contains(order);
        return order;
    }

    private static String order(ShopClient shopper, String offer) {
        var purchase = shopper.buy(offer, UUID.randomUUID().toString());
        return await().atMost(PATIENCE)
                .until(
                        () -> shopper.get("/api/v1/purchases/" + purchase)
                                .path("orderId")
                                .asString(""),
                        id -> !id.isEmpty());
    }

    private static void seesNowhereToPay(String order, String replica) {
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

    /** One broker alone confirms nothing: the shop is busy soon, until a second one is back. */
    @Test
    void twoBrokersOfThreeAreMissedUntilOneIsBack() throws InterruptedException {
        // Of an offer that those who buy all the while have nothing to do with: whoever is let through has an order.
        var own = fleet.onSale(200, 1);
        during(
                false,
                (offers, crowd) -> Trouble.of(() -> {
                            cluster.machines().kill(ServerCluster.BROKERS.get(1));
                            cluster.machines().kill(ServerCluster.BROKERS.get(2));
                            Thread.sleep(TEN_SECONDS.toMillis());
                            areBusy(own);
                            cluster.machines().start(ServerCluster.BROKERS.get(1));
                            sellsSoon();
                        })
                        .isOverWithin(Duration.ofSeconds(75)));
    }

    /** But for one click a second at each of two nodes, with which they find out whether the brokers are back. */
    private static void areBusy(String offer) throws InterruptedException {
        var since = System.nanoTime();
        var answers = new ArrayList<String>();
        for (int press = 0; press < 45; press++) {
            answers.add(answer(new AccountId(SHOPPER.value() + 1 + press), offer));
            Thread.sleep(100);
        }
        var seconds = Duration.ofNanos(System.nanoTime() - since).toSeconds();
        assertThat(answers).as("answers while nothing is confirmed").isSubsetOf("503 BUSY", "202 ");
        assertThat(answers.stream().filter("202 "::equals).count())
                .as("clicks that were let through")
                .isLessThanOrEqualTo(2 * (seconds + 1))
                .isLessThan(answers.size() / 2);
    }

    /** Of those who buy all the while each may be waiting for their order, so it is somebody else who presses. */
    private static String answer(AccountId shopper, String offer) {
        try {
            var answer = fleet.door(ThreadLocalRandom.current())
                    .with(fleet.token(shopper, Role.SHOPPER))
                    .tryToBuy(offer, UUID.randomUUID().toString());
            return answer.status() + " " + answer.reason();
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(offer, failure);
        }
    }

    /** Brokers that were missed are back. */
    private static void sellsSoon() {
        var sells = untilMore("orders");
        System.out.printf("The first order came %s after enough brokers were there%n", sells);
        assertThat(sells).as("until there was an order again").isLessThan(HALF_A_MINUTE);
    }

    @Test
    void allBrokersMayDieAndComeBack() throws InterruptedException {
        during(
                false,
                (offers, crowd) -> Trouble.of(() -> {
                            ServerCluster.BROKERS.forEach(cluster.machines()::kill);
                            cluster.machines().startCluster();
                            sellsSoon();
                        })
                        .isOverWithin(Duration.ofSeconds(90)));
        await("a leader of each queue")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                cluster.ask("/api/queues/" + HOST).valueStream())
                        .isNotEmpty()
                        .allSatisfy(queue -> {
                            assertThat(queue.path("leader").asString())
                                    .as(queue.path("name").asString())
                                    .startsWith("stampede");
                            assertThat(queue.path("state").asString()).isEqualTo("running");
                        }));
    }

    /** The one that led the orders is alone; processes of the shop may still reach it, and are sent away. */
    @Test
    void aBrokerThatIsCutOffFromTheOthersIsLeft() throws InterruptedException {
        during(
                false,
                (offers, crowd) -> Trouble.of(() -> {
                            var alone = cluster.leaderOf(HOST, "stampede.orders");
                            cluster.machines().part(alone);
                            Thread.sleep(15_000);
                            offers.forEach(ServerClusterTests::awaitOrder);
                            Thread.sleep(45_000);
                            cluster.machines().unpart(alone);
                        })
                        .isOverWithin(Duration.ofSeconds(15))
                        .sellsWithin(Duration.ofSeconds(15)));
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
    void brokersAreRestartedOneAfterTheOther() throws InterruptedException {
        during(
                false,
                (offers, crowd) -> Trouble.of(() -> ServerCluster.BROKERS.forEach(ServerClusterTests::restart))
                        .isBusyFor(Duration.ofSeconds(5)));
    }

    @Test
    void stockMovesToAnotherMasterOfRedisWhileItSells() throws InterruptedException {
        during(false, (offers, crowd) -> {
            var to = cluster.redisMasterOf(offers.get(1));
            return Trouble.of(() -> {
                        var begun = System.nanoTime();
                        cluster.moveStock(offers.get(0), to);
                        System.out.printf("Moved in %s%n", Duration.ofNanos(System.nanoTime() - begun));
                    })
                    .isBusyFor(Duration.ofSeconds(1));
        });
    }

    /** Connections that are open stay with the old one, which answers and takes no writes. */
    @Test
    void aPrimaryThatIsReplacedInOrderIsLeftByAll() throws InterruptedException {
        during(
                false,
                (offers, crowd) -> Trouble.of(() -> {
                            cluster.replacePrimary(servers, fleet);
                            var writes = untilMore("orders");
                            System.out.printf("The new primary had its first order after %s%n", writes);
                            assertThat(writes)
                                    .as("until the new primary was written to")
                                    .isLessThan(TEN_SECONDS);
                        })
                        .isOverWithin(TEN_SECONDS));
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
        during(redisForgets, SHOPPERS_OF_EACH_OFFER, SEED, plan);
    }

    private static void during(boolean redisForgets, int shoppersOfEachOffer, long seed, Plan plan)
            throws InterruptedException {
        var offers = offersOfEachMaster();
        try (var crowd = FaultCrowd.ofEach(fleet, alipay, offers, seed, shoppersOfEachOffer)) {
            offers.forEach(offer -> crowd.awaitMore(offer, 3, PATIENCE));
            var trouble = plan.of(offers, crowd);
            var since = System.nanoTime();
            trouble.act().happens();
            offers.forEach(offer -> crowd.awaitMore(offer, 3, PATIENCE));
            var pauses = offers.stream()
                    .collect(toMap(offer -> offer, offer -> crowd.longestPause(offer, since, System.nanoTime())));
            crowd.endIn(PATIENCE);
            var result =
                    new FaultRunCheck(fleet, servers, alipay, offers, crowd.wishes(), redisForgets).settle(PATIENCE);
            tell(crowd, since, pauses.values());
            assertSoftly(softly -> {
                softly.assertThat(result.broken()).as("%s", result).isEmpty();
                softly.assertThat(List.of(result.oversold(), result.lost(), result.stranded(), result.doubleRefunds()))
                        .as("%s", result)
                        .containsOnly(0L);
                softly.assertThat(crowd.failures())
                        .as("answers of 500 and more but BUSY")
                        .isEmpty();
                var untouched = trouble.untouched();
                softly.assertThat(busy(crowd.wishes(), since, wish -> untouched.contains(wish.offer())))
                        .as("told to come again, of offers that have nothing to do with it")
                        .isEmpty();
                softly.assertThat(busy(crowd.wishes(), since, wish -> true))
                        .as("when somebody was told to come again")
                        .allSatisfy(after -> assertThat(after).isLessThan(trouble.last()));
                softly.assertThat(busyInAll(crowd.wishes(), since))
                        .as("how long the shop was busy in all")
                        .isLessThanOrEqualTo(trouble.inAll());
                softly.assertThat(pauses.values())
                        .as("how long each offer did not sell")
                        .allSatisfy(pause -> assertThat(pause).isLessThan(trouble.pause()));
            });
        }
    }

    private static void tell(FaultCrowd crowd, long since, Collection<Duration> pauses) {
        var busy = busy(crowd.wishes(), since, wish -> true);
        System.out.printf(
                "%d accepted; busy %d times, for %s in all, the last %s after it began; an offer did not sell for %s%n",
                crowd.accepted(),
                busy.size(),
                busyInAll(crowd.wishes(), since),
                busy.stream().max(Duration::compareTo).orElse(Duration.ZERO),
                pauses.stream().max(Duration::compareTo).orElseThrow());
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

    /** How long there was somebody who had been told to come again and was not back. */
    private static Duration busyInAll(List<PurchaseWish> wishes, long since) {
        var all = Duration.ZERO;
        var end = Duration.ZERO;
        for (var from : busy(wishes, since, wish -> true).stream().sorted().toList()) {
            var to = from.plus(COMES_AGAIN);
            all = all.plus(from.compareTo(end) > 0 ? COMES_AGAIN : to.minus(end));
            end = to;
        }
        return all;
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

        Trouble of(List<String> offers, FaultCrowd crowd);
    }

    private interface Act {

        void happens() throws InterruptedException;
    }

    /**
     * What goes wrong, and how much of it shoppers may notice.
     *
     * @param untouched offers of which nobody may notice
     * @param last after so long nobody may be told to come again
     * @param inAll for so long in all somebody may be told so
     * @param pause for so long an offer may not sell
     */
    private record Trouble(Act act, List<String> untouched, Duration last, Duration inAll, Duration pause) {

        private static final Duration ANY = Duration.ofHours(1);

        static Trouble of(Act act) {
            return new Trouble(act, List.of(), ANY, ANY, ANY);
        }

        Trouble leavesAlone(List<String> offers) {
            return new Trouble(act, offers, last, inAll, pause);
        }

        Trouble isOverWithin(Duration time) {
            return new Trouble(act, untouched, time, inAll, pause);
        }

        Trouble isBusyFor(Duration time) {
            return new Trouble(act, untouched, last, time, pause);
        }

        Trouble sellsWithin(Duration time) {
            return new Trouble(act, untouched, last, inAll, time);
        }
    }
}
