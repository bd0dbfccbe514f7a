package stampede.servers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import stampede.testing.ServerMachines;

/**
 * Database, Redis and broker of a test's own that take TLS, with certificates for {@code localhost} and no other name, and whose password
 * nobody knows.
 */
public final class TlsServers implements AutoCloseable {

    static final String PASSWORD = "b8d1f6c20e5a4973";

    private static final List<Integer> OFFSETS = List.of(306, 369, 379, 380, 671, 672, 673, 674);

    private final Path place;
    private final Path certificates;
    private final int base;

    private TlsServers(Path place, Path certificates, int base) {
        this.place = place;
        this.certificates = certificates;
        this.base = base;
    }

    /**
     * Starts them, with certificates and passwords that nobody has seen before.
     *
     * @param directory for certificates
     */
    public static TlsServers start(Path directory) {
        makeCertificates(directory);
        try {
            var place = Files.createTempDirectory(Files.createDirectories(Path.of(".local")), "tls-");
            var servers = new TlsServers(place, directory, freeBase());
            servers.run(Map.of("STAMPEDE_SERVERS_TLS", directory.toString()), "start");
            servers.changePasswords();
            return servers;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** What leads a node in production here: variables and values. */
    public Map<String, String> settings() {
        return Map.of(
                "STAMPEDE_DB_URL", database("localhost"),
                "STAMPEDE_DB_USER", "stampede",
                "STAMPEDE_DB_PASSWORD", PASSWORD,
                "STAMPEDE_REDIS_URL", redis("localhost", PASSWORD),
                "STAMPEDE_RABBIT_ADDRESSES", broker("localhost", PASSWORD),
                "STAMPEDE_SERVERS_CA", ca());
    }

    /** The PEM file of who signed their certificates. */
    public String ca() {
        return certificates.resolve("ca.pem").toString();
    }

    /** The PEM file of the certificate for {@code localhost}. */
    public String certificate() {
        return certificates.resolve("server.pem").toString();
    }

    /** The PEM file of its key. */
    public String certificateKey() {
        return certificates.resolve("server-key.pem").toString();
    }

    String database(String host) {
        return "jdbc:mysql://" + host + ":" + (base + 306) + "/stampede?sslMode=VERIFY_IDENTITY";
    }

    private String plainRedis() {
        return "redis://127.0.0.1:" + (base + 379);
    }

    String redis(String host, String password) {
        return "rediss://:" + password + "@" + host + ":" + (base + 380);
    }

    private String plainManagement() {
        return "http://127.0.0.1:" + (base + 673);
    }

    String broker(String host, String password) {
        return "amqps://stampede:" + password + "@" + host + ":" + (base + 671) + "/stampede";
    }

    @Override
    public void close() {
        run(Map.of(), "wipe");
        execute(new ProcessBuilder("rm", "-rf", place.toString()));
    }

    private void changePasswords() throws IOException {
        ServerMachines.at(place, base).tellDatabase("alter user 'stampede'@'%' identified by '" + PASSWORD + "'");
        try (var client = RedisClient.create(plainRedis());
                var connection = client.connect()) {
            connection.sync().configSet("requirepass", PASSWORD);
        }
        changePasswordOfBroker();
    }

    private void changePasswordOfBroker() throws IOException {
        var credentials = Base64.getEncoder().encodeToString("stampede:stampede".getBytes(UTF_8));
        var request = HttpRequest.newBuilder(URI.create(plainManagement() + "/api/users/stampede"))
                .header("Authorization", "Basic " + credentials)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("{\"password\": \"" + PASSWORD + "\", \"tags\": \"administrator\"}"))
                .build();
        try {
            // The management page ends a connection on which HTTP/2 is asked for.
            var client =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
            var answer = client.send(request, BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private void run(Map<String, String> environment, String verb) {
        var script = new ProcessBuilder("scripts/servers", verb, place.toString(), Integer.toString(base));
        script.environment().putAll(environment);
        execute(script);
    }

    private static void makeCertificates(Path directory) {
        openssl(directory, "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=ca -keyout ca-key.pem -out ca.pem");
        openssl(
                directory,
                "req -newkey rsa:2048 -nodes -subj /CN=server -addext subjectAltName=DNS:localhost"
                        + " -keyout server-key.pem -out server.csr");
        openssl(
                directory,
                "x509 -req -in server.csr -CA ca.pem -CAkey ca-key.pem -CAcreateserial -days 2"
                        + " -copy_extensions copy -out server.pem");
    }

    private static void openssl(Path directory, String words) {
        var command = new ArrayList<>(List.of("openssl"));
        Stream.of(words.split(" ", -1)).forEach(command::add);
        execute(new ProcessBuilder(command).directory(directory.toFile()));
    }

    private static void execute(ProcessBuilder command) {
        try {
            var log = Files.createTempFile("tls-", ".log");
            var status = command.redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start()
                    .waitFor();
            assertThat(status).as(() -> command.command() + ": " + read(log)).isZero();
            Files.delete(log);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException failure) {
            return failure.toString();
        }
    }

    private static int freeBase() {
        return IntStream.generate(() -> ThreadLocalRandom.current().nextInt(9_400, 10_600))
                .limit(1_000)
                .filter(base -> OFFSETS.stream().allMatch(offset -> isFree(base + offset)))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
