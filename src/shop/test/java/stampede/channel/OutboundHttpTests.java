package stampede.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.DnsResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import stampede.channel.ChannelReceivers.Behavior;

/** Nobody turns the shop against its own network, and nothing that is slow or large holds it up. */
class OutboundHttpTests {

    private static final Duration PATIENCE = Duration.ofMillis(700);

    private final ChannelReceivers receivers = new ChannelReceivers();
    private final OutboundHttp anywhere = http(new PublicAddresses(true), true);

    @AfterEach
    void close() {
        receivers.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.1.2.3",
                "10.0.0.1",
                "10.255.255.255",
                "100.64.0.1",
                "100.127.255.255",
                "127.0.0.1",
                "127.9.9.9",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.8",
                "192.0.2.1",
                "192.88.99.1",
                "192.168.1.1",
                "198.18.0.1",
                "198.19.255.255",
                "198.51.100.7",
                "203.0.113.9",
                "224.0.0.1",
                "239.1.1.1",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::ffff:10.0.0.1",
                "::ffff:127.0.0.1",
                "::10.0.0.1",
                "64:ff9b::a00:1",
                "fc00::1",
                "fd12:3456::1",
                "fe80::1",
                "fec0::1",
                "ff02::1",
                "2001:db8::1",
                "2001::1",
                "2002:a00:1::1",
                "3fff::1"
            })
    void refusesWhatIsNotOfTheWorld(String address) throws UnknownHostException {
        var inside = InetAddress.getByName(address);
        DnsResolver names = resolver(inside);

        assertThat(PublicAddresses.isPublic(inside)).isFalse();
        assertThat(http(new PublicAddresses(names, false), false)
                        .post("https://hooks.example.com/x", Map.of(), "{}")
                        .cause())
                .isEqualTo(DeliveryCause.ADDRESS_INSIDE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "8.8.8.8",
                "100.63.255.255",
                "100.128.0.1",
                "172.15.0.1",
                "172.32.0.1",
                "192.0.1.1",
                "198.20.0.1",
                "223.255.255.255",
                "2606:4700::1111",
                "240e::1"
            })
    void takesWhatIs(String address) throws UnknownHostException {
        assertThat(PublicAddresses.isPublic(InetAddress.getByName(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://hooks.example.com/",
                "ftp://hooks.example.com/",
                "https://user:pw@hooks.example.com/",
                "https:///x",
                "https://hooks.example.com/#part",
                "file:///etc/passwd",
                "//hooks.example.com",
                "not an address",
                ""
            })
    void takesNothingButPlainHttpsAddresses(String address) {
        var http = http(new PublicAddresses(false), false);

        assertThat(http.problem(address)).contains(DeliveryCause.ADDRESS_WRONG);
        assertThat(http.post(address, Map.of(), "{}").cause()).isEqualTo(DeliveryCause.ADDRESS_WRONG);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://127.0.0.1/",
                "https://169.254.169.254/latest/meta-data",
                "https://[::1]/",
                "https://[::ffff:10.0.0.1]/",
                "https://10.1.2.3:8443/"
            })
    void saysAtOnceWhatALiteralAddressIs(String address) {
        var http = http(new PublicAddresses(false), false);

        assertThat(http.problem(address)).contains(DeliveryCause.ADDRESS_INSIDE);
        assertThat(http.post(address, Map.of(), "{}").cause()).isEqualTo(DeliveryCause.ADDRESS_INSIDE);
    }

    /** Other ways of writing 127.0.0.1, which only resolving finds out. */
    @ParameterizedTest
    @ValueSource(strings = {"https://2130706433/", "https://127.1/", "https://localhost/"})
    void isNotFooledByOtherWaysOfWriting(String address) {
        assertThat(http(new PublicAddresses(false), false)
                        .post(address, Map.of(), "{}")
                        .cause())
                .isNotEqualTo(DeliveryCause.OK)
                .isIn(DeliveryCause.ADDRESS_INSIDE, DeliveryCause.UNKNOWN_HOST, DeliveryCause.ADDRESS_WRONG);
    }

    /** One good address beside a bad one would be a way in. */
    @Test
    void refusesANameWithOneAddressInside() throws UnknownHostException {
        var names = resolver(InetAddress.getByName("1.1.1.1"), InetAddress.getByName("10.0.0.1"));

        assertThat(http(new PublicAddresses(names, false), false)
                        .post("https://two.example.com/", Map.of(), "{}")
                        .cause())
                .isEqualTo(DeliveryCause.ADDRESS_INSIDE);
    }

    /** The name is asked once; what it is a moment later does not matter. */
    @Test
    void connectsToTheVeryAddressThatWasLookedAt() {
        var asked = new AtomicInteger();
        var http = http(
                new PublicAddresses(
                        new DnsResolver() {
                            @Override
                            public InetAddress[] resolve(String host) {
                                asked.incrementAndGet();
                                return new InetAddress[] {InetAddress.getLoopbackAddress()};
                            }

                            @Override
                            public String resolveCanonicalHostname(String host) {
                                return host;
                            }
                        },
                        true),
                true);

        var answer = http.post(receivers.weCom().replace("127.0.0.1", "name.invalid") + "?key=x", Map.of(), "{}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(asked).hasValue(1);
    }

    @Test
    void followsNoRedirect() {
        receivers.behave(Behavior.REDIRECT);

        var answer = anywhere.post(receivers.webhook(), Map.of(), "{}");

        assertThat(answer.cause()).isEqualTo(DeliveryCause.REDIRECT);
        assertThat(receivers.all()).hasSize(1);
    }

    @Test
    void waitsNoLongerThanItsPatienceForAnAnswerOrItsEnd() throws IOException {
        receivers.behave(Behavior.HANG);
        var begun = System.nanoTime();

        assertThat(anywhere.post(receivers.webhook(), Map.of(), "{}").cause()).isEqualTo(DeliveryCause.NO_ANSWER);

        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(anywhere.post("http://127.0.0.1:" + silent.getLocalPort() + "/", Map.of(), "{}")
                            .cause())
                    .isEqualTo(DeliveryCause.NO_ANSWER);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void readsFourKilobytesOfAnAnswerThatNeverEnds() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var endless = new Thread(() -> pour(server));
            endless.setDaemon(true);
            endless.start();

            var answer = anywhere.post("http://127.0.0.1:" + server.getLocalPort() + "/", Map.of(), "{}");

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).hasSize(4_096);
            assertThat(answer.result().answer()).hasSize(DeliveryResult.LONGEST_ANSWER);
            endless.join(10_000);
            assertThat(endless.isAlive()).isFalse();
        }
    }

    @Test
    void namesWhatIsNotThere() throws Exception {
        var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        free.close();

        assertThat(List.of(
                        anywhere.post("http://127.0.0.1:" + free.getLocalPort() + "/", Map.of(), "{}")
                                .cause(),
                        anywhere.post("http://no-such-name.invalid/", Map.of(), "{}")
                                .cause()))
                .containsExactly(DeliveryCause.UNREACHABLE, DeliveryCause.UNKNOWN_HOST);
        try (var plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var pouring = new Thread(() -> pour(plain));
            pouring.setDaemon(true);
            pouring.start();
            assertThat(anywhere.post("https://127.0.0.1:" + plain.getLocalPort() + "/", Map.of(), "{}")
                            .cause())
                    .isEqualTo(DeliveryCause.NO_TRUST);
        }
    }

    private static void pour(ServerSocket server) {
        try (var socket = server.accept()) {
            var out = socket.getOutputStream();
            out.write("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            var some = "x".repeat(1_000).getBytes(StandardCharsets.US_ASCII);
            for (var at = 0; at < 1_000_000; at++) {
                out.write(some);
            }
        } catch (IOException hungUp) {
            // That is what is wanted.
        }
    }

    private static DnsResolver resolver(InetAddress... addresses) {
        return new DnsResolver() {
            @Override
            public InetAddress[] resolve(String host) {
                return addresses.clone();
            }

            @Override
            public String resolveCanonicalHostname(String host) {
                return host;
            }
        };
    }

    private static OutboundHttp http(DnsResolver names, boolean isPlainAllowed) {
        return new OutboundHttp(names, isPlainAllowed, PATIENCE, new SimpleAsyncTaskExecutor("outbound-test-"));
    }
}
