package stampede.faults;

import static org.awaitility.Awaitility.await;

import com.google.common.base.Splitter;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import stampede.testing.BrokerManagement;
import stampede.testing.ServerMachines;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Several of each server, as {@code scripts/servers cluster} starts them: who leads among them, and how an operator changes that. */
final class ServerCluster implements AutoCloseable {

    private static final List<String> REDIS = List.of("redis", "redis2", "redis3", "redis4", "redis5", "redis6");
    static final List<String> DATABASES = List.of("mariadb", "mariadb2", "mariadb3");
    static final List<String> BROKERS = List.of("rabbitmq", "rabbitmq2", "rabbitmq3");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final JsonMapper JSON = new JsonMapper();

    private final ServerMachines machines;
    private final int base;

    /** @param machines which run already */
    ServerCluster(ServerMachines machines) {
        this.machines = machines;
        this.base = URI.create(machines.settings().get("STAMPEDE_REDIS_URL")).getPort() - 379;
    }

    /** Starts one of a test's own, with ports from there on. */
    static ServerCluster start(Path directory, int base) {
        var machines = ServerMachines.at(directory, base);
        try {
            machines.startCluster();
        } catch (IllegalStateException failure) {
            machines.wipe();
            throw failure;
        }
        return new ServerCluster(machines);
    }

    /** They end, and nothing stays. */
    @Override
    public void close() {
        machines.wipe();
    }

    ServerMachines machines() {
        return machines;
    }

    Map<String, String> settings() {
        return machines.settings();
    }

    /** The servers of Redis that take writes. */
    Set<String> redisMasters() {
        var masters = new TreeSet<String>();
        for (var node : redisNodes()) {
            if (node.isMaster()) {
                masters.add(node.server());
            }
        }
        return masters;
    }

    /** The one that has the stock of an offer. */
    String redisMasterOf(String offer) {
        var slot = SlotHash.getSlot("stock:{" + offer + "}:state");
        return redisNodes().stream()
                .filter(node -> node.isMaster() && node.has(slot))
                .map(RedisNode::server)
                .findFirst()
                .orElseThrow();
    }

    /** The one that would take a master's place. */
    String redisReplicaOf(String master) {
        var id = node(master).id();
        return redisNodes().stream()
                .filter(node -> node.follows().equals(id))
                .map(RedisNode::server)
                .findFirst()
                .orElseThrow();
    }

    /** Moves the stock of an offer to another master while it sells, and all slots before it. */
    void moveStock(String offer, String to) {
        var from = node(redisMasterOf(offer));
        var slots = SlotHash.getSlot("stock:{" + offer + "}:state") - from.firstSlot() + 1;
        machines.reshard(redisPort(from.server()), from.id(), node(to).id(), slots);
    }

    private RedisNode node(String server) {
        return redisNodes().stream()
                .filter(node -> node.server().equals(server))
                .findFirst()
                .orElseThrow();
    }

    /** One server of Redis answers. */
    <T> T onRedis(String server, Function<RedisCommands<String, String>, T> act) {
        try (var client = RedisClient.create(RedisURI.builder()
                        .withHost("127.0.0.1")
                        .withPort(redisPort(server))
                        .withTimeout(Duration.ofSeconds(2))
                        .build());
                var connection = client.connect()) {
            return act.apply(connection.sync());
        }
    }

    int redisPort(String server) {
        return base + 379 + 10 * REDIS.indexOf(server);
    }

    int databasePort(String server) {
        return base + 306 + 10 * DATABASES.indexOf(server);
    }

    /** All that were stopped or frozen run, and each master of Redis has a replica that follows it. */
    void heal() {
        machines.startCluster();
        await("replicas of Redis").atMost(PATIENCE).until(() -> {
            var nodes = redisNodes();
            return nodes.stream().filter(RedisNode::isMaster).count() == 3
                    && nodes.stream()
                                    .filter(node -> !node.follows().equals("-") && !node.isAway())
                                    .count()
                            == 3;
        });
    }

    /** The broker that leads a queue. */
    String leaderOf(String virtualHost, String queue) {
        return BROKERS.get(numberOf(queue(virtualHost, queue).path("leader").asString()) - 1);
    }

    /** What the brokers say of a queue. */
    JsonNode queue(String virtualHost, String queue) {
        return ask("/api/queues/" + virtualHost + "/" + queue);
    }

