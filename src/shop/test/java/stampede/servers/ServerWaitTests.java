package stampede.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stampede.support.WrongSetup;
import stampede.testing.Apart;
import stampede.testing.BrokerManagement;
import stampede.testing.FaultyLine;
import stampede.testing.JavaProcess;

/** A start while servers are away, and with settings that no server takes. */
@Apart
class ServerWaitTests {

    static final String DATABASE = env("STAMPEDE_DB_URL");
    private static final String REDIS = env("STAMPEDE_REDIS_URL");
    private static final String BROKER = env("STAMPEDE_RABBIT_ADDRESSES");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Test
    void opensOnceEachServerIsThereAndTellsWhichItWaitsFor(@TempDir Path directory) {
        var log = directory.resolve("log");
        try (var database = line(DATABASE);
                var redis = line(REDIS);
                var broker = line(BROKER)) {
            Stream.of(database, redis, broker).forEach(FaultyLine::cut);
            var node = program(
                    log,
                    "STAMPEDE_DB_URL=" + by(database, DATABASE),
                    "STAMPEDE_REDIS_URL=" + by(redis, REDIS),
                    "STAMPEDE_RABBIT_ADDRESSES=" + by(broker, BROKER));
            try {
                await("the node's start").atMost(PATIENCE).until(() -> {
                    var said = Files.readString(log);
                    if (said.contains("Waiting for the database at " + by(database, DATABASE) + " (STAMPEDE_DB_URL)")) {
                        database.mend();
                    }
                    if (said.contains("Waiting for Redis at " + by(redis, REDIS) + " (STAMPEDE_REDIS_URL)")) {
                        redis.mend();
                    }
                    if (said.contains("Waiting for the broker at amqp://127.0.0.1:" + broker.port())) {
                        broker.mend();
                    }
                    return said.contains("Started ServerClients");
                });
                assertThat(log).content().contains("The database is there", "Redis is there", "The broker is there");
                assertThat(log).content().doesNotContain("\tat ").doesNotContain("stampede:stampede");
            } finally {
                node.kill();
            }
        }
    }

    @Test
    void endsWhenToldToWhileItWaits(@TempDir Path directory) {
        var log = directory.resolve("log");
        try (var broker = line(BROKER)) {
            broker.cut();
            var node = program(log, "STAMPEDE_RABBIT_ADDRESSES=" + by(broker, BROKER));
            try {
                awaitLine(log, "Waiting for the broker");

                node.signal("TERM");

                assertThat(node.awaitEnd(Duration.ofSeconds(30))).isTrue();
            } finally {
                node.kill();
            }
        }
    }

    @Test
    void waitsForAVirtualHostThatSomebodyDeletedAndSaysHowToMakeIt(@TempDir Path directory) {
        var host = "stampede_start_" + ProcessHandle.current().pid();
        var log = directory.resolve("log");
        var node = program(
                log,
                "STAMPEDE_RABBIT_ADDRESSES=" + URI.create(BROKER).resolve("/" + host),
                "stampede.task.virtual-host.management=");
        try {
            awaitLine(log, "it has no virtual host " + host + ". Make it again (rabbitmqctl add_vhost");
            assertThat(log).content().contains("Waiting for the broker").contains("(STAMPEDE_RABBIT_ADDRESSES)");

            BrokerManagement.ofSuite().makeVirtualHost(host);

            awaitLine(log, "Started ServerClients");
            assertThat(log).content().doesNotContain("\tat ").doesNotContain("stampede:stampede");
        } finally {
            node.kill();
            BrokerManagement.ofSuite().deleteVirtualHost(host);
        }
    }

    @Test
    void doesNotWaitForAVirtualHostThatItCanMakeItself(@TempDir Path directory) {
        var host = "stampede_made_" + ProcessHandle.current().pid();
        var log = directory.resolve("log");
        var node = program(
                log,
                "STAMPEDE_RABBIT_ADDRESSES=" + URI.create(BROKER).resolve("/" + host),
                "stampede.task.virtual-host.management=http://a:b@127.0.0.1:1");
        try {
            awaitLine(log, "Started ServerClients");
        } finally {
            node.kill();
        }
    }

