package stampede.connections;

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
        new ConnectionsConfiguration().boundedConnections(PATIENCE).customize(tomcat);
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
            return connection.getInputStream().read() < 0;
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
            response.setContentType("text/plain");
            response.getOutputStream().write("hello\n".getBytes(US_ASCII));
        }
    }
}
