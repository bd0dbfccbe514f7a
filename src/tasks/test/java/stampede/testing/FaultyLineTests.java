package stampede.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The faults that other tests rely on are what they say. */
@Apart
class FaultyLineTests {

    private static final int SOON = 300;

    private ServerSocket server;
    private Thread echo;
    private FaultyLine line;

    @BeforeEach
    void anEcho() throws IOException {
        listen(0);
        line = FaultyLine.to(server.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        line.close();
        server.close();
    }

    @Test
    void passesEverythingOn() throws IOException {
        try (var client = connect()) {
            assertThat(say(client, "hello")).isEqualTo("hello");
            assertThat(say(client, "again")).isEqualTo("again");
        }
    }

    @Test
    void refusesWhileItIsCutAndServesAgainOnceMended() throws IOException {
        try (var before = connect()) {
            say(before, "hello");
            line.cut();
            assertThat(isBroken(before)).isTrue();
        }
        assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);

        line.mend();

        try (var after = connect()) {
            assertThat(say(after, "hello")).isEqualTo("hello");
        }
    }

    @Test
    void keepsWhatIsSaidDuringAPartitionUntilItIsMended() throws IOException {
        try (var client = connect()) {
            line.hold();
            assertThatThrownBy(() -> say(client, "hello")).isInstanceOf(SocketTimeoutException.class);

            line.mend();

            client.setSoTimeout(0);
            assertThat(hear(client, 5)).isEqualTo("hello");
        }
    }

    @Test
    void takesConnectionsAndNeverAnswersWhileItIsDeaf() throws IOException {
        line.goDeaf();
        try (var client = connect()) {
            assertThatThrownBy(() -> say(client, "hello")).isInstanceOf(SocketTimeoutException.class);

            line.mend();

            assertThat(isBroken(client)).isTrue();
        }
        try (var after = connect()) {
            assertThat(say(after, "hello")).isEqualTo("hello");
        }
    }

    @Test
    void takesItsTimeWhenItIsSlow() throws IOException {
        try (var client = connect()) {
            client.setSoTimeout(0);
            line.slowDown(Duration.ofMillis(100));
            var begun = System.nanoTime();
            assertThat(say(client, "hello")).isEqualTo("hello");
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        }
    }

    @Test
    void breaksInTheMiddleOfAnAnswerOnce() throws IOException {
        try (var client = connect()) {
            line.breakAfter(7);
            assertThat(say(client, "hello")).isEqualTo("hello");
            client.getOutputStream().write("again".getBytes(US_ASCII));
            assertThat(hear(client, 2)).isEqualTo("ag");
            assertThat(isBroken(client)).isTrue();
        }
        try (var after = connect()) {
            assertThat(say(after, "hello again")).isEqualTo("hello again");
        }
    }

    @Test
    void comesBackByItselfWhenTheServerDoes() throws Exception {
        var port = server.getLocalPort();
        server.close();
        // The system takes connections until the thread that waits for them has noticed that nobody shall.
        echo.join();
        try (var client = connect()) {
            assertThat(isBroken(client)).isTrue();
        }
        listen(port);
        try (var after = connect()) {
            assertThat(say(after, "hello")).isEqualTo("hello");
        }
    }

    private void listen(int port) throws IOException {
        server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        echo = new Thread(this::echoAll);
        echo.setDaemon(true);
        echo.start();
    }

    private void echoAll() {
        while (!server.isClosed()) {
            try (var client = server.accept()) {
                client.getInputStream().transferTo(client.getOutputStream());
            } catch (IOException gone) {
                // The next one may live longer.
            }
        }
    }

    private Socket connect() throws IOException {
        var client = new Socket(InetAddress.getLoopbackAddress(), line.port());
        client.setSoTimeout(SOON);
        return client;
    }

    private static String say(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(US_ASCII));
        return hear(client, text.length());
    }

    private static String hear(Socket client, int length) throws IOException {
        return new String(client.getInputStream().readNBytes(length), US_ASCII);
    }

    private static boolean isBroken(Socket client) throws IOException {
        client.setSoTimeout(5_000);
        try {
            return client.getInputStream().read() < 0;
        } catch (SocketTimeoutException silent) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }
}