    /** All at once, as each is believed for some seconds before it ends the start. */
    @Test
    void endsInTwoSentencesThatNameTheVariableIfAServerSaysNo() {
        var wrong = List.of(
                refused("STAMPEDE_DB_PASSWORD", "STAMPEDE_DB_PASSWORD=wrong"),
                refused("STAMPEDE_DB_USER", "STAMPEDE_DB_USER=nobody"),
                refused("STAMPEDE_DB_URL", "STAMPEDE_DB_URL=" + DATABASE + "_unknown_"),
                refused("STAMPEDE_DB_URL", "STAMPEDE_DB_URL=jdbc:mysql://db.invalid:3306/stampede"),
                refused("STAMPEDE_REDIS_URL", "STAMPEDE_REDIS_URL=" + REDIS.replace("//", "//nobody:wrong@")),
                refused("STAMPEDE_REDIS_URL", "STAMPEDE_REDIS_URL=redis://redis.invalid:6379"),
                refused(
                        "STAMPEDE_RABBIT_ADDRESSES",
                        "STAMPEDE_RABBIT_ADDRESSES=" + BROKER.replace(":stampede@", ":wrong@")),
                refused(
                        "STAMPEDE_RABBIT_ADDRESSES",
                        "STAMPEDE_RABBIT_ADDRESSES=" + BROKER.replace(":stampede@", ":wrong@")
                                + ",amqp://stampede:wrong@127.0.0.1:1/stampede"),
                refused("STAMPEDE_RABBIT_ADDRESSES", "STAMPEDE_RABBIT_ADDRESSES=amqp://a:b@mq.invalid"));

        assertThat(wrong).allSatisfy(start -> assertThat(start).succeedsWithin(PATIENCE));
    }

    private static CompletableFuture<Void> refused(String variable, String setting) {
        return CompletableFuture.runAsync(
                () -> {
                    var refusal = refusalOf(settings(setting));
                    assertThat(refusal).hasMessageContaining(variable);
                    assertThat(refusal.getMessage()).endsWith(".").doesNotContain("\n");
                    assertThat(refusal.remedy()).contains(variable);
                },
                task -> new Thread(task).start());
    }

    /** What a start with these settings says when it ends. */
    static WrongSetup refusalOf(List<String> settings) {
        try (var started = ServerClients.start(settings)) {
            throw new AssertionError("Started with " + settings + ": " + started);
        } catch (RuntimeException stopped) {
            return Stream.iterate((Throwable) stopped, cause -> cause != null, Throwable::getCause)
                    .filter(WrongSetup.class::isInstance)
                    .map(WrongSetup.class::cast)
                    .findFirst()
                    .orElseThrow(() -> stopped);
        }
    }

    private static JavaProcess program(Path log, String... changed) {
        return JavaProcess.start(ServerClients.class, List.of("-XX:TieredStopAtLevel=1"), settings(changed), log);
    }

    private static List<String> settings(String... changed) {
        var settings = new ArrayList<String>();
        Stream.of(changed).map(setting -> "--" + setting).forEach(settings::add);
        return settings;
    }

    private static void awaitLine(Path log, String words) {
        await(words)
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Files.readString(log)).contains(words));
    }

    static FaultyLine line(String address) {
        return FaultyLine.to(URI.create(address.replaceFirst("^jdbc:", "")).getPort());
    }

    static String by(FaultyLine line, String address) {
        return address.replaceFirst("(127\\.0\\.0\\.1|localhost):\\d+", "127.0.0.1:" + line.port());
    }

    private static String env(String name) {
        var value = System.getenv(name);
        if (value == null) {
            throw new IllegalStateException("Start servers and set " + name + "; see scripts/test");
        }
        return value;
    }
}
