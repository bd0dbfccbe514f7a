package stampede.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.setting.SettingChanges;
import stampede.setting.SettingTestNode;
import stampede.setting.SettingWish;
import stampede.setting.Settings;

/** How hard shoppers may push, changed while two nodes let them in. */
@StampedeTest
class PurchaseSettingTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String ATTEMPTS = "purchase.attempts-per-second";
    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final AccountId SHOPPER = new AccountId(990_001);

    @Autowired
    private SettingChanges changes;

    @Autowired
    private Settings settings;

    @Autowired
    private JdbcClient sql;

    private final SimulatedTime time = new SimulatedTime();

    @AfterEach
    void takeBack() {
        sql.sql("delete from setting where name = :name")
                .param("name", ATTEMPTS)
                .update();
        sql.sql("delete from setting_change where name = :name")
                .param("name", ATTEMPTS)
                .update();
        changes.refresh();
    }

    @Test
    void whoPressesFiveTimesASecondGetsNoMoreThanTwoThroughInAnySecondOnEachNode() {
        try (var node = new SettingTestNode(sql)) {
            var limiter =
                    new PurchaseRateLimiter(new PurchaseRateLimitProperties(5, 100, A_SECOND), node.settings, time);
            node.start();
            assertThat(mostInASecond(limiter, 5)).isEqualTo(4);

            changes.change(new SettingWish(ATTEMPTS, Optional.of("2"), 0, "Bots since eight", true, "operator:1"));

            assertThat(settings.find(ATTEMPTS).orElseThrow().text()).isEqualTo("2");
            await().atMost(PATIENCE)
                    .until(() ->
                            node.settings.find(ATTEMPTS).orElseThrow().text().equals("2"));
            assertThat(mostInASecond(limiter, 5)).as("for ever").isBetween(1, 2);
        }
    }

    @Test
    void aHigherLimitIsFeltAsWell() {
        var own = new Settings();
        var limiter = new PurchaseRateLimiter(new PurchaseRateLimitProperties(5, 100, A_SECOND), own, time);
        try (var node = new SettingTestNode(sql)) {
            var there = new PurchaseRateLimiter(new PurchaseRateLimitProperties(5, 100, A_SECOND), node.settings, time);
            changes.change(new SettingWish(ATTEMPTS, Optional.of("50"), 0, "A rehearsal", true, "operator:1"));
            node.start();

            assertThat(atOnce(there)).isEqualTo(30);
            assertThat(atOnce(limiter)).as("whom nobody told").isEqualTo(3);
        }
    }

    private long atOnce(PurchaseRateLimiter limiter) {
        return IntStream.range(0, 100).filter(press -> admits(limiter)).count();
    }

    /** In ten seconds of pressing evenly, after a rest. */
    private int mostInASecond(PurchaseRateLimiter limiter, int perSecond) {
        time.pass(Duration.ofMinutes(1));
        var admitted = new ArrayList<Long>();
        for (var press = 0; press < 10 * perSecond; press++) {
            time.pass(A_SECOND.dividedBy(perSecond));
            if (admits(limiter)) {
                admitted.add(time.currentTimeNanos());
            }
        }
        return mostInASecond(admitted);
    }

    private static int mostInASecond(List<Long> admitted) {
        return admitted.stream()
                .mapToInt(first -> (int) admitted.stream()
                        .filter(at -> at >= first && at < first + A_SECOND.toNanos())
                        .count())
                .max()
                .orElse(0);
    }

    private static boolean admits(PurchaseRateLimiter limiter) {
        try {
            limiter.admit(SHOPPER, "192.0.2.77");
            return true;
        } catch (PurchaseRefused refused) {
            return false;
        }
    }
}
