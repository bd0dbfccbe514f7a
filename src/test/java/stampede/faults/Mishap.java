package stampede.faults;

import static java.time.Duration.ofMillis;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import stampede.alipaysandbox.Fault;
import stampede.stock.Spoil;

/** What can go wrong. Each undoes what it did, unless the shop must get over it by itself. */
enum Mishap {
    KILL_WEB((scene, chance) -> kill(scene, scene.node("web", chance))),
    KILL_WORKER((scene, chance) -> kill(scene, scene.node("worker", chance))),
    KILL_BEAT((scene, chance) -> kill(scene, scene.node("beat", chance))),
    KILL_EVERYTHING((scene, chance) -> {
        for (var node : scene.fleet().nodes()) {
            scene.alone(node, node.process()::kill);
        }
        for (var node : scene.fleet().nodes()) {
            scene.alone(node, node.process()::begin);
        }
        for (var node : scene.fleet().nodes()) {
            scene.alone(node, () -> Scene.revive(node));
        }
    }),

    DIE_AFTER_RESERVATION((scene, chance) -> die(scene, scene.node("web", chance), DeathPoint.AFTER_RESERVATION)),
    DIE_BEFORE_PUBLISH((scene, chance) -> die(scene, scene.node("web", chance), DeathPoint.BEFORE_PUBLISH)),
    DIE_AFTER_PUBLISH((scene, chance) -> die(scene, scene.node("web", chance), DeathPoint.AFTER_PUBLISH)),
    DIE_AFTER_COMMIT((scene, chance) -> die(scene, scene.node("worker", chance), DeathPoint.AFTER_COMMIT)),
    DIE_BEFORE_ACK((scene, chance) -> die(scene, scene.node("worker", chance), DeathPoint.BEFORE_ACK)),
    DIE_AFTER_CLOSING((scene, chance) -> die(scene, scene.node("worker", chance), DeathPoint.AFTER_CLOSING)),
    DIE_BEFORE_CLOSED((scene, chance) -> die(scene, scene.node("worker", chance), DeathPoint.BEFORE_CLOSED)),
    DIE_AFTER_REFUND((scene, chance) -> die(scene, scene.node("worker", chance), DeathPoint.AFTER_REFUND)),

    DIE_BEFORE_SETTLED((scene, chance) -> dieSettling(scene, DeathPoint.BEFORE_SETTLED)),
    DIE_AFTER_SETTLED((scene, chance) -> dieSettling(scene, DeathPoint.AFTER_SETTLED)),

    FREEZE_WEB((scene, chance) -> freeze(scene, scene.node("web", chance), seconds(chance))),
    FREEZE_WORKER((scene, chance) -> freeze(scene, scene.node("worker", chance), seconds(chance))),
    FREEZE_BEAT((scene, chance) -> freeze(scene, scene.node("beat", chance), seconds(chance))),
    FREEZE_WEB_FOR_A_MINUTE((scene, chance) -> freeze(scene, scene.node("web", chance), Duration.ofMinutes(1))),
    FREEZE_WORKER_FOR_A_MINUTE((scene, chance) -> freeze(scene, scene.node("worker", chance), Duration.ofMinutes(1))),

    REDIS_KILLED((scene, chance) -> restart(scene, "redis", scene.machines()::kill, ofMillis(chance.nextInt(5_000)))),
    REDIS_WIPED((scene, chance) -> redis(scene, "FLUSHALL")),
    REDIS_RESTORED((scene, chance) -> scene.alone("redis", () -> {
        var before = scene.newPlace();
        scene.machines().photographRedis(before);
        Thread.sleep(chance.nextInt(1_000, 10_000));
        scene.machines().restoreRedis(before);
    })),
    REDIS_FULL((scene, chance) -> {
        redis(scene, "CONFIG SET maxmemory 1");
        Thread.sleep(chance.nextInt(2_000, 12_000));
        redis(scene, "CONFIG SET maxmemory 0");
    }),
    REDIS_DISK_FULL((scene, chance) -> scene.alone("redis", () -> {
        scene.servers().redis("CONFIG SET stop-writes-on-bgsave-error yes rdb-key-save-delay 1000000");
        scene.machines().breakRedisSnapshot(() -> scene.servers().redis("BGSAVE"));
        Thread.sleep(seconds(chance).toMillis());
        scene.servers().redis("CONFIG SET stop-writes-on-bgsave-error no rdb-key-save-delay 0");
    })),

    REDIS_KEY_DELETED((scene, chance) -> spoil(scene, chance, true)),
    REDIS_KEY_SPOILED((scene, chance) -> spoil(scene, chance, false)),

