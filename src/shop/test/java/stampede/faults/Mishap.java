package stampede.faults;

import static java.time.Duration.ofMillis;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import stampede.alipaysandbox.LocalAlipayFault;
import stampede.counter.CounterSpoil;
import stampede.testing.FaultyLine;

/** What can go wrong. Each undoes what it did, unless the shop must get over it by itself. */
enum Mishap {
    KILL_WEB((faultScene, chance) -> kill(faultScene, faultScene.node("web", chance))),
    KILL_WORKER((faultScene, chance) -> kill(faultScene, faultScene.node("worker", chance))),
    KILL_BEAT((faultScene, chance) -> kill(faultScene, faultScene.node("beat", chance))),
    KILL_EVERYTHING((faultScene, chance) -> {
        for (var node : faultScene.fleet().nodes()) {
            faultScene.alone(node, node.process()::kill);
        }
        for (var node : faultScene.fleet().nodes()) {
            faultScene.alone(node, node.process()::begin);
        }
        for (var node : faultScene.fleet().nodes()) {
            faultScene.alone(node, () -> FaultScene.revive(node));
        }
    }),

    DIE_AFTER_RESERVATION(
            (faultScene, chance) -> die(faultScene, faultScene.node("web", chance), DeathPoint.AFTER_RESERVATION)),
    DIE_BEFORE_PUBLISH(
            (faultScene, chance) -> die(faultScene, faultScene.node("web", chance), DeathPoint.BEFORE_PUBLISH)),
    DIE_AFTER_PUBLISH(
            (faultScene, chance) -> die(faultScene, faultScene.node("web", chance), DeathPoint.AFTER_PUBLISH)),
    DIE_AFTER_COMMIT(
            (faultScene, chance) -> die(faultScene, faultScene.node("worker", chance), DeathPoint.AFTER_COMMIT)),
    DIE_BEFORE_ACK((faultScene, chance) -> die(faultScene, faultScene.node("worker", chance), DeathPoint.BEFORE_ACK)),
    DIE_AFTER_CLOSING(
            (faultScene, chance) -> die(faultScene, faultScene.node("worker", chance), DeathPoint.AFTER_CLOSING)),
    DIE_BEFORE_CLOSED(
            (faultScene, chance) -> die(faultScene, faultScene.node("worker", chance), DeathPoint.BEFORE_CLOSED)),
    DIE_AFTER_REFUND(
            (faultScene, chance) -> die(faultScene, faultScene.node("worker", chance), DeathPoint.AFTER_REFUND)),

    DIE_BEFORE_SETTLED((faultScene, chance) -> dieSettling(faultScene, DeathPoint.BEFORE_SETTLED)),
    DIE_AFTER_SETTLED((faultScene, chance) -> dieSettling(faultScene, DeathPoint.AFTER_SETTLED)),

    FREEZE_WEB((faultScene, chance) -> freeze(faultScene, faultScene.node("web", chance), seconds(chance))),
    FREEZE_WORKER((faultScene, chance) -> freeze(faultScene, faultScene.node("worker", chance), seconds(chance))),
    FREEZE_BEAT((faultScene, chance) -> freeze(faultScene, faultScene.node("beat", chance), seconds(chance))),
    FREEZE_WEB_FOR_A_MINUTE(
            (faultScene, chance) -> freeze(faultScene, faultScene.node("web", chance), Duration.ofMinutes(1))),
    FREEZE_WORKER_FOR_A_MINUTE(
            (faultScene, chance) -> freeze(faultScene, faultScene.node("worker", chance), Duration.ofMinutes(1))),

    REDIS_KILLED((faultScene, chance) ->
            restart(faultScene, "redis", faultScene.machines()::kill, ofMillis(chance.nextInt(5_000)))),
    REDIS_WIPED((faultScene, chance) -> redis(faultScene, "FLUSHALL")),
    REDIS_RESTORED((faultScene, chance) -> faultScene.alone("redis", () -> {
        var before = faultScene.newPlace();
        faultScene.machines().photographRedis(before);
        Thread.sleep(chance.nextInt(1_000, 10_000));
        faultScene.machines().restoreRedis(before);
    })),
    REDIS_FULL((faultScene, chance) -> {
        redis(faultScene, "CONFIG SET maxmemory 1");
        Thread.sleep(chance.nextInt(2_000, 12_000));
        redis(faultScene, "CONFIG SET maxmemory 0");
    }),
    REDIS_DISK_FULL((faultScene, chance) -> faultScene.alone("redis", () -> {
        faultScene.servers().redis("CONFIG SET stop-writes-on-bgsave-error yes rdb-key-save-delay 1000000");
        faultScene.machines().breakRedisSnapshot(() -> faultScene.servers().redis("BGSAVE"));
        Thread.sleep(seconds(chance).toMillis());
        faultScene.servers().redis("CONFIG SET stop-writes-on-bgsave-error no rdb-key-save-delay 0");
    })),

