package stampede.faults;

import static java.util.stream.Collectors.joining;

import com.google.common.base.Splitter;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisServerCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.net.URI;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import stampede.account.AccountId;
import stampede.account.Duty;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.counter.CounterSpoil;
import stampede.testing.BrokerManagement;
import stampede.testing.FaultyLine;

/**
 * A schema, a Redis database and a virtual host that a shop of a test's own has to itself, on the servers of the suite: what
 * dies or waits there is in nobody's way. Empty at first, and gone when closed.
 */
final class OwnServers implements AutoCloseable {

    private static final String CLUSTER = "SPRING_DATA_REDIS_CLUSTER_NODES";

    private final Map<String, String> servers;
    private final String redis;
    private final int redisDatabase;
    private final String name;
    private final URI broker;
    private final BrokerManagement management;
    private volatile String database;

    private OwnServers(Map<String, String> servers, String name, int redisDatabase) {
        this.servers = servers;
        this.name = name;
        this.redisDatabase = redisDatabase;
        this.database = setting("STAMPEDE_DB_URL", "jdbc:mysql://127.0.0.1:20306/stampede");
        this.redis = setting("STAMPEDE_REDIS_URL", "redis://127.0.0.1:20379") + "/" + redisDatabase;
        this.broker =
                URI.create(setting("STAMPEDE_RABBIT_ADDRESSES", "amqp://stampede:stampede@127.0.0.1:20672/stampede")
                        .replaceAll(",.*", ""));
        this.management = new BrokerManagement(
                broker.getUserInfo(), URI.create(setting("STAMPEDE_RABBIT_MANAGEMENT", "http://127.0.0.1:20673")));
    }

    /**
     * @param name of schema and virtual host; begins with {@code stampede_}, as the user of the suite may do anything there
     * @param redisDatabase 2 to 15, another one for each class; the suite's own are 0 and 1
     */
    static OwnServers empty(String name, int redisDatabase) {
        return empty(System.getenv(), name, redisDatabase);
    }

    /**
     * The same on other servers than the suite's.
     *
     * @param servers what {@code scripts/servers settings} says of them
     */
    static OwnServers empty(Map<String, String> servers, String name, int redisDatabase) {
        var own = new OwnServers(servers, name, redisDatabase);
        own.clear();
        own.sql("create database " + name + " character set utf8mb4 collate utf8mb4_bin");
        own.management.makeVirtualHost(name);
        return own;
    }

    /** Whether there are several of each server. */
    boolean areSeveral() {
        return servers.containsKey(CLUSTER);
    }

    /** Arguments that lead a shop here. */
    List<String> settings() {
        return settings(url(), redis, brokers());
    }

    /** The same by way of these lines; where there are several of each server, by the line to the database. */
    List<String> settings(ShopNode.ServerLines lines) {
        return areSeveral()
                ? settings(at(url(), lines.database()), redis, brokers())
                : settings(at(url(), lines.database()), at(redis, lines.redis()), at(brokers(), lines.broker()));
    }

    private List<String> settings(String database, String redis, String brokers) {
        var settings = new ArrayList<>(List.of(
                "--STAMPEDE_DB_URL=" + database,
                "--STAMPEDE_REDIS_URL=" + redis,
                // Where Sentinels of the suite's lead to the master, the address above is not read.
                "--spring.data.redis.database=" + redisDatabase,
                "--STAMPEDE_RABBIT_ADDRESSES=" + brokers));
        if (areSeveral()) {
            settings.add("--spring.data.redis.cluster.nodes=" + servers.get(CLUSTER));
        }
        return settings;
    }

    private String brokers() {
        return Splitter.on(',')
                .splitToStream(setting("STAMPEDE_RABBIT_ADDRESSES", broker.toString()))
                .map(address -> URI.create(address).resolve("/" + name).toString())
                .collect(joining(","));
    }

    /** Good lines to these servers. */
    ShopNode.ServerLines lines() {
        return new ShopNode.ServerLines(
                FaultyLine.to(databasePort()),
                FaultyLine.to(URI.create(redis).getPort()),
                FaultyLine.to(broker.getPort()));
    }

    private int databasePort() {
        return URI.create(database.substring("jdbc:".length())).getPort();
    }

    /** Another server has become the primary: the test looks into that from now on. */
    void follow(int databasePort) {
        database = database.replace(":" + databasePort(), ":" + databasePort);
    }

    private static String at(String address, FaultyLine line) {
        return address.replaceFirst("(127\\.0\\.0\\.1|localhost):\\d+", "127.0.0.1:" + line.port());
    }

    /** Redis forgets all that it has of this shop, as FLUSHALL does on a server of its own. */
    void wipeRedis() {
        onRedis(RedisServerCommands::flushdb);
    }

    /** Redis forgets all that it has of one offer. */
    void redisForgets(String offer) {
        onRedis(commands -> commands.del(commands.keys("*{" + offer + "}*").toArray(String[]::new)));
    }

