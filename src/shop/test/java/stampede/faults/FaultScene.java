package stampede.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import stampede.alipaysandbox.LocalAlipay;
import stampede.testing.ServerMachines;

/**
 * Where mishaps happen: a fleet, its servers, and Alipay. Mishaps may come together, but not to the same node or server, whose
 * lock they hold meanwhile.
 */
final class FaultScene {

    private static final Duration START = Duration.ofMinutes(10);

    private final Fleet fleet;
    private final OwnServers servers;
    private final ServerMachines machines;
    private final Optional<ServerCluster> cluster;
    private final LocalAlipay alipay;
    private final Path directory;
    private final List<String> offers;
    private final List<String> before;
    private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();

    /**
     * @param cluster several of each server, if there are
     * @param offers what is sold now
     * @param before what was sold in the round before
     */
    FaultScene(
            Fleet fleet,
            OwnServers servers,
            ServerMachines machines,
            Optional<ServerCluster> cluster,
            LocalAlipay alipay,
            Path directory,
            List<String> offers,
            List<String> before) {
        this.fleet = fleet;
        this.servers = servers;
        this.machines = machines;
        this.cluster = cluster;
        this.alipay = alipay;
        this.directory = directory;
        this.offers = offers;
        this.before = before;
    }

    ServerMachines machines() {
        return machines;
    }

    /** Several of each server, where there are. */
    ServerCluster cluster() {
        return cluster.orElseThrow();
    }

    OwnServers servers() {
        return servers;
    }

    LocalAlipay alipay() {
        return alipay;
    }

    Fleet fleet() {
        return fleet;
    }

    String offer(RandomGenerator chance) {
        return offers.get(chance.nextInt(offers.size()));
    }

    /** A node with this in its name. */
    ShopNode node(String kind, RandomGenerator chance) {
        var some = nodes(kind);
        return some.get(chance.nextInt(some.size()));
    }

    List<ShopNode> nodes(String kind) {
        return fleet.nodes().stream()
                .filter(node -> node.toString().contains(kind))
                .toList();
    }

    /** The sales of the round before are over, so that they are settled while things go wrong. */
    void endSales() {
        servers.endSales(before);
    }

    /** A place for files that is not there yet. */
    Path newPlace() {
        try {
            var place = Files.createTempDirectory(directory, "snapshot");
            Files.delete(place);
            return place;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Nobody else touches it meanwhile. */
    void alone(Object target, Act act) throws InterruptedException, IOException, SQLException {
        var lock = locks.computeIfAbsent(target.toString(), name -> new ReentrantLock());
        lock.lock();
        try {
            act.run();
        } finally {
            lock.unlock();
        }
    }

    /** Starts what is dead, again and again until it stays alive, as its supervisor would. */
    static void revive(ShopNode node, String... settings) throws InterruptedException {
        var end = System.nanoTime() + START.toNanos();
        while (System.nanoTime() < end) {
            if (!node.process().isAlive()) {
                node.process().kill();
                node.process().begin(settings);
            }
            if (node.process().isOpen()) {
                return;
            }
            Thread.sleep(500);
        }
        throw new IllegalStateException(node + " does not start");
    }

    /** Everything is well again, as far as it depends on us. */
    void heal() throws InterruptedException {
        alipay.switchAllOff();
        if (cluster.isPresent()) {
            cluster.get().heal();
        } else {
            for (var server : List.of("mariadb", "redis", "rabbitmq")) {
                machines.start(server);
            }
        }
        for (var node : fleet.nodes()) {
            node.lines().mend();
            for (var point : DeathPoint.values()) {
                node.process().spare(point);
            }
        }
        for (var node : fleet.nodes()) {
            revive(node);
        }
        // The real one goes on for a day. A second payment of which it never told would be found in its bill, the next
        // day.
        alipay.notifications().stream()
                .filter(notification -> Set.of("GIVEN_UP", "DROPPED").contains(notification.state()))
                .forEach(alipay::sendAgain);
    }

    /** Something done while nobody else touches the target. */
    interface Act {

        void run() throws InterruptedException, IOException, SQLException;
    }
}
