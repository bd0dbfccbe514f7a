package stampede.task.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The suite's broker beside addresses that lead to none. */
class ManagementApiTests {

    private static final URI BROKER = URI.create(System.getenv("STAMPEDE_RABBIT_ADMIN"));
    private static final URI NOBODY = URI.create("http://a:b@127.0.0.1:1");

    @Test
    void asksTheNextOneIfOneDoesNotAnswer() throws Exception {
        assertThat(new ManagementApi(List.of(NOBODY, BROKER)).get("/api/nodes?columns=name"))
                .isNotEmpty();
    }

    @Test
    void asksTheNextOneIfOneRefuses() throws Exception {
        var stranger = URI.create(BROKER.toString().replaceFirst("//.*@", "//somebody:else@"));

        assertThat(new ManagementApi(List.of(stranger, BROKER)).get("/api/nodes?columns=name"))
                .isNotEmpty();
    }

    /** A frozen node takes connections and says nothing. */
    @Test
    void waitsForASilentOneOnceOnly() throws Exception {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var api = new ManagementApi(List.of(URI.create("http://a:b@127.0.0.1:" + silent.getLocalPort()), BROKER));
            api.get("/api/nodes?columns=name");

            var begin = System.nanoTime();
            api.get("/api/nodes?columns=name");

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(2));
        }
    }

    @Test
    void saysWhatEachOfThemAnswered() {
        assertThatThrownBy(() -> new ManagementApi(List.of(BROKER, NOBODY)).get("/api/nothing"))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("was answered 404", "ConnectException");
    }
}