    BROKER_KILLED((scene, chance) -> restart(scene, "rabbitmq", scene.machines()::kill, Duration.ZERO)),
    BROKER_STOPPED((scene, chance) -> restart(scene, "rabbitmq", scene.machines()::stop, seconds(chance))),
    BROKER_STOPPED_FOR_A_MINUTE(
            (scene, chance) -> restart(scene, "rabbitmq", scene.machines()::stop, Duration.ofMinutes(1))),
    BROKER_FROZEN((scene, chance) -> scene.alone("rabbitmq", () -> {
        scene.machines().freeze("rabbitmq");
        try {
            Thread.sleep(chance.nextInt(10_000, 30_000));
        } finally {
            scene.machines().thaw("rabbitmq");
        }
    })),
    QUEUE_DELETED((scene, chance) -> brokerLoses(scene, "queues/%s/stampede." + queue(chance))),
    EXCHANGE_DELETED((scene, chance) -> brokerLoses(scene, "exchanges/%s/stampede." + exchange(chance))),
    BINDING_DELETED((scene, chance) -> {
        var queue = "stampede." + queue(chance);
        var exchange = queue.contains(".lane.") ? queue : "stampede.tasks";
        var key = queue.contains(".lane.") ? "~" : queue;
        brokerLoses(scene, "bindings/%s/e/" + exchange + "/q/" + queue + "/" + key);
    }),
    /** The shop is told how to make it again. */
    VIRTUAL_HOST_DELETED((scene, chance) -> scene.alone("rabbitmq", scene.servers()::brokerLosesVirtualHost)),
    DATABASE_KILLED((scene, chance) -> restart(scene, "mariadb", scene.machines()::kill, Duration.ZERO)),
    DATABASE_STOPPED((scene, chance) -> restart(scene, "mariadb", scene.machines()::stop, seconds(chance))),
    DATABASE_STOPPED_FOR_A_MINUTE(
            (scene, chance) -> restart(scene, "mariadb", scene.machines()::stop, Duration.ofMinutes(1))),
    DATABASE_READ_ONLY((scene, chance) -> scene.alone("mariadb", () -> {
        scene.machines().setReadOnly(true);
        try {
            Thread.sleep(25_000);
        } finally {
            scene.machines().setReadOnly(false);
        }
    })),
    DATABASE_ROW_LOCKED((scene, chance) -> lockRow(scene, chance)),

    REDIS_PARTED((scene, chance) -> part(scene, Lines::redis, chance)),
    BROKER_PARTED((scene, chance) -> part(scene, Lines::broker, chance)),
    DATABASE_PARTED((scene, chance) -> part(scene, Lines::database, chance)),
    REDIS_HALF_OPEN((scene, chance) -> goDeaf(scene, Lines::redis, chance)),
    BROKER_HALF_OPEN((scene, chance) -> goDeaf(scene, Lines::broker, chance)),
    DATABASE_HALF_OPEN((scene, chance) -> goDeaf(scene, Lines::database, chance)),
    REDIS_SLOW((scene, chance) -> slow(scene, Lines::redis, chance)),
    DATABASE_SLOW((scene, chance) -> slow(scene, Lines::database, chance)),
    REDIS_CUT_SHORT((scene, chance) -> breakShort(scene, Lines::redis, chance)),
    BROKER_CUT_SHORT((scene, chance) -> breakShort(scene, Lines::broker, chance)),
    DATABASE_CUT_SHORT((scene, chance) -> breakShort(scene, Lines::database, chance)),

    /** Several workers always sweep, poll and settle at the same time; rebuilds are rarer. */
    REBUILT_BY_SEVERAL_AT_ONCE(Mishap::rebuild),

    CLOCK_AHEAD((scene, chance) -> clockOff(scene, Duration.ofMinutes(10), chance)),
    CLOCK_BEHIND((scene, chance) -> clockOff(scene, Duration.ofMinutes(-10), chance)),

