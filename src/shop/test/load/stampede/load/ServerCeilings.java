package stampede.load;

import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What each server behind the shop can do by itself, by the plainest program that asks it for what a purchase needs. */
final class ServerCeilings {

    private static final int CALLS = 200_000;
    private static final int CLIENTS = 64;
    private static final int MESSAGES = 50_000;
    private static final int UNCONFIRMED = 1_000;
    private static final int ROWS = 40_000;
    private static final int ROWS_AT_ONCE = 200;

    private final StressPlan plan;
    private final PrintStream figures;

    ServerCeilings(StressPlan plan, PrintStream figures) {
        this.plan = plan;
        this.figures = figures;
    }

    /** The script that reserves, by redis-benchmark. Its sale is that of {@link BareServer}. */
    void redis() throws IOException, InterruptedException {
        var port = Integer.toString(URI.create(variable("STAMPEDE_REDIS_URL")).getPort());
        var script = said(new ProcessBuilder("redis-cli", "-p", port, "-x", "SCRIPT", "LOAD")
                        .redirectInput(Path.of("src/shop/main/resources/stampede/counter/reserve.lua")
                                .toFile()))
                .strip();
        var command = new ArrayList<>(List.of("redis-benchmark", "-p", port, "-q", "-c", Integer.toString(CLIENTS)));
        command.addAll(List.of("-n", Integer.toString(CALLS), "-r", "1000000000", "EVALSHA", script, "7"));
        Stream.of("state", "shoppers", "reservations", "pending", "keys", "released", "moves")
                .map("bench:{1}:"::concat)
                .forEach(command::add);
        // twelve digits of redis-benchmark's follow, with zeros in front, and the script takes at most nineteen without
        var reservation = 100_000 + System.nanoTime() / 1_000_000_000 % 900_000 + "__rand_int__";
        command.addAll(List.of("30000", "9__rand_int__", "1", reservation, reservation, "100 Stress Road 8, Hangzhou"));
        var perSecond = Pattern.compile("([0-9.]+) requests per second").matcher(said(new ProcessBuilder(command)));
        var last = "";
        while (perSecond.find()) {
            last = perSecond.group(1);
        }
        figures.printf("redis %.0f%n", Double.parseDouble(last));
    }

    /** Persistent messages into a quorum queue, with so many unconfirmed at a time. */
    void publish() throws Exception {
        var factory = new ConnectionFactory();
        factory.setUri(variable("STAMPEDE_RABBIT_ADDRESSES").split(",", -1)[0]);
        try (var connection = factory.newConnection();
                var channel = connection.createChannel()) {
            channel.queueDeclare("bench.publish", true, false, false, Map.of("x-queue-type", "quorum"));
            channel.confirmSelect();
            var body = "{\"units\":1,\"address\":\"Stress Road 8, Hangzhou\"}"
                    .repeat(5)
                    .getBytes(StandardCharsets.UTF_8);
            var begun = System.nanoTime();
            for (int sent = 1; sent <= MESSAGES; sent++) {
                channel.basicPublish("", "bench.publish", MessageProperties.PERSISTENT_BASIC, body);
                if (sent % UNCONFIRMED == 0) {
                    channel.waitForConfirmsOrDie(60_000);
                }
            }
            figures.printf("publish %.0f%n", perSecond(MESSAGES, begun));
            channel.queueDelete("bench.publish");
        } catch (TimeoutException unconfirmed) {
            throw new IOException(unconfirmed);
        }
    }

    /** Rows of an order's size, so many in one transaction with one guarded update, by two connections. */
    void insert() throws SQLException, InterruptedException {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute("drop table if exists bench_orders");
            statement.execute("drop table if exists bench_left");
            statement.execute(
                    "create table bench_orders (id bigint primary key, shopper bigint not null, address varchar(200),"
                            + " placed bigint not null, key by_shopper (shopper), key by_time (placed))");
            statement.execute("create table bench_left (id int primary key, units bigint not null)");
            statement.execute("insert into bench_left values (1, 1000000000)");
            var begun = System.nanoTime();
            var writers = IntStream.range(0, 2)
                    .mapToObj(writer -> new Thread(() -> fill(writer)))
                    .toList();
            writers.forEach(Thread::start);
            for (var writer : writers) {
                writer.join();
            }
            figures.printf("insert %.0f%n", perSecond(ROWS, begun));
            statement.execute("drop table bench_orders");
            statement.execute("drop table bench_left");
        }
    }

    private void fill(int writer) {
        try (var connection = connect();
                var insert = connection.prepareStatement("insert into bench_orders values (?, ?, ?, ?)");
                var update = connection.prepareStatement(
                        "update bench_left set units = units - ? where id = 1 and units >= ?")) {
            connection.setAutoCommit(false);
            for (int row = 0; row < ROWS / 2; row++) {
                insert.setLong(1, 2L * row + writer);
                insert.setLong(2, row * 7919L);
                insert.setString(3, "Stress Road 8, Hangzhou");
                insert.setLong(4, System.currentTimeMillis());
                insert.addBatch();
                if ((row + 1) % ROWS_AT_ONCE == 0) {
                    insert.executeBatch();
                    update.setInt(1, ROWS_AT_ONCE);
                    update.setInt(2, ROWS_AT_ONCE);
                    update.executeUpdate();
                    connection.commit();
                }
            }
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(
                plan.databaseUrl() + "?rewriteBatchedStatements=true", plan.databaseUser(), plan.databasePassword());
    }

    private static double perSecond(int count, long begun) {
        return count * 1e9 / (System.nanoTime() - begun);
    }

    private static String said(ProcessBuilder command) throws IOException, InterruptedException {
        var process = command.redirectErrorStream(true).start();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(command.command() + " failed: " + text);
        }
        return text;
    }

    private static String variable(String name) {
        return System.getenv(name);
    }
}
