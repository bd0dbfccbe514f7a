package stampede.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whom nginx limits, and by how much. Requests come from whatever address they name in a header, which the nginx of these tests takes from
 * this machine as it would take a balancer's; without it from this machine.
 */
class NginxLimitTests {

    private static final String FROM = "Test-Address";

    /** As {@code stampede.conf} says: the first one, as many more, and so many in each second after that. */
    private static final int SIGN_INS = 1 + 10;

    private static final int SIGN_INS_A_SECOND = 5;
    private static final int REQUESTS = 1 + 400;
    private static final int REQUESTS_A_SECOND = 200;
    private static final int CONNECTIONS = 200;

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");

    private final CountDownLatch streamsMayEnd = new CountDownLatch(1);
    private HttpServer node;
    private NginxServer nginx;
    private Path place;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        place = directory;
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), CONNECTIONS);
        node.createContext("/", this::answer);
        node.setExecutor(Executors.newCachedThreadPool());
        node.start();
        Files.writeString(
                place.resolve("cells.conf"),
                "set_real_ip_from 127.0.0.1; real_ip_header " + FROM + ";" + System.lineSeparator());
        nginx = NginxServer.before(place, List.of(node.getAddress().getPort()));
    }

    @AfterEach
    void stop() {
        streamsMayEnd.countDown();
        nginx.close();
        node.stop(0);
    }

    @Test
    void tellsTheShopAndTheLogTheWholeAddress() throws IOException, InterruptedException {
        for (var address : List.of("192.0.2.7", "2001:db8:0:1::7")) {
            var answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(nginx.address() + "/whose"))
                                    .header(FROM, address)
                                    .header("X-Forwarded-For", "203.0.113.9")
                                    .build(),
                            BodyHandlers.ofString());

            assertThat(answer.body()).isEqualTo(address);
            await().until(() -> Files.readString(place.resolve("access.log")).contains(address + " ["));
        }
    }

    @Test
    void listensAtEachAddressOfThisMachine() throws IOException, InterruptedException {
        for (var address : nginx.addresses()) {
            var answer = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(URI.create(address + "/whose")).build(), BodyHandlers.ofString());

            assertThat("http://" + (answer.body().contains(":") ? "[" + answer.body() + "]" : answer.body()) + ":"
                            + nginx.port())
                    .isEqualTo(address);
        }
    }

    /** Whoever has one address of a /64 has all of it. */
    @Test
    void countsANetworkOfIpv6AsOne() throws IOException {
        var one = burst("POST", "/sign-in", "2001:db8:0:1::1", 40);
        var same = burst("POST", "/sign-in", "2001:db8:0:1:ffff:ffff:ffff:ffff", 40);
        var other = burst("POST", "/sign-in", "2001:db8:0:2::1", 40);

        assertThat(one.taken()).isGreaterThanOrEqualTo(SIGN_INS);
        assertThat(one.taken() + same.taken())
                .isLessThanOrEqualTo(mostWithin(SIGN_INS, SIGN_INS_A_SECOND, one.begun(), same.ended()));
        assertThat(other.taken()).isGreaterThanOrEqualTo(SIGN_INS);
    }

    /** Also where IPv4 comes in at an address of IPv6, whose first halves are all the same then. */
    @ParameterizedTest
    @CsvSource({"192.0.2.1, 192.0.2.2", "::ffff:192.0.2.1, ::ffff:192.0.2.2"})
    void countsEachAddressOfIpv4ByItself(String one, String other) throws IOException {
        for (var address : List.of(one, other)) {
            assertThat(burst("POST", "/sign-in", address, 40).taken()).isGreaterThanOrEqualTo(SIGN_INS);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/sign-in", "/sign-in/code", "/register", "/api/v1/tokens", "/api/v1/accounts", "/api/auth"})
    void letsANetworkTryToSignInFiveTimesASecondAndNotMore(String path) throws IOException {
        var tries = burst("POST", path, "192.0.2.1", 60);

        assertThat(tries.taken() + tries.refused()).isEqualTo(60);
        assertThat(tries.taken())
                .isBetween(SIGN_INS, mostWithin(SIGN_INS, SIGN_INS_A_SECOND, tries.begun(), tries.ended()));
        assertThat(burst("GET", path, "192.0.2.1", 60).refused())
                .as("who only looks")
                .isZero();
    }

    @Test
    void takesSoManyRequestsOfANetworkAndNotMore() throws IOException {
        var requests = burst("GET", "/stampede.css", "192.0.2.1", 900);

        assertThat(requests.taken() + requests.refused()).isEqualTo(900);
        assertThat(requests.taken())
                .isBetween(REQUESTS, mostWithin(REQUESTS, REQUESTS_A_SECOND, requests.begun(), requests.ended()));
        assertThat(requests.refused()).isPositive();
        assertThat(burst("GET", "/stampede.css", "192.0.2.2", 1).taken()).isEqualTo(1);
    }

    @Test
    void takesSoManyConnectionsOfANetworkAndNotMore() throws IOException {
        var streams = new ArrayList<Socket>();
        try {
            for (int stream = 0; stream < CONNECTIONS; stream++) {
                streams.add(connect());
                assertThat(status(streams.get(stream))).isEqualTo(200);
            }
            streams.add(connect());
            assertThat(status(streams.get(CONNECTIONS))).isEqualTo(429);

            streams.get(0).close();
            await().until(() -> {
                streams.add(connect());
                return status(streams.get(streams.size() - 1)) == 200;
            });
        } finally {
            for (var stream : streams) {
                stream.close();
            }
        }
    }

    private Socket connect() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), nginx.port());
        socket.getOutputStream().write(request("GET", "/purchases/1/events", "192.0.2.1", false));
        return socket;
    }

    private static int status(Socket socket) throws IOException {
        var line = new String(socket.getInputStream().readNBytes("HTTP/1.1 200 ".length()), StandardCharsets.US_ASCII);
        return Integer.parseInt(line.substring("HTTP/1.1 ".length()).strip());
    }

    /** One after the other over one connection, without waiting for answers. */
    private Burst burst(String method, String path, String from, int times) throws IOException {
        var begun = System.nanoTime();
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), nginx.port())) {
            var sent = CompletableFuture.runAsync(() -> send(socket, method, path, from, times));
            var answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            sent.join();
            var statuses = STATUS.matcher(answers)
                    .results()
                    .map(status -> status.group(1))
                    .toList();
            return new Burst(
                    begun,
                    System.nanoTime(),
                    (int) statuses.stream().filter("200"::equals).count(),
                    (int) statuses.stream().filter("429"::equals).count());
        }
    }

    private static void send(Socket socket, String method, String path, String from, int times) {
        try {
            for (int time = 1; time <= times; time++) {
                socket.getOutputStream().write(request(method, path, from, time == times));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static byte[] request(String method, String path, String from, boolean last) {
        return "%s %s HTTP/1.1\r\nHost: shop.example\r\n%s: %s\r\nContent-Length: 0\r\nConnection: %s\r\n\r\n"
                .formatted(method, path, FROM, from, last ? "close" : "keep-alive")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static int mostWithin(int atOnce, int perSecond, long begun, long ended) {
        return atOnce + (int) Math.ceil(perSecond * (ended - begun) / (double) TimeUnit.SECONDS.toNanos(1)) + 1;
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        if (exchange.getRequestURI().getPath().endsWith("/events")) {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("data:1\n\n".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            awaitEnd();
        } else {
            exchange.getResponseHeaders().add("Cache-Control", "max-age=60, public");
            var whose = exchange.getRequestHeaders().getFirst("X-Forwarded-For").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, whose.length);
            exchange.getResponseBody().write(whose);
        }
        exchange.close();
    }

    private void awaitEnd() {
        try {
            assertThat(streamsMayEnd.await(2, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * What became of many requests.
     *
     * @param begun nanoseconds of this JVM
     * @param ended nanoseconds of this JVM
     */
    private record Burst(long begun, long ended, int taken, int refused) {}
}