    REDIS_KEY_DELETED((faultScene, chance) -> spoil(faultScene, chance, true)),
    REDIS_KEY_SPOILED((faultScene, chance) -> spoil(faultScene, chance, false)),

    BROKER_KILLED((faultScene, chance) -> restart(faultScene, "rabbitmq", faultScene.machines()::kill, Duration.ZERO)),
    BROKER_STOPPED(
            (faultScene, chance) -> restart(faultScene, "rabbitmq", faultScene.machines()::stop, seconds(chance))),
    BROKER_STOPPED_FOR_A_MINUTE((faultScene, chance) ->
            restart(faultScene, "rabbitmq", faultScene.machines()::stop, Duration.ofMinutes(1))),
    BROKER_FROZEN((faultScene, chance) -> faultScene.alone("rabbitmq", () -> {
        faultScene.machines().freeze("rabbitmq");
        try {
            Thread.sleep(chance.nextInt(10_000, 30_000));
        } finally {
            faultScene.machines().thaw("rabbitmq");
        }
    })),
    QUEUE_DELETED((faultScene, chance) -> brokerLoses(faultScene, "queues/%s/stampede." + queue(chance))),
    EXCHANGE_DELETED((faultScene, chance) -> brokerLoses(faultScene, "exchanges/%s/stampede." + exchange(chance))),
    BINDING_DELETED((faultScene, chance) -> {
        var queue = "stampede." + queue(chance);
        var exchange = queue.contains(".lane.") ? queue : "stampede.tasks";
        var key = queue.contains(".lane.") ? "~" : queue;
        brokerLoses(faultScene, "bindings/%s/e/" + exchange + "/q/" + queue + "/" + key);
    }),
    /** The shop is told how to make it again. */
    VIRTUAL_HOST_DELETED(
            (faultScene, chance) -> faultScene.alone("rabbitmq", faultScene.servers()::brokerLosesVirtualHost)),
    DATABASE_KILLED((faultScene, chance) -> restart(faultScene, "mariadb", faultScene.machines()::kill, Duration.ZERO)),
    DATABASE_STOPPED(
            (faultScene, chance) -> restart(faultScene, "mariadb", faultScene.machines()::stop, seconds(chance))),
    DATABASE_STOPPED_FOR_A_MINUTE(
            (faultScene, chance) -> restart(faultScene, "mariadb", faultScene.machines()::stop, Duration.ofMinutes(1))),
    DATABASE_READ_ONLY((faultScene, chance) -> faultScene.alone("mariadb", () -> {
        faultScene.machines().setReadOnly(true);
        try {
            Thread.sleep(25_000);
        } finally {
            faultScene.machines().setReadOnly(false);
        }
    })),
    DATABASE_ROW_LOCKED((faultScene, chance) -> lockRow(faultScene, chance)),

