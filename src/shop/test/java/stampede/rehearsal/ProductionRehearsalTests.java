package stampede.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.Stampede;
import stampede.alipaysandbox.LocalAlipay;
import stampede.catalog.OfferPublishing;
import stampede.catalog.SaleWindow;
import stampede.catalog.TestOffers;
import stampede.servers.TlsServers;
import stampede.testing.Apart;
import stampede.testing.MainClassesOnly;
import stampede.testing.Proof;

/**
 * A shop of its own in profile production, with an Alipay in its settings that is real to it. Nobody asks for a rehearsal: one is played before
 * a slot, whole, and all of its orders are closed. Alipay gets no byte of it.
 */
@Apart
@Tag(Proof.WHOLE)
class ProductionRehearsalTests {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int BOTS = 200;

    @Test
    void playsBeforeASlotByItselfAndAlipayHearsNothing(@TempDir Path directory) throws IOException {
        var trusted = HttpsURLConnection.getDefaultSSLSocketFactory();
        try (var servers = TlsServers.start(directory);
                var gateway = new Gateway(certified(servers));
                var shop = start(servers, gateway)) {
            await("the shop asked whether its settings are right")
                    .atMost(PATIENCE)
                    .until(() -> gateway.bytes.get() > 0);
            var bytes = gateway.bytes.get();
            var connections = gateway.connections.get();
            var rehearsals = shop.getBean(Rehearsals.class);

            publish(shop.getBean(OfferPublishing.class));
            var played = await("a rehearsal")
                    .atMost(PATIENCE)
                    .until(
                            () -> rehearsals.newest().stream()
                                    .filter(Rehearsal::isOver)
                                    .findFirst(),
                            Optional::isPresent)
                    .orElseThrow();

            assertThat(played.who()).isEqualTo(SlotRehearsals.WHO);
            var end = played.end().orElseThrow();
            assertThat(end.stop()).isEmpty();
            var report = end.report().orElseThrow();
            assertThat(report.figure(RehearsalFigure.Name.PRESSES).orElseThrow().value())
                    .isEqualTo(BOTS);
            assertThat(report.figure(RehearsalFigure.Name.ORDERS).orElseThrow().value())
                    .isEqualTo(BOTS);
            assertThat(report.figure(RehearsalFigure.Name.LOST).orElseThrow().value())
                    .isZero();
            await("its orders close").atMost(PATIENCE).until(() -> closed(shop, played) == BOTS);
            assertThat(rehearsals.newest()).as("one before the slot").hasSize(1);
            assertThat(gateway.bytes.get() - bytes).as("bytes to Alipay").isZero();
            assertThat(gateway.connections.get() - connections)
                    .as("connections to Alipay")
                    .isZero();
            Proof.print("A rehearsal in production: %s, no byte of %d orders to Alipay", end.verdict(), BOTS);
        } finally {
            HttpsURLConnection.setDefaultSSLSocketFactory(trusted);
        }
    }

    /** For Alipay's side of a line; and from now on Alipay's SDK, which takes what the JVM does, believes it. */
    private static SSLContext certified(TlsServers servers) {
        var context = SslBundle.of(new PemSslStoreBundle(
                        PemSslStoreDetails.forCertificate("file:" + servers.certificate())
                                .withPrivateKey("file:" + servers.certificateKey()),
                        PemSslStoreDetails.forCertificate("file:" + servers.ca())))
                .createSslContext();
        HttpsURLConnection.setDefaultSSLSocketFactory(context.getSocketFactory());
        return context;
    }

    /** The beat looks each minute, and its time begins thirteen minutes before. */
    private static void publish(OfferPublishing publishing) {
        var opens = Instant.now().plus(Duration.ofMinutes(13)).plusSeconds(20);
        var slot = publishing.slot(new SaleWindow(opens, opens.plus(Duration.ofHours(1))));
        publishing.publish(TestOffers.offer(TestOffers.product(publishing, "Teapot"), slot, 2_000, 1));
    }

    private static long closed(ConfigurableApplicationContext shop, Rehearsal played) {
        return shop.getBean(JdbcClient.class)
                .sql("select count(*) from orders where offer_id = :offer and status = 'CLOSED'")
                .param("offer", played.shadow().value())
                .query(Long.class)
                .single();
    }

    private static ConfigurableApplicationContext start(TlsServers servers, Gateway gateway) throws IOException {
        var port = freePort();
        var settings = new ArrayList<String>();
        servers.settings().forEach((name, value) -> settings.add("--" + name + "=" + value));
        var alipay = new HashMap<>(LocalAlipay.shared().settings());
        alipay.put("stampede.alipay.gateway", "https://localhost:" + gateway.port() + "/gateway.do");
        alipay.forEach((name, value) -> settings.add("--" + name + "=" + value));
        settings.addAll(List.of(
                "--STAMPEDE_RABBIT_ADMIN=",
                "--STAMPEDE_RABBIT_MANAGEMENT=",
                "--STAMPEDE_PUBLIC_URL=https://shop.example.com",
                "--STAMPEDE_SIGNING_KEY=" + key(),
                "--STAMPEDE_TOKEN_KEY=" + key(),
                "--STAMPEDE_WARM_UP=1s",
                "--stampede.rehearsal.before-slots=true",
                "--stampede.rehearsal.target=http://127.0.0.1:" + port,
                "--stampede.order.payment-time=20s",
                "--server.port=" + port,
                "--spring.main.banner-mode=off"));
        return new SpringApplicationBuilder(Stampede.class)
                .profiles("production")
                .initializers(new MainClassesOnly())
                .registerShutdownHook(false)
                .run(settings.toArray(String[]::new));
    }

    private static String key() {
        var bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** A line to the tests' Alipay, by TLS, that counts what comes to it. */
    private static final class Gateway implements AutoCloseable {

        private final ServerSocket door;
        private final AtomicLong connections = new AtomicLong();
        private final AtomicLong bytes = new AtomicLong();

        Gateway(SSLContext certified) throws IOException {
            door = certified.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
            run(() -> {
                while (!door.isClosed()) {
                    var shop = door.accept();
                    connections.incrementAndGet();
                    var alipay = new Socket(
                            InetAddress.getLoopbackAddress(),
                            URI.create(LocalAlipay.shared().address()).getPort());
                    run(() -> pump(shop, alipay, bytes));
                    run(() -> pump(alipay, shop, new AtomicLong()));
                }
            });
        }

        int port() {
            return door.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            door.close();
        }

        private static void pump(Socket from, Socket to, AtomicLong counted) throws IOException {
            try (from;
                    to) {
                var buffer = new byte[8_192];
                for (var length = from.getInputStream().read(buffer);
                        length >= 0;
                        length = from.getInputStream().read(buffer)) {
                    counted.addAndGet(length);
                    to.getOutputStream().write(buffer, 0, length);
                }
            }
        }

        private static void run(Line line) {
            var thread = new Thread(() -> {
                try {
                    line.run();
                } catch (IOException ended) {
                    if (!(ended instanceof SocketException || ended instanceof SSLException)) {
                        throw new UncheckedIOException(ended);
                    }
                }
            });
            thread.setDaemon(true);
            thread.start();
        }

        private interface Line {

            void run() throws IOException;
        }
    }
}
