package stampede.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.mock.env.MockEnvironment;
import stampede.channel.ChannelReceivers.Behavior;
import stampede.listing.ListRepositories;
import stampede.task.Delivery;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.TaskNotSent;
import stampede.task.Tasks;
import tools.jackson.databind.json.JsonMapper;

/** A node whose database and broker are away tells all the same, and tries again by itself. */
class TellingAloneTests {

    private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

    private volatile Instant now = Instant.now();
    private final ChannelReceivers receivers = new ChannelReceivers();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final JdbcTemplate away = new JdbcTemplate(new Away());
    private final JdbcClient nothing = JdbcClient.create(away);
    private final ChannelDeliveryRepository rows = new ChannelDeliveryRepository(nothing, ListRepositories.on(away));
    private final DeliveryRecorder recorder = new DeliveryRecorder(rows, meters);
    private final ChannelTelling telling = telling();

    @AfterEach
    void close() {
        receivers.close();
    }

    @Test
    void tellsTriesAgainThreeTimesAndGivesUp() {
        receivers.behave(Behavior.ERROR, Behavior.ERROR, Behavior.TAKE);
        var first = ChannelMessages.firing("alert-1-1", "server-away", Severity.URGENT, "mysql");

        telling.tell(first);
        awaitRequests(1);
        pass(Duration.ofSeconds(9));
        assertThat(receivers.all()).hasSize(1);
        pass(Duration.ofSeconds(1));
        awaitRequests(2);
        pass(Duration.ofSeconds(30));
        awaitRequests(3);

        assertThat(receivers.taken("webhook")).hasSize(1);
        assertThat(count("delivered")).isEqualTo(1);
        assertThat(count("retrying")).isEqualTo(2);
        recorder.write();
        assertThat(recorder.isAway()).isTrue();

        receivers.behave(Behavior.ERROR, Behavior.ERROR, Behavior.ERROR, Behavior.ERROR);
        telling.tell(ChannelMessages.firing("alert-2-1", "server-away", Severity.URGENT, "redis"));
        awaitRequests(4);
        for (var delay : List.of(10, 30, 60)) {
            var before = receivers.all().size();
            pass(Duration.ofSeconds(delay));
            awaitRequests(before + 1);
        }
        assertThat(count("given_up")).isEqualTo(1);
        pass(Duration.ofMinutes(10));
        assertThat(receivers.all()).hasSize(7);
    }

    private void pass(Duration time) {
        await().pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofSeconds(20))
                .until(this::isRecorded);
        now = now.plus(time);
        telling.tick();
    }

    /** Each request was counted, so what follows on it waits already. */
    private boolean isRecorded() {
        return meters.find("stampede.alert.deliveries").counters().stream()
                        .mapToDouble(Counter::count)
                        .sum()
                == receivers.all().size();
    }

    private void awaitRequests(int number) {
        await().atMost(Duration.ofSeconds(20)).until(() -> receivers.all().size() == number && isRecorded());
    }

    private double count(String outcome) {
        return meters.get("stampede.alert.deliveries")
                .tag("channel", "webhook")
                .tag("outcome", outcome)
                .counter()
                .count();
    }

    private ChannelTelling telling() {
        var vault = new ChannelVault(
                List.of(new SecretKeySpec("k".repeat(32).getBytes(StandardCharsets.US_ASCII), "HmacSHA256")));
        var terms = new ChannelTerms(
                "x",
                ChannelKind.WEBHOOK,
                receivers.webhook(),
                List.of(),
                Set.of(Severity.URGENT),
                Set.of(),
                Set.of(),
                Locale.ENGLISH,
                null,
                null,
                false);
        var sealed = vault.seal(7, new ChannelSecrets("", ChannelReceivers.WEBHOOK_SECRET, ""));
        var known = new ChannelRepository(nothing, Clock.systemUTC()) {
            @Override
            List<Row> all() {
                return List.of(new Row(7, terms, sealed, 0));
            }
        };
        var cache = new ChannelCache(known, vault, new MockEnvironment());
        cache.refresh();
        var threads = new SimpleAsyncTaskExecutor("alone-");
        var http = new OutboundHttp(new PublicAddresses(true), true, Duration.ofSeconds(5), threads);
        var clock = new Moved();
        return new ChannelTelling(
                cache,
                new ChannelSenders(List.of(new WebhookSender(http, ChannelMessages.words(), new JsonMapper(), clock))),
                recorder,
                new DeliveryRetries(rows, recorder, new NoTasks()),
                ChannelMessages.words(),
                threads,
                clock,
                ZONE);
    }

    private final class Moved extends Clock {

        @Override
        public ZoneId getZone() {
            return ZONE;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    private static final class Away extends AbstractDataSource {

        @Override
        public Connection getConnection() throws SQLException {
            throw new SQLException("away");
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return getConnection();
        }
    }

    private static final class NoTasks implements Tasks {

        @Override
        public TaskId send(Record payload, SendOption... options) {
            throw new TaskNotSent("away");
        }

        @Override
        public CompletableFuture<Delivery> publish(Record payload, SendOption... options) {
            return CompletableFuture.completedFuture(Delivery.UNKNOWN);
        }

        @Override
        public boolean cancel(TaskId id) {
            return false;
        }
    }
}