    MASTER_KILLED((faultScene, chance) -> faultScene.alone("redis", () -> {
        var dead = any(List.copyOf(faultScene.cluster().redisMasters()), chance);
        faultScene.machines().kill(dead);
        Thread.sleep(chance.nextInt(12_000));
        faultScene.machines().start(dead);
    })),
    MASTER_FROZEN((faultScene, chance) -> faultScene.alone(
            "redis",
            () -> freezeServer(faultScene, any(List.copyOf(faultScene.cluster().redisMasters()), chance), chance))),
    /** Its replica has not heard of its last writes. */
    MASTER_LOSES_WRITES((faultScene, chance) -> faultScene.alone("redis", () -> {
        var dead = any(List.copyOf(faultScene.cluster().redisMasters()), chance);
        var replica = faultScene.cluster().redisReplicaOf(dead);
        faultScene.machines().freeze(replica);
        Thread.sleep(chance.nextInt(3_000));
        faultScene.machines().kill(dead);
        faultScene.machines().thaw(replica);
        Thread.sleep(8_000);
        faultScene.machines().start(dead);
    })),
    MASTER_EMPTIED((faultScene, chance) -> faultScene.alone("redis", () -> {
        var emptied = any(List.copyOf(faultScene.cluster().redisMasters()), chance);
        var unused = faultScene.cluster().onRedis(emptied, redis -> redis.flushall());
    })),
    LEADER_KILLED((faultScene, chance) -> faultScene.alone("rabbitmq", () -> {
        var dead = leader(faultScene);
        faultScene.machines().kill(dead);
        Thread.sleep(chance.nextInt(10_000));
        faultScene.machines().start(dead);
    })),
    LEADER_FROZEN((faultScene, chance) ->
            faultScene.alone("rabbitmq", () -> freezeServer(faultScene, leader(faultScene), chance))),
    /** It runs, and hears nothing of the other brokers. */
    LEADER_CUT_OFF((faultScene, chance) -> faultScene.alone("rabbitmq", () -> {
        var alone = leader(faultScene);
        faultScene.machines().part(alone);
        Thread.sleep(chance.nextInt(10_000, 40_000));
        faultScene.machines().unpart(alone);
    })),
    /** Nothing that is written now is answered before one is back. */
    REPLICAS_FROZEN((faultScene, chance) -> faultScene.alone("mariadb", () -> {
        var primary = faultScene.cluster().primary();
        var replicas = ServerCluster.DATABASES.stream()
                .filter(server -> !server.equals(primary))
                .toList();
        replicas.forEach(faultScene.machines()::freeze);
        Thread.sleep(seconds(chance).toMillis());
        replicas.forEach(faultScene.machines()::thaw);
    })),
    PRIMARY_FROZEN((faultScene, chance) -> faultScene.alone(
            "mariadb", () -> freezeServer(faultScene, faultScene.cluster().primary(), chance))),
    PRIMARY_KILLED((faultScene, chance) -> faultScene.alone("mariadb", () -> {
        var dead = faultScene.cluster().primary();
        faultScene.machines().kill(dead);
        Thread.sleep(chance.nextInt(5_000));
        faultScene
                .cluster()
                .promote(faultScene.cluster().mostAdvancedBut(dead), faultScene.servers(), faultScene.fleet());
        faultScene.machines().rebuild(dead);
    })),
    PRIMARY_REPLACED((faultScene, chance) -> faultScene.alone(
            "mariadb", () -> faultScene.cluster().replacePrimary(faultScene.servers(), faultScene.fleet()))),

    REDIS_PARTED((faultScene, chance) -> part(faultScene, ShopNode.ServerLines::redis, chance)),
    BROKER_PARTED((faultScene, chance) -> part(faultScene, ShopNode.ServerLines::broker, chance)),
    DATABASE_PARTED((faultScene, chance) -> part(faultScene, ShopNode.ServerLines::database, chance)),
    REDIS_HALF_OPEN((faultScene, chance) -> goDeaf(faultScene, ShopNode.ServerLines::redis, chance)),
    BROKER_HALF_OPEN((faultScene, chance) -> goDeaf(faultScene, ShopNode.ServerLines::broker, chance)),
    DATABASE_HALF_OPEN((faultScene, chance) -> goDeaf(faultScene, ShopNode.ServerLines::database, chance)),
    REDIS_SLOW((faultScene, chance) -> slow(faultScene, ShopNode.ServerLines::redis, chance)),
    DATABASE_SLOW((faultScene, chance) -> slow(faultScene, ShopNode.ServerLines::database, chance)),
    REDIS_CUT_SHORT((faultScene, chance) -> breakShort(faultScene, ShopNode.ServerLines::redis, chance)),
    BROKER_CUT_SHORT((faultScene, chance) -> breakShort(faultScene, ShopNode.ServerLines::broker, chance)),
    DATABASE_CUT_SHORT((faultScene, chance) -> breakShort(faultScene, ShopNode.ServerLines::database, chance)),

    /** Several workers always sweep, poll and settle at the same time; rebuilds are rarer. */
    REBUILT_BY_SEVERAL_AT_ONCE(Mishap::rebuild),

    CLOCK_AHEAD((faultScene, chance) -> clockOff(faultScene, Duration.ofMinutes(10), chance)),
    CLOCK_BEHIND((faultScene, chance) -> clockOff(faultScene, Duration.ofMinutes(-10), chance)),

    NOTIFICATION_STORM((faultScene, chance) -> {
        faultScene
                .alipay()
                .switchOn(
                        chance.nextLong(),
                        List.of(
                                LocalAlipayFault.duplicate(5).share(0.5),
                                LocalAlipayFault.reorder().share(0.3),
                                LocalAlipayFault.delay(ofMillis(2_000)).share(0.2),
                                LocalAlipayFault.drop().share(0.1),
                                LocalAlipayFault.forge().share(0.2),
                                LocalAlipayFault.wrongAmount().share(0.05),
                                LocalAlipayFault.answerLost(ofMillis(50)).share(0.1)));
        Thread.sleep(seconds(chance).toMillis());
        faultScene.alipay().switchAllOff();
    });