    /** What the first broker that answers has at a path. */
    JsonNode ask(String path) {
        RuntimeException last = new IllegalStateException("No broker answers");
        for (int index = 0; index < 3; index++) {
            try {
                return JSON.readTree(new BrokerManagement(
                                "stampede:stampede", URI.create("http://127.0.0.1:" + (base + 673 + 10 * index)))
                        .read(path));
            } catch (RuntimeException away) {
                last = away;
            }
        }
        throw last;
    }

    /** The one of MariaDB that takes writes. */
    String primary() {
        return DATABASES.stream().filter(this::takesWrites).findFirst().orElseThrow();
    }

    boolean takesWrites(String server) {
        try {
            return database(server)
                    .sql("select @@global.read_only = 0")
                    .query(Boolean.class)
                    .single();
        } catch (DataAccessException away) {
            return false;
        }
    }

    /** Of those that are left the one that has most: one of them has all that was ever answered. */
    String mostAdvancedBut(String dead) {
        return DATABASES.stream()
                .filter(server -> !server.equals(dead))
                .max(Comparator.comparingLong(server -> number(
                        database(server)
                                .sql("select @@global.gtid_current_pos")
                                .query(String.class)
                                .single(),
                        ".*-(\\d+)")))
                .orElseThrow();
    }

    /** Makes it the primary, and has the address of the database lead to it. */
    void promote(String server, OwnServers servers, Fleet fleet) {
        machines.promote(server);
        servers.follow(databasePort(server));
        fleet.nodes().forEach(node -> node.lines().database().leadTo(databasePort(server)));
    }

    /** A replica takes the primary's place in order: connections that are open stay with the old one, which takes no writes. */
    void replacePrimary(OwnServers servers, Fleet fleet) {
        var before = primary();
        var next = mostAdvancedBut(before);
        database(before).sql("set global read_only = 1").update();
        var written = database(before)
                .sql("select @@global.gtid_binlog_pos")
                .query(String.class)
                .single();
        database(next)
                .sql("select master_gtid_wait(:written, 20)")
                .param("written", written)
                .query(Integer.class)
                .single();
        promote(next, servers, fleet);
    }

    static long number(String text, String pattern) {
        var found = Pattern.compile(pattern).matcher(text);
        if (!found.find()) {
            throw new IllegalStateException(pattern + " is not in " + text);
        }
        return Long.parseLong(found.group(1));
    }

    private static int numberOf(String node) {
        var digits = node.replaceAll("^stampede(\\d?)@.*", "$1");
        return digits.isEmpty() ? 1 : Integer.parseInt(digits);
    }

    /** An administrator's way into a server of MariaDB. */
    JdbcClient database(String server) {
        return JdbcClient.create(new DriverManagerDataSource(
                "jdbc:mysql://127.0.0.1:" + databasePort(server) + "/", "stampede_replica", "stampede"));
    }

    private List<RedisNode> redisNodes() {
        RuntimeException last = new IllegalStateException("No server of Redis answers");
        for (var server : REDIS) {
            try {
                return onRedis(server, RedisCommands::clusterNodes)
                        .lines()
                        .map(line -> RedisNode.of(line, base))
                        .toList();
            } catch (RedisException away) {
                last = away;
            }
        }
        throw last;
    }

    /**
     * A line of {@code CLUSTER NODES}.
     *
     * @param follows the id of its master, or -
     */
    private record RedisNode(String id, String server, String flags, String follows, List<String> slots) {

        static RedisNode of(String line, int base) {
            var part = Splitter.on(' ').splitToList(line);
            var port = Integer.parseInt(part.get(1).replaceAll(".*?:(\\d+).*", "$1"));
            return new RedisNode(
                    part.get(0),
                    REDIS.get((port - base - 379) / 10),
                    part.get(2),
                    part.get(3),
                    part.subList(8, part.size()));
        }

        boolean isMaster() {
            return flags.contains("master") && !isAway() && !slots.isEmpty();
        }

        boolean isAway() {
            return flags.contains("fail");
        }

        int firstSlot() {
            return slots.stream()
                    .mapToInt(range ->
                            Integer.parseInt(Splitter.on('-').splitToList(range).get(0)))
                    .min()
                    .orElseThrow();
        }

        boolean has(int slot) {
            return slots.stream().anyMatch(range -> {
                var ends = Splitter.on('-').splitToList(range);
                var last = ends.get(ends.size() - 1);
                return !range.startsWith("[")
                        && slot >= Integer.parseInt(ends.get(0))
                        && slot <= Integer.parseInt(last);
            });
        }
    }
}
