package stampede.warmup;

import com.google.common.net.InetAddresses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
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
import stampede.counter.StockCounter;
import stampede.support.NodeRole;
import stampede.support.OnRole;
import stampede.token.AccessTokenIssuer;

/**
 * Asks this node for pages and for an offer that does not exist, over its own port, until it answers no faster: code that the JVM has
 * not compiled yet takes several times the processor time, and the first seconds after a start may be those of a sale. Spring Boot calls
 * it before the node is ready. What it asks is refused, so nothing is kept of it but counts of refusals.
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

    /** So many rounds in a row that were hardly faster than the best before them end it. */
    private static final int STEADY_ROUNDS = 8;

    private static final double HARDLY = 0.95;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Of accounts that do not exist: real ones are far below. */
    private static final long FIRST_SHOPPER = Long.MAX_VALUE - 1_000;

    private static final int SHOPPERS = 200;
    private static final String OFFER = "1";
    private static final String WANTED = "{\"units\": 1, \"address\": \"1 Long Street\"}";

    private final WarmUpProperties properties;
    private final AccessTokenIssuer tokens;
    private final StockCounter stock;
    private final ServerProperties server;
    private final Environment environment;

    WarmUp(
            WarmUpProperties properties,
            AccessTokenIssuer tokens,
            StockCounter stock,
            ServerProperties server,
            Environment environment) {
        this.properties = properties;
        this.tokens = tokens;
        this.stock = stock;
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
        warmUp(URI.create("http://" + host() + ":" + port));
    }

    /** Where it listens; the address that was called is allowed as a name of the shop. */
    private String host() {
        var address = server.getAddress();
        return address == null || address.isAnyLocalAddress()
                ? InetAddress.getLoopbackAddress().getHostAddress()
                : address.getHostAddress();
    }

    private void warmUp(URI node) {
        var began = System.nanoTime();
        var rounds = 0;
        var clients = clients(node);
        try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
            var requests = requests(clients, node);
            var best = Long.MAX_VALUE;
            var steady = 0;
            while (System.nanoTime() - began < properties.longest().toNanos()
                    && (rounds < LEAST_ROUNDS || steady < STEADY_ROUNDS)) {
                var round = System.nanoTime();
                for (var answer : threads.invokeAll(requests)) {
                    answer.get();
                }
                var took = System.nanoTime() - round;
                steady = took > best * HARDLY ? steady + 1 : 0;
                best = Math.min(best, took);
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
            clients.forEach(HttpClient::shutdownNow);
        }
    }

    /** From several addresses where the machine has them, because one address may press only so often a second. */
    private static List<HttpClient> clients(URI node) {
        var hasMany = node.getHost().equals("127.0.0.1")
                && System.getProperty("os.name").equals("Linux");
        return IntStream.range(0, hasMany ? ADDRESSES : 1)
                .mapToObj(number -> {
                    var client = HttpClient.newBuilder()
                            .version(HttpClient.Version.HTTP_1_1)
                            .connectTimeout(PATIENCE);
                    if (hasMany) {
                        client.localAddress(InetAddresses.forString("127.0.0." + (number + 2)));
                    }
                    return client.build();
                })
                .toList();
    }

    /** A round: most are presses of the button, as in a sale. */
    private List<Callable<Boolean>> requests(List<HttpClient> clients, URI node) {
        var shoppers = IntStream.range(0, SHOPPERS)
                .mapToObj(number -> tokens.issue(
                        new SignedIn(new AccountId(FIRST_SHOPPER + number), "warm-up-" + number, Role.SHOPPER)))
                .toList();
        return IntStream.range(0, ROUND)
                .<Callable<Boolean>>mapToObj(number -> {
                    var client = clients.get(number % clients.size());
                    return switch (number % 10) {
                        case 0 -> () -> get(client, node, "en");
                        case 1 -> () -> get(client, node, "zh");
                        default -> () -> press(client, node, shoppers.get(number % SHOPPERS));
                    };
                })
                .toList();
    }

    private static boolean get(HttpClient client, URI node, String language) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(node.resolve("/"))
                .timeout(PATIENCE)
                .header("Accept", "text/html")
                .header("Accept-Language", language)
                .build();
        return client.send(request, BodyHandlers.discarding()).statusCode() > 0;
    }

    private boolean press(HttpClient client, URI node, String token) throws IOException, InterruptedException {
        rehearse();
        var request = HttpRequest.newBuilder(node.resolve("/api/v1/offers/" + OFFER + "/purchases"))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + token)
                .header("Idempotency-Key", "warm-up")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(WANTED))
                .build();
        return client.send(request, BodyHandlers.discarding()).statusCode() > 0;
    }

    private void rehearse() {
        try {
            stock.rehearse();
        } catch (DataAccessException away) {
            log.debug("Redis does not answer", away);
        }
    }
}
