package stampede.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.base.Strings;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import stampede.ids.Ids;
import stampede.testing.Proof;

/** What nginx does with requests, by what reaches the nodes behind it. */
class NginxConfigurationTests {

    /** Fewer than a connection of HTTP/2 may have. */
    private static final int STREAMS_OF_A_NETWORK = 100;

    /** Connections that a node has not taken yet. */
    private static final int MOST_WAITING = 2_048;

    private static final int LOOKS = 200;

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Queue<Seen> seen = new ConcurrentLinkedQueue<>();
    private final CountDownLatch streamMayEnd = new CountDownLatch(1);
    private HttpServer node;
    private HttpServer rude;
    private NginxServer nginx;
    private Path place;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        place = directory;
        node = server(this::answer);
        rude = server(exchange -> {
            note(exchange);
            exchange.close();
        });
        nginx = NginxServer.before(directory.resolve("one"), List.of(port(node)));
    }

    @AfterEach
    void stop() {
        streamMayEnd.countDown();
        nginx.close();
        node.stop(0);
        rude.stop(0);
    }

    @Test
    void saysWhoseRequestItIsWhateverTheClientClaims() {
        var answer = send(
                nginx,
                "GET",
                "/",
                Map.of(
                        "X-Forwarded-For", "9.9.9.9",
                        "Forwarded", "for=9.9.9.9",
                        "X-Real-IP", "9.9.9.9",
                        "X-Forwarded-Host", "evil.example",
                        "X-Forwarded-Proto", "https",
                        "X-Forwarded-Prefix", "/evil"));

        assertThat(answer.statusCode()).isEqualTo(200);
        var headers = seen.remove().headers();
        assertThat(headers.get("X-forwarded-for")).containsExactly("127.0.0.1");
        assertThat(headers.get("X-forwarded-proto")).containsExactly("http");
        assertThat(headers.get("Host")).containsExactly("127.0.0.1:" + nginx.port());
        assertThat(headers).doesNotContainKeys("Forwarded", "X-real-ip", "X-forwarded-host", "X-forwarded-prefix");
    }

    @Test
    void speaksHttp2OverTlsAndSaysThatItDoes() throws IOException, InterruptedException, GeneralSecurityException {
        var client = HttpClient.newBuilder().sslContext(trustingAll()).build();

        var answer = client.send(
                HttpRequest.newBuilder(URI.create(nginx.secureAddress().replace("127.0.0.1", "localhost") + "/"))
                        .build(),
                BodyHandlers.ofString());

        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(seen.remove().headers().get("X-forwarded-proto")).containsExactly("https");
    }

    @Test
    void takesNoProxyProtocolFromStrangers() throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), nginx.port())) {
            socket.getOutputStream()
                    .write("PROXY TCP4 9.9.9.9 127.0.0.1 1 2\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 400");
        }
        assertThat(seen).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/actuator",
                "/actuator/health",
                "/actuator/prometheus",
                "/actuator/prometheus;.css",
                "/actuator/1/events",
                "/nginx/away/person"
            })
    void keepsToItselfWhatIsNotForStrangers(String path) {
        assertThat(send(nginx, "GET", path, Map.of()).statusCode()).isEqualTo(404);
        assertThat(seen).isEmpty();
    }

    /** The second time each of these changes nothing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/offers/912506176422568051/purchases",
                "/offers/912506176422568051/queue",
                "/orders/912506176422568051/payment",
                "/payments/alipay/notify",
                "/payments/alipay/notify/3ff",
                "/api/v1/offers/912506176422568051/purchases",
                "/api/v1/orders/912506176422568051/cancellation",
                "/api/v1/orders/912506176422568051/payments"
            })
    void sendsToAnotherNodeWhatWasNotAnsweredAndMayComeTwice(String path) {
        try (var both = NginxServer.before(place.resolve("two"), List.of(port(rude), port(node)))) {
            for (int press = 0; press < 4; press++) {
                assertThat(send(both, "POST", path, Map.of()).statusCode()).isEqualTo(200);
            }
        }
        assertThat(seen.stream().map(Seen::port)).contains(port(rude), port(node));
    }

    @ParameterizedTest
    @CsvSource({
        "/orders/1/cancellation, 没有收到",
        "/api/v1/tokens, '\"reason\":\"BUSY\"'",
        "/orders/1/refunds, not taken",
    })
    void sendsNothingElseTwice(String path, String words) {
        try (var one = NginxServer.before(place.resolve("two"), List.of(port(rude), port(rude)))) {
            var answer = send(one, "POST", path, Map.of());

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).contains("1");
            assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith(path.startsWith("/api/") ? "application/problem+json" : "text/html");
            assertThat(answer.body()).contains(words).doesNotContain("nginx");
        }
        assertThat(seen).hasSize(1);
    }

    /** Of two whole shops that share nginx and Alipay's account: the node whose number is in an order's says which. */
    @Test
    void bringsANotificationToTheShopThatHasTheOrder() throws IOException {
        var second = server(this::answer);
        var files = Files.createDirectories(place.resolve("cells"));
        Files.writeString(files.resolve("cells.map"), "~^1 second;\n");
        Files.writeString(
                files.resolve("cells.conf"), "upstream second { server 127.0.0.1:%d; }\n".formatted(port(second)));
        try (var both = NginxServer.before(files, List.of(port(node)))) {
            for (int made : new int[] {0, 255, 256, 511, 512, 1023}) {
                var path = "/payments/alipay/notify/%03x".formatted(Ids.nodeOf((77L << 22) | ((long) made << 12)));
                assertThat(send(both, "POST", path, Map.of()).statusCode()).isEqualTo(200);

                assertThat(seen.remove())
                        .returns(path, Seen::path)
                        .returns(made >> 8 == 1 ? port(second) : port(node), Seen::port);
            }
            send(both, "POST", "/payments/alipay/notify", Map.of());
            assertThat(seen.remove().port()).isEqualTo(port(node));
        } finally {
            second.stop(0);
        }
    }

    @Test
    void tellsInItsLogWhatNoNodeAnsweredAndNotTheQuery() {
        try (var both = NginxServer.before(place.resolve("two"), List.of(port(node), port(rude)))) {
            for (int request = 0; request < 2; request++) {
                send(both, "POST", "/orders/1/refunds?why=secret", Map.of());
            }

            await().until(() -> !both.failures().isEmpty());
            assertThat(both.failures())
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .contains(" POST /orders/1/refunds 503 ")
                    .doesNotContain("secret");
        }
    }

    @Test
    void tellsInItsLogThatANodeFailedButNotThatItIsBusy() throws IOException {
        var failing = server(exchange -> {
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/busy") ? 503 : 500, -1);
            exchange.close();
        });
        try (var one = NginxServer.before(place.resolve("two"), List.of(port(failing)))) {
            send(one, "GET", "/busy", Map.of());
            send(one, "GET", "/broken", Map.of());

            await().until(() -> one.requests() == 2);
            assertThat(one.failures())
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .contains(" GET /broken 500 ");
        } finally {
            failing.stop(0);
        }
    }

    /** What was sent by a form cannot be sent again by looking at the page. */
    @Test
    void opensAPageAgainThatNobodyCouldMake() {
        try (var one = NginxServer.before(place.resolve("two"), List.of(port(rude)))) {
            var answer = send(one, "GET", "/", Map.of());

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("http-equiv=\"refresh\"", "店铺正忙", "The shop is busy");
            assertThat(send(one, "POST", "/purchases", Map.of()).body()).doesNotContain("refresh");
        }
    }

    @ParameterizedTest
    @CsvSource({"/sign-in, 没有收到", "/api/v1/tokens, TOO_MANY_ATTEMPTS", "/register, not taken"})
    void saysToWhoTriesToSignInTooOftenThatItIs(String path, String words) {
        var answers = IntStream.range(0, 40)
                .mapToObj(attempt -> send(nginx, "POST", path, Map.of()))
                .toList();

        var refused =
                answers.stream().filter(answer -> answer.statusCode() == 429).toList();
        assertThat(refused).isNotEmpty().allSatisfy(answer -> {
            assertThat(answer.headers().firstValue("Retry-After")).contains("1");
            assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
            assertThat(answer.body()).contains(words);
        });
        assertThat(seen).hasSizeGreaterThanOrEqualTo(10);
        assertThat(send(nginx, "GET", path, Map.of()).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/purchases/1-2-3/events",
                "/offers/912506176422568051/queue/events",
                "/console/live/912506176422568051/events"
            })
    void passesOnEachPieceOfAStreamAtOnce(String path) throws IOException, InterruptedException {
        var answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(nginx.address() + path)).build(), BodyHandlers.ofInputStream());
        try (var body = answer.body()) {
            assertThat(new String(body.readNBytes(6), StandardCharsets.UTF_8)).isEqualTo("data:1");
        }
        assertThat(streamMayEnd.getCount()).as("it has not ended yet").isEqualTo(1);
    }

    /** Many at once over HTTP/2, from so many networks that none is limited; each piece says when it was written. */
    @Test
    void passesOnThePiecesOfManyStreamsAtOnce() throws IOException, InterruptedException {
        var streams = Proof.size(200, 2_000);
        var seconds = Proof.size(3, 120);
        var delays = new ConcurrentLinkedQueue<Long>();
        var clients = new ArrayList<Process>();
        var readers = Executors.newCachedThreadPool();
        for (int network = 1; network <= streams / STREAMS_OF_A_NETWORK; network++) {
            var client = streams("127.0.1." + network, seconds);
            clients.add(client);
            readers.execute(() -> client.inputReader()
                    .lines()
                    .filter(line -> line.startsWith("data:"))
                    .forEach(line ->
                            delays.add(System.currentTimeMillis() - Long.parseLong(line.substring("data:".length())))));
        }
        for (var client : clients) {
            assertThat(client.waitFor(seconds + 60L, TimeUnit.SECONDS)).isTrue();
            assertThat(client.exitValue()).isZero();
        }
        readers.shutdown();
        assertThat(readers.awaitTermination(30, TimeUnit.SECONDS)).isTrue();

        assertThat(delays).hasSize(streams * seconds);
        Proof.print(
                "%d streams for %d s: half of their pieces arrived within %d ms, 99 %% within %d, all within %d",
                streams,
                seconds,
                Proof.percentile(delays, 0.5),
                Proof.percentile(delays, 0.99),
                Proof.percentile(delays, 1));
    }

    /** They share a connection. */
    private Process streams(String from, int seconds) throws IOException {
        var stream = "url = \"%s/purchases/1-2-3/events?seconds=%d\"%n".formatted(nginx.secureAddress(), seconds);
        var settings = Files.writeString(place.resolve(from), stream.repeat(STREAMS_OF_A_NETWORK));
        return new ProcessBuilder(
                        "curl",
                        "--config",
                        settings.toString(),
                        "--interface",
                        from,
                        "--http2",
                        "--insecure",
                        "--no-buffer",
                        "--fail",
                        "--silent",
                        "--parallel",
                        "--parallel-max",
                        Integer.toString(STREAMS_OF_A_NETWORK))
                .redirectError(place.resolve(from + ".errors").toFile())
                .start();
    }

    @ParameterizedTest
    @CsvSource({
        "/purchases, 60000, 200",
        "/purchases, 70000, 413",
        "/seller/products/1/pictures, 5000000, 200",
        "/api/ops/imports, 5000000, 200"
    })
    void boundsWhatMayBeSent(String path, int bytes, int status) {
        var request = HttpRequest.newBuilder(URI.create(nginx.address() + path))
                .POST(BodyPublishers.ofByteArray(new byte[bytes]))
                .build();
        assertThat(send(request).statusCode()).isEqualTo(status);
    }

    @Test
    void keepsFilesThatAreTheSameForEverybodyAndNoPages() {
        Stream.of("/webjars/a.css", "/webjars/a.css", "/", "/").forEach(path -> send(nginx, "GET", path, Map.of()));

        assertThat(seen.stream().map(Seen::path)).containsExactlyInAnyOrder("/webjars/a.css", "/", "/");
    }

    /** Of all who ask in the same second or two, from one place or many, signed in or not. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/offers/912506176422568051/stock",
                "/slots/912506176422568051/stock?page=1&seen=12",
                "/api/v1/offers/912506176422568051/queue/state"
            })
    void asksOnceForManyWhoLookAtWhatIsTheSameForAll(String path) {
        var begun = System.nanoTime();
        var answers = IntStream.range(0, LOOKS)
                .parallel()
                .mapToObj(look -> send(
                        nginx,
                        "GET",
                        path,
                        Map.of(
                                "Cookie",
                                "session=" + look,
                                "Authorization",
                                "Bearer " + look,
                                "Accept-Language",
                                "zh")))
                .toList();
        var seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds();

        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(200))
                .extracting(HttpResponse::body)
                .doesNotContain("");
        assertThat(seen).hasSizeBetween(1, (int) seconds + 2);

        seen.clear();
        await().pollInterval(Duration.ofMillis(100))
                .atMost(Duration.ofSeconds(10))
                .until(() -> {
                    send(nginx, "GET", path, Map.of("Accept-Language", "zh"));
                    return !seen.isEmpty();
                });
    }

    @Test
    void keepsFiguresApartByLanguageAndByWhatAPageHas() {
        var path = "/offers/1/stock";
        Stream.of(
                        Map.of("Accept-Language", "zh"),
                        Map.of("Accept-Language", "en"),
                        Map.of("Accept-Language", "en", "Cookie", "theme=dark; lang=zh"))
                .forEach(reader -> send(nginx, "GET", path, reader));
        send(nginx, "GET", path + "?seen=1", Map.of("Accept-Language", "zh"));

        assertThat(seen).hasSize(4);
    }

    /** Before a sale begins; what is somebody's own in a waiting room. */
    @ParameterizedTest
    @ValueSource(
            strings = {"/offers/1/stock?upcoming", "/api/v1/offers/1/queue", "/api/v1/offers/1/queue/proof", "/offers/1"
            })
    void keepsNothingElseThatIsAskedAgain(String path) {
        send(nginx, "GET", path, Map.of());
        send(nginx, "GET", path, Map.of());

        assertThat(seen).hasSize(2);
    }

    /** For as long as the shop says, in each language, and nothing else that is pressed. */
    @Test
    void answersItselfWhoWantsWhatTheShopSaysIsSoldOut() {
        var soldOut = "/api/v1/offers/1/purchases?no";
        var chinese = Map.of("Accept-Language", "zh");
        for (int press = 0; press < 3; press++) {
            assertThat(send(nginx, "POST", soldOut, Map.of()).statusCode()).isEqualTo(409);
        }
        send(nginx, "POST", soldOut, chinese);
        send(nginx, "POST", "/api/v1/offers/2/purchases", Map.of());
        send(nginx, "POST", "/api/v1/offers/2/purchases", Map.of());

        assertThat(seen.stream().map(Seen::path))
                .containsExactly(
                        "/api/v1/offers/1/purchases",
                        "/api/v1/offers/1/purchases",
                        "/api/v1/offers/2/purchases",
                        "/api/v1/offers/2/purchases");
        await().until(() -> {
            send(nginx, "POST", soldOut, chinese);
            return seen.size() > 4;
        });
    }

    private void answer(HttpExchange exchange) throws IOException {
        note(exchange);
        exchange.getRequestBody().readAllBytes();
        var query = Strings.nullToEmpty(exchange.getRequestURI().getQuery());
        if (query.startsWith("seconds=")) {
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.getResponseHeaders().add("X-Accel-Buffering", "no");
            exchange.sendResponseHeaders(200, 0);
            tellTheTime(exchange.getResponseBody(), Integer.parseInt(query.substring("seconds=".length())));
        } else if ("no".equals(query)) {
            exchange.getResponseHeaders().add("Cache-Control", "no-store");
            exchange.getResponseHeaders().add("X-Accel-Expires", "2");
            exchange.sendResponseHeaders(409, -1);
        } else if (exchange.getRequestURI().getPath().matches(".*/(stock|queue/state)")) {
            var stock = exchange.getRequestURI().getPath().endsWith("/stock");
            exchange.getResponseHeaders().add("Cache-Control", stock ? "no-store" : "max-age=1, public");
            if (stock && !query.equals("upcoming")) {
                exchange.getResponseHeaders().add("X-Accel-Expires", "1");
            }
            var body = Long.toString(System.nanoTime()).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        } else if (exchange.getRequestURI().getPath().endsWith("/events")) {
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.getResponseHeaders().add("X-Accel-Buffering", "no");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("data:1\n\n".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            awaitEnd();
        } else {
            exchange.getResponseHeaders().add("Cache-Control", "max-age=60, public");
            exchange.getResponseHeaders()
                    .add("Cache-Control", exchange.getRequestURI().getPath().equals("/") ? "no-store" : "immutable");
            exchange.sendResponseHeaders(200, -1);
        }
        exchange.close();
    }

    /** Once a second. */
    private static void tellTheTime(OutputStream stream, int times) throws IOException {
        for (int time = 0; time < times; time++) {
            stream.write("data:%d\n\n".formatted(System.currentTimeMillis()).getBytes(StandardCharsets.UTF_8));
            stream.flush();
            LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
        }
    }

    private void awaitEnd() {
        try {
            assertThat(streamMayEnd.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void note(HttpExchange exchange) {
        seen.add(new Seen(
                exchange.getLocalAddress().getPort(),
                exchange.getRequestURI().getPath(),
                Map.copyOf(exchange.getRequestHeaders())));
    }

    private static HttpServer server(Answers answers) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), MOST_WAITING);
        server.createContext("/", answers::to);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        return server;
    }

    private static int port(HttpServer server) {
        return server.getAddress().getPort();
    }

    private static HttpResponse<String> send(NginxServer to, String method, String path, Map<String, String> headers) {
        var request = HttpRequest.newBuilder(URI.create(to.address() + path))
                .timeout(Duration.ofSeconds(20))
                .method(method, BodyPublishers.noBody());
        headers.forEach(request::header);
        return send(request.build());
    }

    private static HttpResponse<String> send(HttpRequest request) {
        try {
            return CLIENT.send(request, BodyHandlers.ofString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** The certificate was made a moment ago, by nobody. */
    private static SSLContext trustingAll() throws GeneralSecurityException {
        var context = SSLContext.getInstance("TLS");
        context.init(
                null,
                new TrustManager[] {
                    new X509TrustManager() {
                        @Override
                        public void checkClientTrusted(X509Certificate[] chain, String type) {
                            throw new UnsupportedOperationException();
                        }

                        @Override
                        public void checkServerTrusted(X509Certificate[] chain, String type) {
                            assertThat(chain).hasSize(1);
                        }

                        @Override
                        public X509Certificate[] getAcceptedIssuers() {
                            return new X509Certificate[0];
                        }
                    }
                },
                new SecureRandom());
        return context;
    }

    private interface Answers {

        void to(HttpExchange exchange) throws IOException;
    }

    /** @param port of the node that it reached */
    private record Seen(int port, String path, Map<String, List<String>> headers) {}
}
