package stampede.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stampede.alert.Alert;
import stampede.alert.AlertBoard;
import stampede.alipaysandbox.LocalAlipay;
import stampede.testing.Apart;

/** A shop of its own whose servers are cut off one after the other, and two at once: it says so within half a minute, and when it is over. */
@Apart
@Tag("whole-proof")
class ServerAwayTests {

    private static final Duration HALF_A_MINUTE = Duration.ofSeconds(35);
    private static final Duration TWO_MINUTES = Duration.ofMinutes(2);

    @Test
    void saysWhichServerIsAwayAndWhenItIsBack() {
        try (var servers = OwnServers.empty("stampede_alert", 14);
                var lines = servers.lines();
                var shop = OwnShop.start(servers, lines, settings())) {
            var board = shop.the(AlertBoard.class);
            var away = Map.of("mysql", lines.database(), "redis", lines.redis(), "rabbitmq", lines.broker());
            assertThat(named(board)).isEmpty();
            away.forEach((name, line) -> {
                line.cut();
                await(name).atMost(HALF_A_MINUTE).until(() -> named(board).contains(name));
                line.mend();
                await(name + " is back")
                        .atMost(TWO_MINUTES)
                        .until(() -> named(board).isEmpty());
            });
            lines.database().cut();
            lines.redis().cut();
            await("both").atMost(HALF_A_MINUTE).until(() -> named(board).containsAll(List.of("mysql", "redis")));
            lines.mend();
            await("both are back").atMost(TWO_MINUTES).until(() -> named(board).isEmpty());
            assertThat(servers.count("alert where rule_name = 'server-away' and state = 'RESOLVED' and tells = 2"))
                    .as("told as away, and as back")
                    .isGreaterThanOrEqualTo(4);
        }
    }

    private static List<String> settings() {
        var settings = new ArrayList<>(List.of("--logging.level.root=warn", "--stampede.alert.show-every=1s"));
        LocalAlipay.shared().settings().forEach((name, value) -> settings.add("--" + name + "=" + value));
        return settings;
    }

    private static List<String> named(AlertBoard board) {
        return board.firing().stream().map(Alert::subject).toList();
    }
}
