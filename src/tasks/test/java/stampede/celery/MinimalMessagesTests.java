package stampede.celery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import stampede.task.TaskId;

/** Messages with little more than a task and an id come to the same end here as they did with Celery's own workers. */
@CeleryTest
class MinimalMessagesTests {

    private static final String UNKNOWN = "unknown task";

    @Autowired
    private RabbitTemplate rabbit;

    @Autowired
    private ResultBackend results;

    private final String queue;
    private final String id = UUID.randomUUID().toString();
    private final Instant soon = Instant.now().plusSeconds(1);

    MinimalMessagesTests(@Value("${test.java-queue}") String queue) {
        this.queue = queue;
    }

    @ParameterizedTest
    @MethodSource("stampede.celery.CapturedMessages#minimal")
    void comeToTheSameEnd(CapturedMessages.Minimal minimal) {
        rabbit.send("", queue, message(minimal.kind()));

        await().untilAsserted(() -> assertThat(results.find(new TaskId(id)))
                .hasValueSatisfying(entry -> assertThat(entry).startsWith(beginning(minimal))));
        if (minimal.kind().startsWith("eta")) {
            assertThat(Instant.now()).isAfter(soon.minusMillis(500));
        }
    }

    /** Up to the time, and without spaces. */
    private static String beginning(CapturedMessages.Minimal minimal) {
        var dense = minimal.result().replace(" ", "").replace("shop.zzz", "java.zzz");
        var until = dense.indexOf(",\"date_done\"");
        return until < 0 ? dense : dense.substring(0, until);
    }

    private Message message(String kind) {
        var body =
                kind.equals("kwargs as object args empty") ? "[[], {\"x\": 2, \"y\": 4}, null]" : "[[1, 2], {}, null]";
        var message = MessageBuilder.withBody(body.getBytes(StandardCharsets.UTF_8))
                .setContentType("application/json")
                .setHeader("task", kind.equals(UNKNOWN) ? "java.zzz" : "java.add")
                .setHeader("id", id);
        switch (kind) {
            case "task+id+lang=java" -> message.setHeader("lang", "java");
            case "no correlation_id" -> message.setContentEncoding("utf-8");
            case "no content_encoding" -> message.setCorrelationId(id);
            case "eta +2s Z suffix" -> message.setHeader("eta", soon.toString());
            case "expires in past" -> message.setHeader("expires", "2020-01-01T00:00:00+00:00");
            case "extra traceparent header" ->
                message.setHeader("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
            case "task+id only, embed null", "kwargs as object args empty", UNKNOWN -> {}
            default -> throw new IllegalArgumentException(kind);
        }
        return message.build();
    }
}
