package stampede.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import stampede.alipaysandbox.LocalAlipay;
import stampede.testing.Apart;
import stampede.testing.Proof;

/** MariaDB as a Galera cluster of three, of which one takes all writes: it dies while shoppers buy, and the address leads to the next. */
@Apart
@Tag("faults")
@Tag(Proof.WHOLE)
class GaleraTests {

    private static final int BASE =
            URI.create(System.getenv("STAMPEDE_REDIS_URL")).getPort() - 379 + 800;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int SHOPPERS_AT_ONCE = 8;
    private static final int NODES = 3;

    private static final LocalAlipay alipay = LocalAlipay.own();
    private static final List<Process> nodes = new ArrayList<>();

    private static Path place;
    private static OwnServers servers;
    private static Fleet fleet;

    @BeforeAll
    static void start(@TempDir Path directory) throws IOException, InterruptedException {
        place = Files.createDirectory(directory.resolve("galera"));
        makeFirst();
        for (int number = 0; number < NODES; number++) {
            nodes.add(launch(number, number == 0));
            awaitMembers(number, number + 1);
        }
        var settings = new HashMap<>(System.getenv());
        settings.put("STAMPEDE_DB_URL", "jdbc:mysql://127.0.0.1:" + port(0) + "/stampede");
        servers = OwnServers.empty(Map.copyOf(settings), "stampede_galera", 8);
        fleet = new Fleet(
                servers,
                alipay,
                directory,
                "--stampede.order.payment-time=3s",
                "--stampede.books.abandon-after=60s",
                "--stampede.purchase.lost-after=65s");
        // Galera has no named locks, by which nodes that start together would migrate one after the other.
        fleet.add("web-worker-beat-1").process().start();
        fleet.add("web-worker-beat-2").process().start();
    }

    @AfterAll
    static void stop() {
        fleet.close();
        servers.close();
        nodes.forEach(Process::destroyForcibly);
    }

    @Test
    void sellsOnWhenTheOneThatWritesDies() throws InterruptedException {
        var offers = List.of(fleet.onSale(2_000, 2), fleet.onSale(2_000, 2));
        try (var crowd = new FaultCrowd(fleet, alipay, offers, BASE, SHOPPERS_AT_ONCE)) {
            offers.forEach(offer -> crowd.awaitMore(offer, 3, PATIENCE));

            nodes.get(0).destroyForcibly().waitFor();
            awaitMembers(1, 2);
            servers.follow(port(1));
            fleet.nodes().forEach(node -> node.lines().database().leadTo(port(1)));

            var before = servers.count("orders");
            await().atMost(PATIENCE).until(() -> servers.count("orders") > before + 3);
            crowd.endIn(PATIENCE);
            var result = new FaultRunCheck(fleet, servers, alipay, offers, crowd.wishes(), false).settle(PATIENCE);
            assertThat(result.broken()).as("%s", result).isEmpty();
            assertThat(List.of(result.oversold(), result.lost(), result.stranded(), result.doubleRefunds()))
                    .as("%s", result)
                    .containsOnly(0L);
            assertThat(servers.count("task_dead")).isZero();
        }
    }

    /** The others begin with what the first has, which spares them a transfer. */
    private static void makeFirst() throws IOException, InterruptedException {
        run(
                "mariadb-install-db",
                "--no-defaults",
                "--datadir=" + data(0),
                "--skip-test-db",
                "--skip-name-resolve",
                user());
        Files.writeString(place.resolve("first.sql"), """
                create database if not exists stampede character set utf8mb4 collate utf8mb4_bin;
                create user 'stampede'@'%' identified by 'stampede';
                grant all on *.* to 'stampede'@'%' with grant option;
                create user 'stampede_shop'@'%' identified by 'stampede';
                grant select, insert on `stampede\\_%`.* to 'stampede_shop'@'%';
                """);
        var first = launch(0, true, "--init-file=" + place.resolve("first.sql"));
        awaitMembers(0, 1);
        first.destroy();
        assertThat(first.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        for (int number = 1; number < NODES; number++) {
            run("cp", "-a", data(0).toString(), data(number).toString());
        }
    }

    private static Process launch(int number, boolean begins, String... more) {
        var command = new ArrayList<>(List.of(
                "mariadbd",
                "--no-defaults",
                user(),
                "--datadir=" + data(number),
                "--port=" + port(number),
                "--bind-address=127.0.0.1",
                "--socket=" + place.resolve(number + ".socket"),
                "--pid-file=" + place.resolve(number + ".pid"),
                "--skip-name-resolve",
                "--character-set-server=utf8mb4",
                "--collation-server=utf8mb4_bin",
                "--innodb-buffer-pool-size=128M",
                "--innodb-autoinc-lock-mode=2",
                "--binlog-format=ROW",
                "--wsrep-on=ON",
                "--wsrep-provider=/usr/lib/galera/libgalera_smm.so",
                "--wsrep-sst-method=mysqldump",
                "--wsrep-sst-receive-address=127.0.0.1:" + port(number),
                "--wsrep-sst-auth=stampede:stampede",
                "--wsrep-cluster-address=gcomm://127.0.0.1:%d,127.0.0.1:%d,127.0.0.1:%d"
                        .formatted(groupPort(0), groupPort(1), groupPort(2)),
                "--wsrep-node-address=127.0.0.1:" + groupPort(number),
                "--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:%d;ist.recv_addr=127.0.0.1:%d"
                        .formatted(groupPort(number), groupPort(number) + 1)));
        if (begins) {
            command.add("--wsrep-new-cluster");
        }
        command.addAll(List.of(more));
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            place.resolve(number + ".log").toFile()))
                    .start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void awaitMembers(int number, int members) {
        await(number + " of " + members)
                .atMost(PATIENCE)
                .until(() -> members(number).equals("Synced " + members));
    }

    private static String members(int number) {
        var database = JdbcClient.create(
                new DriverManagerDataSource("jdbc:mysql://127.0.0.1:" + port(number) + "/", "stampede", "stampede"));
        try {
            return status(database, "wsrep_local_state_comment") + " " + status(database, "wsrep_cluster_size");
        } catch (DataAccessException away) {
            return "";
        }
    }

    private static String status(JdbcClient database, String name) {
        return database.sql("show status like '" + name + "'")
                .query((row, index) -> row.getString(2))
                .single();
    }

    private static int port(int number) {
        return BASE + 306 + number;
    }

    /** And the next, by which it is told what it missed. */
    private static int groupPort(int number) {
        return BASE + 310 + 2 * number;
    }

    private static Path data(int number) {
        return place.resolve("data-" + number);
    }

    private static String user() {
        return "--user=" + System.getProperty("user.name");
    }

    private static void run(String... command) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        place.resolve("making.log").toFile()))
                .start();
        assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
    }
}
