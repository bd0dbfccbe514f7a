package stampede.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.testing.Apart;

/** Production's connections to servers of a test's own, with passwords of their own, all of them by TLS. */
@Apart
class TlsTests {

    private static TlsServers servers;

    @BeforeAll
    static void start(@TempDir Path directory) {
        servers = TlsServers.start(directory);
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @Test
    void productionReachesAllThreeByTls() {
        try (var node = ServerClients.start(arguments(settings()))) {
            assertThat(JdbcClient.create(node.getBean(javax.sql.DataSource.class))
                            .sql("show status like 'Ssl_version'")
                            .query((row, number) -> row.getString(2))
                            .single())
                    .startsWith("TLSv1.");
            var redis = node.getBean(StringRedisTemplate.class);
            redis.opsForValue().set("tls", "yes");
            assertThat(redis.opsForValue().get("tls")).isEqualTo("yes");
            assertThat(node.getBean(RabbitTemplate.class)
                            .<Boolean>execute(channel -> channel.getConnection().isOpen()))
                    .isTrue();
        }
    }

    /** All are tried at once, as each is believed for some seconds before it ends the start. */
    @Test
    void refusesServersThatDoNotProveWhoTheyAre() {
        var stranger = Map.of("STAMPEDE_SERVERS_CA", "");
        var tries = Stream.of(
                        refused("STAMPEDE_DB_URL", Map.of("STAMPEDE_DB_URL", servers.database("127.0.0.1"))),
                        refused(
                                "STAMPEDE_REDIS_URL",
                                Map.of("STAMPEDE_REDIS_URL", servers.redis("127.0.0.1", TlsServers.PASSWORD))),
                        refused(
                                "STAMPEDE_RABBIT_ADDRESSES",
                                Map.of("STAMPEDE_RABBIT_ADDRESSES", servers.broker("127.0.0.1", TlsServers.PASSWORD))),
                        refused("STAMPEDE_SERVERS_CA", stranger),
                        refused(
                                "STAMPEDE_SERVERS_CA",
                                Map.of(
                                        "STAMPEDE_SERVERS_CA",
                                        "",
                                        "STAMPEDE_RABBIT_ADDRESSES",
                                        servers.broker("localhost", TlsServers.PASSWORD) + ","
                                                + URI.create(servers.broker("localhost", TlsServers.PASSWORD))
                                                        .resolve("//stampede:" + TlsServers.PASSWORD
                                                                + "@127.0.0.1:1/stampede"))))
                .toList();

        CompletableFuture.allOf(tries.toArray(CompletableFuture[]::new))
                .orTimeout(3, TimeUnit.MINUTES)
                .join();
    }

    @Test
    void tellsOfAFileOfAuthoritiesThatIsNone() throws Exception {
        refused("STAMPEDE_SERVERS_CA", Map.of("STAMPEDE_SERVERS_CA", "pom.xml")).get(3, TimeUnit.MINUTES);
    }

    private static CompletableFuture<Void> refused(String variable, Map<String, String> changed) {
        var all = new HashMap<>(settings());
        all.putAll(changed);
        return CompletableFuture.runAsync(
                () -> {
                    var refusal = ServerWaitTests.refusalOf(arguments(all));
                    assertThat(refusal.getMessage() + refusal.remedy()).contains(variable);
                },
                task -> new Thread(task).start());
    }

    private static Map<String, String> settings() {
        var settings = new HashMap<>(servers.settings());
        settings.put("spring.profiles.active", "production");
        settings.put("STAMPEDE_RABBIT_ADMIN", "");
        return settings;
    }

    private static List<String> arguments(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                .toList();
    }
}
