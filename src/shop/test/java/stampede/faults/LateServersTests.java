package stampede.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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

/** A whole shop that is started before its servers. */
@Apart
class LateServersTests {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration THREE_SECONDS = Duration.ofSeconds(3);
    private static final SecretKeySpec KEY =
            new SecretKeySpec("a key for the tests, long enough".getBytes(StandardCharsets.US_ASCII), "HmacSHA256");
    private static final SignedIn OPERATOR = new SignedIn(new AccountId(1), "guest1", Role.OPERATOR);

    @Test
    void opensByItselfOnceItsServersAreThereAndTheConsoleSaysWhenOneIsAway(@TempDir Path directory) {
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
        }
    }

    private static int answering(String page) {
        return Jsoup.parse(page).select("#tonight [data-server=UP]").size();
    }

    private static String firstPage(ShopProcess shop) throws IOException, InterruptedException {
        var cookie = new JwtCodec(KEY, Clock.systemUTC()).issue(OPERATOR, TokenPurpose.PAGES, Duration.ofHours(1));
        var answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(shop.address() + "/console?lang=en"))
                                .header("Cookie", "stampede=" + cookie)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }

    private static List<String> settings(OwnServers servers, ShopNode.ServerLines lines) {
        var settings = new ArrayList<>(servers.settings(lines));
        settings.add("--stampede.signing-keys.accounts=" + Base64.getEncoder().encodeToString(KEY.getEncoded()));
        LocalAlipay.shared().settings().forEach((name, value) -> settings.add("--" + name + "=" + value));
        return settings;
    }
}
