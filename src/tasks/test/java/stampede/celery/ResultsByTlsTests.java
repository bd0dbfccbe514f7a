package stampede.celery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.core.StringRedisTemplate;
import stampede.task.TaskId;
import tools.jackson.databind.json.JsonMapper;

/** Results in a Redis that speaks nothing but TLS, with a certificate of which no JDK knows. */
class ResultsByTlsTests {

    private static final String OURS = "stampede.celery.result-backend-ca=";
    private static final String OF_ALL_SERVERS = "stampede.servers.ca=";

    private static Path directory;
    private static int port;
    private static Process redis;

    private final TaskId id = new TaskId(UUID.randomUUID().toString());

    @BeforeAll
    static void start(@TempDir Path place) throws Exception {
        directory = place;
        certify("server");
        certify("stranger");
        try (var free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        redis = run(
                "redis-server --bind 127.0.0.1 --port 0 --tls-port %d --tls-cert-file server.pem --tls-key-file server-key.pem"
                                .formatted(port)
                        + " --tls-ca-cert-file server.pem --tls-auth-clients no --appendonly no");
        await().atMost(Duration.ofSeconds(20)).until(ResultsByTlsTests::isThere);
    }

    @AfterAll
    static void stop() throws InterruptedException {
        redis.destroy();
        assertThat(redis.waitFor(20, TimeUnit.SECONDS)).as("Redis ended").isTrue();
    }

    @Test
    void believesWhomItsOwnSettingNames() {
        backend(this::keepsAResult, OURS + pem("server"), OF_ALL_SERVERS + pem("stranger"));
    }

    @Test
    void believesWhomAllServersHaveIfItHasNobodyOfItsOwn() {
        backend(this::keepsAResult, OF_ALL_SERVERS + pem("server"));
    }

    @Test
    void believesNobodyElse() {
        backend(this::isRefused, OURS + pem("stranger"), OF_ALL_SERVERS + pem("server"));
        backend(this::isRefused);
    }

    private void keepsAResult(ResultBackend backend) {
        var json = "{\"status\":\"SUCCESS\"}";
        backend.note(id.value(), new ResultBackend.Result("SUCCESS", json), false);

        assertThat(backend.find(id)).contains(json);
    }

    private void isRefused(ResultBackend backend) {
        assertThatExceptionOfType(RedisConnectionFailureException.class)
                .isThrownBy(() -> backend.find(id))
                .satisfies(failure -> assertThat(failure).hasStackTraceContaining(SSLException.class.getPackageName()));
    }

    private static void backend(Consumer<ResultBackend> use, String... settings) {
        var shared = mock(StringRedisTemplate.class);
        new ApplicationContextRunner()
                .withPropertyValues(settings)
                .withBean(StringRedisTemplate.class, () -> shared)
                .withBean(JsonMapper.class, JsonMapper::new)
                .withBean(CeleryProperties.class, ResultsByTlsTests::properties)
                .withBean(ResultBackend.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    use.accept(context.getBean(ResultBackend.class));
                });
        verify(shared, never()).opsForValue();
    }

    private static CeleryProperties properties() {
        return new CeleryProperties(
                List.of(),
                "celery",
                "rediss://127.0.0.1:" + port,
                Duration.ofMinutes(1),
                false,
                false,
                false,
                Duration.ofSeconds(2));
    }

    private static Path pem(String name) {
        return directory.resolve(name + ".pem");
    }

    /** It signs itself. */
    private static void certify(String name) throws IOException, InterruptedException {
        var made = run(
                "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=%1$s -addext subjectAltName=IP:127.0.0.1 -keyout %1$s-key.pem -out %1$s.pem"
                        .formatted(name));
        assertThat(made.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(made.exitValue()).isZero();
    }

    private static Process run(String words) throws IOException {
        return new ProcessBuilder(List.of(words.split(" ")))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
    }

    private static boolean isThere() {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }
}
