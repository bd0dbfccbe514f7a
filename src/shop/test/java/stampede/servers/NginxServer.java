package stampede.servers;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A real nginx with the configuration of {@code src/deploy/nginx}, in front of whatever listens at some ports of this machine. */
public final class NginxServer implements AutoCloseable {

    private static final Path CONFIGURATION = Path.of("src/deploy/nginx").toAbsolutePath();
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** Any status of 500 and more but a 503 that is the last node's own. */
    private static final Pattern FAILED = Pattern.compile(".* (?!503 [\\d.]+ .* 503$)5\\d\\d [\\d.]+ .*");

    private static final int ENOUGH = 5;

    private final Process process;
    private final int plain;
    private final int tls;
    private final Path place;

    private NginxServer(Path place, int plain, List<Integer> nodes) throws IOException, InterruptedException {
        this.place = place;
        this.plain = plain;
        this.tls = freePort();
        makeCertificate();
        var lines = nodes.stream()
                .map(port -> "    server 127.0.0.1:%d max_fails=3 fail_timeout=2s;".formatted(port))
                .collect(Collectors.joining("\n"));
        var filled = Files.readString(CONFIGURATION.resolve("stampede.conf"))
                .replace("@place@", place.toString())
                .replace("@here@", CONFIGURATION.toString())
                .replace(
                        "    listen @plain@;\n",
                        hosts().map(host -> "    listen " + host + ":" + plain + ";\n")
                                .collect(Collectors.joining()))
                .replace("@tls@", "127.0.0.1:" + tls)
                .replaceFirst("(?m)^@nodes@$", lines);
        var file = Files.writeString(place.resolve("stampede.conf"), user() + filled);
        this.process = new ProcessBuilder(
                        "nginx",
                        "-p",
                        place.toString(),
                        "-e",
                        place.resolve("error.log").toString(),
                        "-c",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(place.resolve("out").toFile())
                .start();
    }

    /** Starts it; its files are in an empty directory. */
    public static NginxServer before(Path place, List<Integer> nodes) {
        return before(place, freePort(), nodes);
    }

    /** The same, at a port that its nodes were told of before. */
    public static NginxServer before(Path place, int port, List<Integer> nodes) {
        try {
            var server = new NginxServer(Files.createDirectories(place.toAbsolutePath()), port, nodes);
            await("nginx").atMost(PATIENCE).until(server::listens);
            return server;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** One for each address of this machine that only it has: of IPv6, too, where there is IPv6. */
    List<String> addresses() {
        return hosts().map(host -> "http://" + host + ":" + plain).toList();
    }

    private static Stream<String> hosts() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(InetAddress::isLoopbackAddress)
                    .map(address -> address instanceof Inet6Address ? "[::1]" : "127.0.0.1")
                    .distinct();
        } catch (SocketException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public String address() {
        return "http://127.0.0.1:" + plain;
    }

    public String secureAddress() {
        return "https://127.0.0.1:" + tls;
    }

    public int port() {
        return plain;
    }

    /** Lines of its log, of requests that failed, unless a node itself said that it is busy; those of the last second may be missing. */
    public List<String> failures() {
        try (var lines = Files.lines(place.resolve("access.log"))) {
            return lines.filter(line -> FAILED.matcher(line).matches()).toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** How many requests its log has; those of the last second may be missing. */
    public long requests() {
        try (var lines = Files.lines(place.resolve("access.log"))) {
            return lines.count();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Waits until a node has had some requests and answered them: one that was away is passed over for a while. */
    public void awaitRequestsTo(int node) {
        try {
            var enough = answeredBy(node) + ENOUGH;
            await("requests to the node at " + node).atMost(PATIENCE).until(() -> answeredBy(node) >= enough);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private long answeredBy(int node) throws IOException {
        try (var lines = Files.lines(place.resolve("access.log"))) {
            return lines.filter(line -> line.endsWith("127.0.0.1:" + node + " 200"))
                    .count();
        }
    }

    private boolean listens() throws IOException {
        if (!process.isAlive()) {
            throw new IllegalStateException(Files.readString(place.resolve("out")));
        }
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), plain)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Its workers give up their rights, and could not reach what belongs to root. */
    private static String user() {
        return System.getProperty("user.name").equals("root") ? "user root;\n" : "";
    }

    private void makeCertificate() throws IOException, InterruptedException {
        var made = new ProcessBuilder(
                        "openssl",
                        "req",
                        "-x509",
                        "-newkey",
                        "ec",
                        "-pkeyopt",
                        "ec_paramgen_curve:P-256",
                        "-nodes",
                        "-subj",
                        "/CN=localhost",
                        "-keyout",
                        place.resolve("key.pem").toString(),
                        "-out",
                        place.resolve("certificate.pem").toString())
                .redirectErrorStream(true)
                .redirectOutput(place.resolve("openssl").toFile())
                .start()
                .waitFor();
        if (made != 0) {
            throw new IllegalStateException(Files.readString(place.resolve("openssl")));
        }
    }

    /** One that nobody listens at now. */
    public static int freePort() {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** At once: its workers end with it. */
    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
