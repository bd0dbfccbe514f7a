package stampede.celery;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import tools.jackson.databind.JsonNode;

/** Celery's own inspect, control and event receiver find a Java worker. */
@CeleryTest
class CeleryEventsTests {

    @Autowired
    private CeleryEngine.Python python;

    @Autowired
    private JavaTasks tasks;

    @Autowired
    private CeleryWorker celeryWorker;

    @Autowired
    private ConnectionFactory connections;

    private PythonProcess celery;

    private final String key = UUID.randomUUID().toString();

    @BeforeEach
    void startTheClient() {
        celery = python.client();
        await().untilAsserted(() ->
                assertThat(inspect("ping").path("ok").asString("")).isEqualTo("pong"));
    }

    @Test
    void tellsWhatItKnows(@Value("${stampede.task.prefix}") String prefix) {
        assertThat(inspect("registered").toString())
                .contains("\"java.add\"", "\"java.sell\"")
                .doesNotContain("secret.pay-back");
        assertThat(inspect("active_queues").toString())
                .contains("\"" + celery.eval("os.environ['JAVA_QUEUE']").stringValue() + "\"");
        assertThat(inspect("active_queues").toString())
                .as("what somebody may send to")
                .contains("\"" + prefix + ".java\"")
                .doesNotContain("\"java\"");
        assertThat(inspect("conf").path("task_acks_late").booleanValue()).isTrue();
        assertThat(inspect("scheduled").isEmpty()).isTrue();
        assertThat(inspect("reserved").isEmpty()).isTrue();
    }

    @Test
    void countsWhatItRan() {
        celery.eval("java('java.total', [1, 2]).delay().get(timeout=8)");

        await().untilAsserted(() -> assertThat(
                        inspect("stats").path("total").path("java.total").asInt(0))
                .isPositive());
        assertThat(inspect("stats").path("pool").path("max-concurrency").asInt(0))
                .isPositive();
        assertThat(inspect("stats").path("prefetch_count").asInt(0)).isGreaterThan(1);
        assertThat(inspect("stats").path("pid").longValue())
                .isEqualTo(ProcessHandle.current().pid());
    }

    @Test
    void revokesWhatRuns() {
        celery.eval("java('java.wait', '%1$s').apply_async(task_id='%1$s').id", key);
        await().until(() -> tasks.hasBegun(key));
        assertThat(inspect("active").toString()).contains(key).contains("\"args\":[\"" + key + "\"]");

        celery.eval("app.control.revoke('%s')", key);

        assertThatExceptionOfType(PythonProcess.Raised.class)
                .isThrownBy(() -> celery.eval("result('%s').get(timeout=10)", key))
                .withMessage("TaskRevokedError: revoked");
    }

    @Test
    void isNotShutDownFromOutside() {
        var answer = celery.eval(
                "app.control.broadcast('shutdown', reply=True, timeout=3, limit=1, destination=['%s'])",
                celeryWorker.name());

        assertThat(answer.toString()).contains("not taken");
    }

    @Test
    void tellsOfItselfAndItsTasks() {
        assertThat(celery.eval("listen()").booleanValue()).isTrue();
        tasks.breakFor(key);

        var id = celery.eval("(r := java('java.add', 1, 1).delay()).get(timeout=8) and r.id")
                .stringValue();
        celery.eval("java('java.sell', '%1$s').apply_async(task_id='%1$s').get(timeout=8, propagate=False)", key);

        await().untilAsserted(() -> assertThat(celery.eval("told('%s')", id).toString())
                .isEqualTo("[\"task-received\",\"task-started\",\"task-succeeded\"]"));
        await().untilAsserted(() ->
                assertThat(celery.eval("told('%s')", key).toString()).endsWith("\"task-failed\"]"));
        await().untilAsserted(() -> assertThat(
                        celery.eval("[e['type'] for e in list(EVENTS) if e['hostname'] == '%s']", celeryWorker.name())
                                .toString())
                .contains("worker-heartbeat"));
    }

    @Test
    void answersAgainSoonAfterItsQueueWasDeleted() throws Exception {
        try (var connection = connections.createConnection();
                var channel = connection.createChannel(false)) {
            channel.queueDelete(celeryWorker.name() + ".celery.pidbox");
        }

        await().atMost(ofSeconds(10))
                .untilAsserted(() ->
                        assertThat(inspect("ping").path("ok").asString("")).isEqualTo("pong"));
    }

    @Test
    void answersOnlyWhereCelerysClientsListen() throws Exception {
        try (var connection = connections.createConnection();
                var channel = connection.createChannel(false)) {
            channel.queueDeclare(key, false, true, true, Map.of());
            channel.queueBind(key, "reply.celery.pidbox", key);

            ask(channel, "first", "");
            ask(channel, "second", "nowhere");
            ask(channel, "third", "reply.celery.pidbox");

            var answer = await().atMost(ofSeconds(30)).until(() -> channel.basicGet(key, true), Objects::nonNull);
            assertThat(answer.getProps().getHeaders().get("ticket")).hasToString("third");
        }
    }

    private void ask(Channel channel, String ticket, String exchange) throws IOException {
        channel.basicPublish("celery.pidbox", "", null, """
                {"method": "ping", "arguments": {}, "destination": ["%s"], "ticket": "%s",
                 "reply_to": {"exchange": "%s", "routing_key": "%s"}}
                """.formatted(celeryWorker.name(), ticket, exchange, key)
                .getBytes(StandardCharsets.UTF_8));
    }

    private JsonNode inspect(String what) {
        return celery.eval(
                "(app.control.inspect(destination=['%1$s'], timeout=3, limit=1).%2$s() or {}).get('%1$s', {})",
                celeryWorker.name(), what);
    }
}
