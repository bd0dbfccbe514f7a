package stampede.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.crypto.spec.SecretKeySpec;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.alipaysandbox.LocalAlipay;
import stampede.testing.Apart;
import stampede.testing.FaultyLine;
import stampede.token.JwtCodec;
import stampede.token.TokenPurpose;

/** A whole shop that is started before its servers, then loses each of them, and at last is asked to end. */
@Apart
class LateServersTests {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration THREE_SECONDS = Duration.ofSeconds(3);
    private static final Duration FIVE_SECONDS = Duration.ofSeconds(5);
    private static final String HEALTH = "/actuator/health";
    private static final SecretKeySpec KEY =
            new SecretKeySpec("a key for the tests, long enough".getBytes(StandardCharsets.US_ASCII), "HmacSHA256");
    private static final SignedIn OPERATOR = new SignedIn(new AccountId(1), "guest1", Role.OPERATOR);

    @Test
    void opensOnceItsServersAreThereStaysInServiceWithoutThemAndEndsWhatItHasInHand(@TempDir Path directory)
            throws Exception {
        try (var servers = OwnServers.empty("stampede_late", 9);
                var lines = servers.lines();
                var shop = new ShopProcess(directory, settings(servers, lines))) {
            var log = directory.resolve("log");
            lines.all().forEach(FaultyLine::cut);
            shop.begin();
            var closed = new HashMap<>(Map.of(
                    "Waiting for the database", lines.database(),
                    "Waiting for Redis", lines.redis(),
                    "Waiting for the broker", lines.broker()));
            await("it waits for each").atMost(PATIENCE).until(() -> {
                var said = Files.readString(log);
                closed.entrySet().removeIf(line -> {
                    var waited = said.contains(line.getKey());
                    if (waited) {
                        line.getValue().mend();
                    }
                    return waited;
                });
                return closed.isEmpty();
            });

            shop.awaitOpen();

            assertThat(log).content().doesNotContain("\tat ").doesNotContain("ERROR");

            servers.open(List.of(OPERATOR));
            await("all answer").atMost(PATIENCE).until(() -> answering(firstPage(shop)) == 3);
            lines.redis().cut();
            await("the console says within three seconds that Redis is away")
                    .atMost(PATIENCE)
                    .until(() -> {
                        var asked = System.nanoTime();
                        var page = firstPage(shop);
                        return System.nanoTime() - asked < THREE_SECONDS.toNanos()
                                && answering(page) == 2
                                && page.contains("Something wants a look");
                    });
            lines.redis().mend();

            for (var line : lines.all().toList()) {
                staysInServiceWithout(line, shop);
            }
            endsWhatItHasInHand(shop, servers);
        }
    }

    /** Nodes that left whenever a server blinks would all leave at once; the shop has its own answer to that. */
    private static void staysInServiceWithout(FaultyLine line, ShopProcess shop) {
        var client = HttpClient.newHttpClient();
        line.cut();
        await("health says that a server is away").atMost(PATIENCE).until(() -> {
            inService(client, shop);
            return status(client, shop, HEALTH) == 503;
        });
        line.mend();
        await("health says that it is there again").atMost(PATIENCE).until(() -> {
            inService(client, shop);
            return status(client, shop, HEALTH) == 200;
        });
    }

    private static void inService(HttpClient client, ShopProcess shop) throws IOException, InterruptedException {
        for (var probe : List.of("/liveness", "/readiness")) {
            assertThat(status(client, shop, HEALTH + probe)).as(probe).isEqualTo(200);
        }
    }

    /** One request waits for the database when it is told to end: whoever comes later is sent away at once, and the one is answered. */
    private static void endsWhatItHasInHand(ShopProcess shop, OwnServers servers) throws Exception {
        var kept = HttpClient.newHttpClient();
        inService(kept, shop);
        try (var database = servers.dataSource().getConnection();
                var statement = database.createStatement()) {
            statement.execute("lock tables address write");
            var inHand =
                    HttpClient.newHttpClient().sendAsync(page(shop, "/account/addresses"), BodyHandlers.ofString());
            await("it waits for the table").atMost(PATIENCE).until(() -> servers.isWaitingForLock("address"));

            var end = CompletableFuture.runAsync(shop::stop, task -> new Thread(task).start());

            await("who has a connection is told so")
                    .atMost(PATIENCE)
                    .until(() ->
                            quickStatus(kept, shop).map(status -> status == 503).orElse(true));
            await("nobody else is let in")
                    .atMost(PATIENCE)
                    .until(() -> quickStatus(HttpClient.newHttpClient(), shop).isEmpty());
            assertThat(inHand).isNotDone();
            statement.execute("unlock tables");
            assertThat(inHand)
                    .succeedsWithin(PATIENCE)
                    .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(200));
            assertThat(end).succeedsWithin(PATIENCE);
        }
    }

    /** Of readiness, without waiting; empty if the shop takes no connection. */
    private static Optional<Integer> quickStatus(HttpClient client, ShopProcess shop) throws InterruptedException {
        var asked = System.nanoTime();
        try {
            return Optional.of(status(client, shop, HEALTH + "/readiness"));
        } catch (IOException refused) {
            return Optional.empty();
        } finally {
            assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(FIVE_SECONDS);
        }
    }

    private static int status(HttpClient client, ShopProcess shop, String path)
            throws IOException, InterruptedException {
        return client.send(
                        HttpRequest.newBuilder(URI.create(shop.address() + path))
                                .timeout(PATIENCE)
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    private static int answering(String page) {
        return Jsoup.parse(page).select("#tonight [data-server=UP]").size();
    }

    private static String firstPage(ShopProcess shop) throws IOException, InterruptedException {
        var answer = HttpClient.newHttpClient().send(page(shop, "/console?lang=en"), BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }

    private static HttpRequest page(ShopProcess shop, String path) {
        var cookie = new JwtCodec(KEY, Clock.systemUTC()).issue(OPERATOR, TokenPurpose.PAGES, Duration.ofHours(1));
        return HttpRequest.newBuilder(URI.create(shop.address() + path))
                .header("Cookie", "stampede=" + cookie)
                .build();
    }

    private static List<String> settings(OwnServers servers, ShopNode.ServerLines lines) {
        var settings = new ArrayList<>(servers.settings(lines));
        settings.add("--stampede.signing-keys.accounts=" + Base64.getEncoder().encodeToString(KEY.getEncoded()));
        LocalAlipay.shared().settings().forEach((name, value) -> settings.add("--" + name + "=" + value));
        return settings;
    }
}