    /** Most of a sale goes through the first. */
    private static final List<String> QUEUES = List.of(
            "orders", "orders", "orders.timeout", "payments", "refunds", "stock", "dead", "lane.delay.10s", "lane.due");

    private static final List<String> EXCHANGES = List.of("tasks", "tasks", "lane.delay.10s", "lane.due");

    /** A function of what it is given, without a state. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final Plot plot;

    Mishap(Plot plot) {
        this.plot = plot;
    }

    boolean makesRedisForget() {
        return this == REDIS_WIPED
                || this == REDIS_RESTORED
                || this == MASTER_KILLED
                || this == MASTER_FROZEN
                || this == MASTER_LOSES_WRITES
                || this == MASTER_EMPTIED
                || spoilsRedis();
    }

    /**
     * Whether it can happen to the servers that there are.
     *
     * @param several whether these are several of each, which have lines of their own to each other
     */
    boolean isPossible(boolean several) {
        if (name().matches("(MASTER|LEADER|PRIMARY|REPLICAS)_.*")) {
            return several;
        }
        return !several
                || !name().matches(
                                "(REDIS|BROKER|QUEUE|EXCHANGE|BINDING|VIRTUAL)_.*|DATABASE_(KILLED|STOPPED.*|READ_ONLY)");
    }

    /** Whether Redis has nonsense until it is repaired, so that its own rules do not hold at any time. */
    boolean spoilsRedis() {
        return this == REDIS_KEY_DELETED || this == REDIS_KEY_SPOILED;
    }

    /** Whether it is for this to end the sales of the round before. */
    boolean endsSales() {
        return this == DIE_BEFORE_SETTLED || this == DIE_AFTER_SETTLED;
    }

    /** Lets it happen; returns when it is over. */
    void happen(FaultScene faultScene, RandomGenerator chance) throws InterruptedException, IOException, SQLException {
        plot.happen(faultScene, chance);
    }

    private static void brokerLoses(FaultScene faultScene, String path)
            throws InterruptedException, IOException, SQLException {
        faultScene.alone("rabbitmq", () -> faultScene.servers().brokerLoses(path));
    }

    private static String queue(RandomGenerator chance) {
        return any(QUEUES, chance);
    }

    private static String exchange(RandomGenerator chance) {
        return any(EXCHANGES, chance);
    }

    private static String any(List<String> names, RandomGenerator chance) {
        return names.get(chance.nextInt(names.size()));
    }

    private static Duration seconds(RandomGenerator chance) {
        return ofMillis(chance.nextInt(2_000, 15_000));
    }

    private static void kill(FaultScene faultScene, ShopNode node)
            throws InterruptedException, IOException, SQLException {
        faultScene.alone(node, () -> {
            node.process().kill();
            FaultScene.revive(node);
        });
    }

    private static void die(FaultScene faultScene, ShopNode node, DeathPoint point)
            throws InterruptedException, IOException, SQLException {
        faultScene.alone(node, () -> {
            node.process().dieAt(point);
            node.process().awaitDeath(point, Duration.ofSeconds(20));
            FaultScene.revive(node);
        });
    }

    /** Whichever worker comes to it first, and the other one if it does. */
    private static void dieSettling(FaultScene faultScene, DeathPoint point)
            throws InterruptedException, IOException, SQLException {
        var workers = faultScene.nodes("worker");
        workers.forEach(worker -> worker.process().dieAt(point));
        faultScene.endSales();
        for (var worker : workers) {
            faultScene.alone(worker, () -> {
                worker.process().awaitDeath(point, Duration.ofSeconds(20));
                FaultScene.revive(worker);
            });
        }
    }

    private static void freeze(FaultScene faultScene, ShopNode node, Duration time)
            throws InterruptedException, IOException, SQLException {
        faultScene.alone(node, () -> {
            node.process().freeze();
            try {
                Thread.sleep(time.toMillis());
            } finally {
                node.process().thaw();
            }
        });
    }

    /** Of the queue that most of a sale goes through. */
    private static String leader(FaultScene faultScene) {
        return faultScene.cluster().leaderOf("stampede_faults", "stampede." + QUEUES.get(0));
    }