    /** Somebody writes to the keys of an offer past the shop's scripts, if Redis takes it: it may be full, or the key another already. */
    void spoil(String offer, CounterSpoil spoil) {
        var connections = new LettuceConnectionFactory(LettuceConnectionFactory.createRedisConfiguration(redis));
        connections.afterPropertiesSet();
        connections.start();
        try {
            spoil.happen(new StringRedisTemplate(connections), OfferId.of(offer));
        } catch (DataAccessException refused) {
            System.err.println(spoil + " of offer " + offer + " was refused: " + refused.getMessage());
        } finally {
            connections.destroy();
        }
    }

    private <T> T onRedis(Function<RedisClusterCommands<String, String>, T> act) {
        if (areSeveral()) {
            try (var client = RedisClusterClient.create(nodes());
                    var connection = client.connect()) {
                return act.apply(connection.sync());
            }
        }
        try (var client = RedisClient.create(redis);
                var connection = client.connect()) {
            return act.apply(connection.sync());
        }
    }

    private List<RedisURI> nodes() {
        return Splitter.on(',')
                .splitToStream(setting(CLUSTER, ""))
                .map(node -> RedisURI.create("redis://" + node))
                .toList();
    }

    /** Whether Redis lets shoppers have units of an offer. */
    boolean sells(String offer) {
        return onRedis(commands -> "OPEN".equals(commands.hget("stock:{" + offer + "}:state", "gate")));
    }

    /** Whether Redis has anything of the offer's stock. */
    boolean redisKnows(String offer) {
        return onRedis(commands -> !commands.keys("stock:{" + offer + "}:*").isEmpty());
    }

    /** Opens accounts that nobody can sign in to: their tokens are made by who knows the key. */
    void open(Collection<SignedIn> accounts) {
        new JdbcTemplate(dataSource())
                .batchUpdate(
                        "insert ignore into account (id, username, password_hash, role, duties, created_ms) values (?, ?, '', ?, ?, 0)",
                        accounts.stream()
                                .map(account -> new Object[] {
                                    account.id().value(),
                                    account.username(),
                                    account.role().name(),
                                    Duty.text(account.role() == Role.OPERATOR ? Duty.all() : Set.of())
                                })
                                .toList());
    }

    /** What these offers sell is a seller's from now on. */
    void handTo(AccountId seller, Collection<String> offers) {
        JdbcClient.create(dataSource())
                .sql(
                        "update product join offer on offer.product_id = product.id set seller_id = :seller where offer.id in (:offers)")
                .param("seller", seller.value())
                .param("offers", offers)
                .update();
    }

    /** Those of these sales that still go on have ended a minute ago. */
    void endSales(Collection<String> offers) {
        if (!offers.isEmpty()) {
            JdbcClient.create(dataSource())
                    .sql(
                            "update stock_balance set opens_ms = 0, closes_ms = :end where offer_id in (:offers) and closes_ms > :end")
                    .param("end", System.currentTimeMillis() - 60_000)
                    .param("offers", offers)
                    .update();
        }
    }

    /** Tells Redis something, in words such as {@code CONFIG SET maxmemory 1}. */
    void redis(String command) {
        var words = command.split(" ");
        try (var client = RedisClient.create(redis);
                var connection = client.connect()) {
            var arguments = new CommandArgs<>(StringCodec.UTF8);
            Arrays.stream(words).skip(1).forEach(arguments::add);
            connection.sync().dispatch(CommandType.valueOf(words[0]), new StatusOutput<>(StringCodec.UTF8), arguments);
        }
    }

    /** The broker loses something of this shop: a path such as {@code queues/%s/stampede.orders}, with its virtual host for %s. */
    void brokerLoses(String path) {
        management.delete("/api/" + path.formatted(name));
    }

    void brokerLosesVirtualHost() {
        management.deleteVirtualHost(name);
    }

    /** The database, for looking into it and for locking rows. */
    DataSource dataSource() {
        return new DriverManagerDataSource(url(), user(), password());
    }

    /** How many rows there are of something in the schema, such as {@code orders where status = 'PAID'}. */
    long count(String something) {
        try (var connection = DriverManager.getConnection(url(), user(), password());
                var statement = connection.createStatement();
                var rows = statement.executeQuery("select count(*) from " + something)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException failure) {
            throw new IllegalStateException(something, failure);
        }
    }

    /** Whether somebody asks a table that another has locked. */
    boolean isWaitingForLock(String table) {
        return count(
                        "information_schema.processlist where state = 'Waiting for table metadata lock' and info like '%from "
                                + table + "%' and db = '" + name + "'")
                > 0;
    }

    @Override
    public void close() {
        clear();
    }

    private void clear() {
        sql("drop database if exists " + name);
        management.deleteVirtualHost(name);
        wipeRedis();
    }

    private void sql(String statement) {
        try (var connection = DriverManager.getConnection(database, user(), password());
                var statements = connection.createStatement()) {
            statements.execute(statement);
        } catch (SQLException failure) {
            throw new IllegalStateException(statement, failure);
        }
    }

    private String url() {
        return database.substring(0, database.lastIndexOf('/') + 1) + name;
    }

    private String user() {
        return setting("STAMPEDE_DB_USER", "stampede");
    }

    private String password() {
        return setting("STAMPEDE_DB_PASSWORD", "stampede");
    }

    private String setting(String variable, String otherwise) {
        return servers.getOrDefault(variable, otherwise);
    }
}
