package stampede.edge;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServer;

/** A Tomcat of its own whose patience is half a second. */
class BoundedHttpProtocolTests {

    private static final Duration PATIENCE = Duration.ofMillis(500);
    private static final Duration TEST_PATIENCE = Duration.ofSeconds(20);

    private static WebServer server;

    @BeforeAll
    static void start() {
        var tomcat = new TomcatServletWebServerFactory(0);
        new HttpProtocolConfiguration().boundedConnections(PATIENCE, PATIENCE).customize(tomcat);
        server = tomcat.getWebServer(
                context -> context.addServlet("hello", new Hello()).addMapping("/*"));
        server.start();
    }

    @AfterAll
    static void stop() {
        server.destroy();
    }

    @Test
    void endsHeadersThatAreSentOneLetterAtATime() throws Exception {
        var connections = IntStream.range(0, 10).mapToObj(i -> connect()).toList();
        try {
            for (var connection : connections) {
                send(connection, "GET / HTTP/1.1\r\nHost: shop\r\nX-Slow: ");
            }
            await().atMost(TEST_PATIENCE)
                    .pollInterval(Duration.ofMillis(100))
                    .untilAsserted(
                            () -> assertThat(connections).allMatch(BoundedHttpProtocolTests::isClosedForALetter));
        } finally {
            for (var connection : connections) {
                connection.close();
            }
        }
    }

    @Test
    void endsAFirstLineThatDoesNotEnd() throws Exception {
        try (var connection = connect()) {
            send(connection, "GET /");
            await().atMost(TEST_PATIENCE)
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> isClosedForALetter(connection));
        }
    }

    @Test
    void countsFromEachRequestsFirstByteSoThatAConnectionLivesOn() throws Exception {
        try (var connection = connect()) {
            var answers = new BufferedReader(new InputStreamReader(connection.getInputStream(), US_ASCII));
            for (int request = 0; request < 4; request++) {
                send(connection, "GET / HTTP/1.1\r\nHost: shop\r\n\r\n");
                assertThat(answers.readLine()).startsWith("HTTP/1.1 200");
                while (!answers.readLine().equals("hello")) {
                    // Headers.
                }
                await().pollDelay(PATIENCE).until(() -> true);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/read", "/unread"})
    void endsABodyThatIsSentOneLetterAtATimeWhetherItIsReadOrNot(String path) throws Exception {
        var headers = " HTTP/1.1\r\nHost: shop\r\n";
        try (var sized = connect();
                var chunked = connect()) {
            send(sized, "POST " + path + headers + "Content-Length: 60000\r\n\r\na");
            send(chunked, "POST " + path + headers + "Transfer-Encoding: chunked\r\n\r\nea60\r\na");
            await().atMost(TEST_PATIENCE).pollInterval(Duration.ofMillis(100)).until(() -> isClosedForALetter(sized));
            await().atMost(TEST_PATIENCE).pollInterval(Duration.ofMillis(100)).until(() -> isClosedForALetter(chunked));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /slow HTTP/1.1\r\nHost: shop\r\nContent-Length: 1\r\n\r\na",
                "GET /slow HTTP/1.1\r\nHost: shop\r\n\r\n"
            })
    void letsAnAnswerTakeItsTimeOnceTheRequestIsThere(String request) throws Exception {
        try (var connection = connect()) {
            send(connection, request);

            var answer = new BufferedReader(new InputStreamReader(connection.getInputStream(), US_ASCII)).readLine();

            assertThat(answer).startsWith("HTTP/1.1 200");
        }
    }

    private static Socket connect() {
        try {
            return new Socket(InetAddress.getLoopbackAddress(), server.getPort());
        } catch (IOException refused) {
            throw new AssertionError(refused);
        }
    }

    private static void send(Socket connection, String text) throws IOException {
        connection.getOutputStream().write(text.getBytes(US_ASCII));
        connection.getOutputStream().flush();
    }

    /** Whoever was shut out hears of it at the next letter or the one after. */
    private static boolean isClosedForALetter(Socket connection) {
        try {
            send(connection, "a");
            connection.setSoTimeout(1);
            return connection.getInputStream().read(new byte[1024]) < 0;
        } catch (java.net.SocketTimeoutException open) {
            return false;
        } catch (IOException closed) {
            return true;
        }
    }

    private static final class Hello extends jakarta.servlet.http.HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(
                jakarta.servlet.http.HttpServletRequest request, jakarta.servlet.http.HttpServletResponse response)
                throws IOException {
            if (request.getRequestURI().equals("/slow")) {
                await().pollDelay(PATIENCE.multipliedBy(4)).until(() -> true);
            }
            response.setContentType("text/plain");
            response.getOutputStream().write("hello\n".getBytes(US_ASCII));
        }

        @Override
        protected void doPost(
                jakarta.servlet.http.HttpServletRequest request, jakarta.servlet.http.HttpServletResponse response)
                throws IOException {
            if (!request.getRequestURI().equals("/unread")) {
                request.getInputStream().readAllBytes();
            }
            doGet(request, response);
        }
    }
}