    private static void freezeServer(FaultScene faultScene, String server, RandomGenerator chance)
            throws InterruptedException {
        faultScene.machines().freeze(server);
        try {
            Thread.sleep(chance.nextInt(5_000, 30_000));
        } finally {
            faultScene.machines().thaw(server);
        }
    }

    private static void restart(FaultScene faultScene, String server, Consumer<String> end, Duration pause)
            throws InterruptedException, IOException, SQLException {
        faultScene.alone(server, () -> {
            end.accept(server);
            Thread.sleep(pause.toMillis());
            faultScene.machines().start(server);
        });
    }

    private static void redis(FaultScene faultScene, String command)
            throws InterruptedException, IOException, SQLException {
        faultScene.alone("redis", () -> faultScene.servers().redis(command));
    }

    /** Several times, each another key or another way, of any of the offers. */
    private static void spoil(FaultScene faultScene, RandomGenerator chance, boolean deletes)
            throws InterruptedException, IOException, SQLException {
        for (int time = 0; time < 4; time++) {
            var offer = faultScene.offer(chance);
            var spoil = CounterSpoil.random(chance, deletes);
            faultScene.alone("redis", () -> faultScene.servers().spoil(offer, spoil));
            Thread.sleep(chance.nextInt(500, 4_000));
        }
    }

    private static void lockRow(FaultScene faultScene, RandomGenerator chance)
            throws InterruptedException, SQLException {
        try (var connection = faultScene.servers().dataSource().getConnection();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeQuery(
                    "select * from stock_balance where offer_id = " + faultScene.offer(chance) + " for update");
            Thread.sleep(chance.nextInt(2_000, 20_000));
            connection.rollback();
        }
    }

    private static void part(
            FaultScene faultScene, Function<ShopNode.ServerLines, FaultyLine> which, RandomGenerator chance)
            throws InterruptedException {
        disturb(faultScene, which, chance, FaultyLine::hold);
    }

    private static void goDeaf(
            FaultScene faultScene, Function<ShopNode.ServerLines, FaultyLine> which, RandomGenerator chance)
            throws InterruptedException {
        disturb(faultScene, which, chance, FaultyLine::goDeaf);
    }

    private static void slow(
            FaultScene faultScene, Function<ShopNode.ServerLines, FaultyLine> which, RandomGenerator chance)
            throws InterruptedException {
        disturb(faultScene, which, chance, line -> line.slowDown(ofMillis(chance.nextInt(10, 200))));
    }

    private static void breakShort(
            FaultScene faultScene, Function<ShopNode.ServerLines, FaultyLine> which, RandomGenerator chance)
            throws InterruptedException {
        disturb(faultScene, which, chance, line -> line.breakAfter(chance.nextInt(1, 5_000)));
    }

    /** One node's line, or now and then the lines of all. */
    private static void disturb(
            FaultScene faultScene,
            Function<ShopNode.ServerLines, FaultyLine> which,
            RandomGenerator chance,
            Consumer<FaultyLine> how)
            throws InterruptedException {
        var nodes = faultScene.fleet().nodes();
        var hit = chance.nextInt(3) == 0 ? nodes : List.of(nodes.get(chance.nextInt(nodes.size())));
        var lines = hit.stream().map(ShopNode::lines).map(which).toList();
        lines.forEach(how);
        Thread.sleep(seconds(chance).toMillis());
        lines.forEach(FaultyLine::mend);
    }

    /** All workers at the same moment, several times, while it sells. A dead one misses it. */
    private static void rebuild(FaultScene faultScene, RandomGenerator chance) throws InterruptedException {
        var offer = faultScene.offer(chance);
        var workers = faultScene.nodes("worker");
        for (int time = 0; time < 3; time++) {
            workers.forEach(worker -> worker.process().rebuild(offer));
            Thread.sleep(chance.nextInt(500, 3_000));
        }
    }

    /** A node comes back with a clock that is off, works for a while, and comes back with a good one. */
    private static void clockOff(FaultScene faultScene, Duration offset, RandomGenerator chance)
            throws InterruptedException, IOException, SQLException {
        var node = faultScene
                .fleet()
                .nodes()
                .get(chance.nextInt(faultScene.fleet().nodes().size()));
        faultScene.alone(node, () -> {
            node.process().kill();
            FaultScene.revive(node, "--faults.clock-offset=" + offset);
            Thread.sleep(chance.nextInt(5_000, 15_000));
            node.process().kill();
            FaultScene.revive(node);
        });
    }

    private interface Plot {

        void happen(FaultScene faultScene, RandomGenerator chance)
                throws InterruptedException, IOException, SQLException;
    }
}
