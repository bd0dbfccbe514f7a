package stampede.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stampede.alipaysandbox.LocalAlipay;
import stampede.testing.Apart;
import stampede.testing.FaultyLine;

/** A whole shop that is started before its servers. */
@Apart
class LateServersTests {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Test
    void opensByItselfOnceItsServersAreThere(@TempDir Path directory) {
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
        }
    }

    private static List<String> settings(OwnServers servers, ServerLines lines) {
        var settings = new ArrayList<>(servers.settings(lines));
        LocalAlipay.shared().settings().forEach((name, value) -> settings.add("--" + name + "=" + value));
        return settings;
    }
}