    NOTIFICATION_STORM((scene, chance) -> {
        scene.alipay()
                .switchOn(
                        chance.nextLong(),
                        List.of(
                                Fault.duplicate(5).share(0.5),
                                Fault.reorder().share(0.3),
                                Fault.delay(ofMillis(2_000)).share(0.2),
                                Fault.drop().share(0.1),
                                Fault.forge().share(0.2),
                                Fault.wrongAmount().share(0.05),
                                Fault.answerLost(ofMillis(50)).share(0.1)));
        Thread.sleep(seconds(chance).toMillis());
        scene.alipay().switchAllOff();
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
        return this == REDIS_WIPED || this == REDIS_RESTORED || spoilsRedis();
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
    void happen(Scene scene, RandomGenerator chance) throws InterruptedException, IOException, SQLException {
        plot.happen(scene, chance);
    }

    private static void brokerLoses(Scene scene, String path) throws InterruptedException, IOException, SQLException {
        scene.alone("rabbitmq", () -> scene.servers().brokerLoses(path));
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

    private static void kill(Scene scene, Node node) throws InterruptedException, IOException, SQLException {
        scene.alone(node, () -> {
            node.process().kill();
            Scene.revive(node);
        });
    }

    private static void die(Scene scene, Node node, DeathPoint point)
            throws InterruptedException, IOException, SQLException {
        scene.alone(node, () -> {
            node.process().dieAt(point);
            node.process().awaitDeath(point, Duration.ofSeconds(20));
            Scene.revive(node);
        });
    }

    /** Whichever worker comes to it first, and the other one if it does. */
    private static void dieSettling(Scene scene, DeathPoint point)
            throws InterruptedException, IOException, SQLException {
        var workers = scene.nodes("worker");
        workers.forEach(worker -> worker.process().dieAt(point));
        scene.endSales();
        for (var worker : workers) {
            scene.alone(worker, () -> {
                worker.process().awaitDeath(point, Duration.ofSeconds(20));
                Scene.revive(worker);
            });
        }
    }

    private static void freeze(Scene scene, Node node, Duration time)
            throws InterruptedException, IOException, SQLException {
        scene.alone(node, () -> {
            node.process().freeze();
            try {
                Thread.sleep(time.toMillis());
            } finally {
                node.process().thaw();
            }
        });
    }

    private static void restart(Scene scene, String server, Consumer<String> end, Duration pause)
            throws InterruptedException, IOException, SQLException {
        scene.alone(server, () -> {
            end.accept(server);
            Thread.sleep(pause.toMillis());
            scene.machines().start(server);
        });
    }

    private static void redis(Scene scene, String command) throws InterruptedException, IOException, SQLException {
        scene.alone("redis", () -> scene.servers().redis(command));
    }

    /** Several times, each another key or another way, of any of the offers. */
    private static void spoil(Scene scene, RandomGenerator chance, boolean deletes)
            throws InterruptedException, IOException, SQLException {
        for (int time = 0; time < 4; time++) {
            var offer = scene.offer(chance);
            var spoil = Spoil.random(chance, deletes);
            scene.alone("redis", () -> scene.servers().spoil(offer, spoil));
            Thread.sleep(chance.nextInt(500, 4_000));
        }
    }

    private static void lockRow(Scene scene, RandomGenerator chance) throws InterruptedException, SQLException {
        try (var connection = scene.servers().dataSource().getConnection();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeQuery(
                    "select * from stock_balance where offer_id = " + scene.offer(chance) + " for update");
            Thread.sleep(chance.nextInt(2_000, 20_000));
            connection.rollback();
        }
    }

    private static void part(Scene scene, Function<Lines, FaultyLine> which, RandomGenerator chance)
            throws InterruptedException {
        disturb(scene, which, chance, FaultyLine::hold);
    }

    private static void goDeaf(Scene scene, Function<Lines, FaultyLine> which, RandomGenerator chance)
            throws InterruptedException {
        disturb(scene, which, chance, FaultyLine::goDeaf);
    }

    private static void slow(Scene scene, Function<Lines, FaultyLine> which, RandomGenerator chance)
            throws InterruptedException {
        disturb(scene, which, chance, line -> line.slowDown(ofMillis(chance.nextInt(10, 200))));
    }

    private static void breakShort(Scene scene, Function<Lines, FaultyLine> which, RandomGenerator chance)
            throws InterruptedException {
        disturb(scene, which, chance, line -> line.breakAfter(chance.nextInt(1, 5_000)));
    }

    /** One node's line, or now and then the lines of all. */
    private static void disturb(
            Scene scene, Function<Lines, FaultyLine> which, RandomGenerator chance, Consumer<FaultyLine> how)
            throws InterruptedException {
        var nodes = scene.fleet().nodes();
        var hit = chance.nextInt(3) == 0 ? nodes : List.of(nodes.get(chance.nextInt(nodes.size())));
        var lines = hit.stream().map(Node::lines).map(which).toList();
        lines.forEach(how);
        Thread.sleep(seconds(chance).toMillis());
        lines.forEach(FaultyLine::mend);
    }

    /** All workers at the same moment, several times, while it sells. A dead one misses it. */
    private static void rebuild(Scene scene, RandomGenerator chance) throws InterruptedException {
        var offer = scene.offer(chance);
        var workers = scene.nodes("worker");
        for (int time = 0; time < 3; time++) {
            workers.forEach(worker -> worker.process().rebuild(offer));
            Thread.sleep(chance.nextInt(500, 3_000));
        }
    }

    /** A node comes back with a clock that is off, works for a while, and comes back with a good one. */
    private static void clockOff(Scene scene, Duration offset, RandomGenerator chance)
            throws InterruptedException, IOException, SQLException {
        var node =
                scene.fleet().nodes().get(chance.nextInt(scene.fleet().nodes().size()));
        scene.alone(node, () -> {
            node.process().kill();
            Scene.revive(node, "--faults.clock-offset=" + offset);
            Thread.sleep(chance.nextInt(5_000, 15_000));
            node.process().kill();
            Scene.revive(node);
        });
    }

    private interface Plot {

        void happen(Scene scene, RandomGenerator chance) throws InterruptedException, IOException, SQLException;
    }
}
