package stampede.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.counter.StockCounter;
import stampede.token.AccessTokenIssuer;

/** A node presses its own button until it is fast, and starts all the same if it cannot. */
@StampedeTest
class WarmUpTests {

    @LocalServerPort
    private int port;

    @Autowired
    private AccessTokenIssuer tokens;

    @Autowired
    private StockCounter stock;

    @Autowired
    private MessageWarmUp messages;

    @Autowired
    private MeterRegistry meters;

    @Test
    void pressesForAnOfferThatDoesNotExist() {
        var before = refused("unknown_offer");

        warmUp(Duration.ofSeconds(3), port);

        assertThat(refused("unknown_offer") - before).isGreaterThan(100);
        assertThat(stock.askForNothing()).isTrue();
    }

    @Test
    void isNotHeldUpByANodeThatDoesNotAnswer() {
        var before = refused("unknown_offer");

        warmUp(Duration.ofSeconds(30), 1);

        assertThat(refused("unknown_offer")).isEqualTo(before);
    }

    @Test
    void doesNothingUnlessItIsTold() {
        var before = refused("unknown_offer");

        warmUp(Duration.ZERO, port);

        assertThat(refused("unknown_offer")).isEqualTo(before);
    }

    @Test
    void publishesWhatAWorkerTakesAndMakesNothingOf() {
        var before = doneAtRest();

        assertThat(messages.publish(new OfferId(1), new AccountId(1))).isTrue();

        await("a worker has them").untilAsserted(() -> assertThat(done()).isEqualTo(before + 10));
    }

    /** Once what the tests before this one have published is done. */
    private long doneAtRest() {
        var seen = new AtomicLong(-1);
        await("nothing is under way")
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> seen.getAndSet(done()) == seen.get());
        return seen.get();
    }

    private long done() {
        return meters.find("stampede.tasks").tag("task", WarmUpTaskHandlers.TASK).timers().stream()
                .mapToLong(Timer::count)
                .sum();
    }

    private void warmUp(Duration longest, int to) {
        var environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("test", Map.of("local.server.port", Integer.toString(to))));
        new WarmUp(new WarmUpProperties(longest), tokens, stock, messages, new ServerProperties(), environment)
                .run(new DefaultApplicationArguments());
    }

    private double refused(String outcome) {
        return meters.get("stampede.purchases")
                .tag("outcome", outcome)
                .counter()
                .count();
    }
}
