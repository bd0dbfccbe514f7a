package stampede.warmup;

import com.google.common.net.InetAddresses;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.counter.StockCounter;
import stampede.support.NodeRole;
import stampede.support.OnRole;
import stampede.token.AccessTokenIssuer;

/**
 * Asks this node for pages and for an offer that does not exist, over its own port, until the JVM's compilers have hardly anything left to do: code that the JVM has
 * not compiled yet takes several times the processor time, and the first seconds after a start may be those of a sale. Spring Boot calls
 * it before the node is ready. What it asks is refused, and what it publishes makes nothing, so nothing is kept of it but counts.
 */
@Component
@OnRole(NodeRole.WEB)
@Order
class WarmUp implements ApplicationRunner {

    private static final Logger log = LoggerFactory.getLogger(WarmUp.class);

    private static final int AT_ONCE = 4;
    private static final int ADDRESSES = 16;
    private static final int ROUND = 200;
    private static final int LEAST_ROUNDS = 30;

    /** So many rounds in a row end it in which the compilers worked for at most this share of the time. */
    private static final int QUIET_ROUNDS = 8;

    private static final double QUIET = 0.2;
    private static final int PATIENCE_MILLIS = 5_000;
    private static final String LOOPBACK = "127.0.0.1";

    /** Of accounts that do not exist: real ones are far below. */
    private static final long FIRST_SHOPPER = Long.MAX_VALUE - 1_000;

    private static final int SHOPPERS = 200;
    private static final OfferId OFFER = new OfferId(1);
    private static final String WANTED = "{\"units\": 1, \"address\": \"1 Long Street\"}";

    private final WarmUpProperties properties;
    private final AccessTokenIssuer tokens;
    private final StockCounter stock;
    private final MessageWarmUp messages;
    private final ServerProperties server;
    private final Environment environment;

    WarmUp(
            WarmUpProperties properties,
            AccessTokenIssuer tokens,
            StockCounter stock,
            MessageWarmUp messages,
            ServerProperties server,
            Environment environment) {
        this.properties = properties;
        this.tokens = tokens;
        this.stock = stock;
        this.messages = messages;
        this.server = server;
        this.environment = environment;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        var port = environment.getProperty("local.server.port");
        if (properties.longest().isZero() || port == null) {
            return;
        }
        if (server.getSsl() != null && server.getSsl().isEnabled()) {
            log.info("A node that speaks TLS itself does not warm up");
            return;
        }
        warmUp(new InetSocketAddress(host(), Integer.parseInt(port)));
    }

    /** Where it listens; the address that was called is allowed as a name of the shop. */
    private String host() {
        var address = server.getAddress();
        return address == null || address.isAnyLocalAddress() ? LOOPBACK : InetAddresses.toUriString(address);
    }

    private void warmUp(InetSocketAddress node) {
        var began = System.nanoTime();
        var rounds = 0;
        var threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            var requests = requests(node);
            var quiet = 0;
            while (System.nanoTime() - began < properties.longest().toNanos()
                    && (rounds < LEAST_ROUNDS || quiet < QUIET_ROUNDS)) {
                var round = System.nanoTime();
                var compiled = compilerNanos();
                for (var answer : threads.invokeAll(requests)) {
                    answer.get();
                }
                var share = (double) (compilerNanos() - compiled) / (System.nanoTime() - round);
                quiet = share <= QUIET ? quiet + 1 : 0;
                rounds++;
            }
            log.info(
                    "Warmed up by {} requests in {} ms",
                    rounds * ROUND,
                    Duration.ofNanos(System.nanoTime() - began).toMillis());
        } catch (ExecutionException failure) {
            log.warn("The node has not warmed up: {}", String.valueOf(failure.getCause()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            threads.shutdownNow();
        }
    }

    /** How long the JVM has compiled so far; always 0 where it does not say. */
    private static long compilerNanos() {
        var compilers = ManagementFactory.getCompilationMXBean();
        return compilers != null && compilers.isCompilationTimeMonitoringSupported()
                ? TimeUnit.MILLISECONDS.toNanos(compilers.getTotalCompilationTime())
                : 0;
    }

    /** A round: most are presses of the button, as in a sale. */
    private List<Callable<Integer>> requests(InetSocketAddress node) {
        var shoppers = IntStream.range(0, SHOPPERS)
                .mapToObj(number -> tokens.issue(
                        new SignedIn(new AccountId(FIRST_SHOPPER + number), "warm-up-" + number, Role.SHOPPER)))
                .toList();
        return IntStream.range(0, ROUND)
                .<Callable<Integer>>mapToObj(number -> {
                    var page = page(node, number % 20 == 0 ? "en" : "zh");
                    var press = press(node, shoppers.get(number % SHOPPERS));
                    return () -> {
                        if (number % 10 == 0) {
                            return ask(node, number, page);
                        }
                        if (number % 10 == 5) {
                            messages.publish(OFFER, new AccountId(FIRST_SHOPPER));
                        }
                        askRedis();
                        return ask(node, number, press);
                    };
                })
                .toList();
    }

    private static String page(InetSocketAddress node, String language) {
        return "GET / HTTP/1.1\r\nHost: %s:%d\r\nAccept: text/html\r\nAccept-Language: %s\r\nConnection: close\r\n\r\n"
                .formatted(node.getHostString(), node.getPort(), language);
    }

    private static String press(InetSocketAddress node, String token) {
        return ("POST /api/v1/offers/%s/purchases HTTP/1.1\r\nHost: %s:%d\r\nAuthorization: Bearer %s\r\nIdempotency-Key: warm-up\r\n"
                        + "Content-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s")
                .formatted(OFFER, node.getHostString(), node.getPort(), token, WANTED.length(), WANTED);
    }

    /** From one of several addresses where the machine has them, because one address may press only so often a second. */
    private static int ask(InetSocketAddress node, int number, String request) throws IOException {
        try (var socket = new Socket()) {
            if (node.getHostString().equals(LOOPBACK)
                    && System.getProperty("os.name").equals("Linux")) {
                socket.bind(new InetSocketAddress("127.0.0." + (2 + number % ADDRESSES), 0));
            }
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(node, PATIENCE_MILLIS);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return socket.getInputStream().readAllBytes().length;
        }
    }

    private void askRedis() {
        try {
            stock.askForNothing();
        } catch (DataAccessException away) {
            log.debug("Redis does not answer", away);
        }
    }
}
