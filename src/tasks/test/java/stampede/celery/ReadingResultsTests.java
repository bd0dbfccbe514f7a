package stampede.celery;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import stampede.task.TaskId;
import stampede.task.TaskState;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Results that Celery 5.2.6 really left in Redis are read. */
@CeleryTest
class ReadingResultsTests {

    private static final Duration AT_ONCE = ofSeconds(1);

    @Autowired
    private CeleryTasks celery;

    @Autowired
    private StringRedisTemplate redis;

    private final JsonMapper json = new JsonMapper();

    @Test
    void returnsWhatTheTaskReturned() {
        assertThat(entries("SUCCESS")).hasSize(12).allSatisfy(entry -> {
            var id = leave(entry);

            assertThat(celery.state(id)).isEqualTo(TaskState.SUCCESS);
            assertThat(celery.await(id, JsonNode.class, AT_ONCE)).contains(entry.get("result"));
        });
    }

    @Test
    void throwsWhatTheTaskRaised() {
        assertThat(entries("FAILURE")).hasSize(2).allSatisfy(entry -> {
            var id = leave(entry);

            assertThat(celery.state(id)).isEqualTo(TaskState.FAILURE);
            assertThatExceptionOfType(CeleryTaskFailed.class)
                    .isThrownBy(() -> celery.await(id, JsonNode.class, AT_ONCE))
                    .withMessageContaining(message(entry))
                    .satisfies(failed -> {
                        assertThat(failed.type())
                                .isEqualTo(entry.get("result").get("exc_type").stringValue());
                        assertThat(failed.remoteTraceback())
                                .isEqualTo(entry.get("traceback").stringValue())
                                .contains("shop.py");
                    });
        });
    }

    @Test
    void tellsThatTheTaskWasRevoked() {
        assertThat(entries("REVOKED")).hasSize(2).allSatisfy(entry -> {
            var id = leave(entry);

            assertThat(celery.state(id)).isEqualTo(TaskState.CANCELLED);
            assertThatExceptionOfType(CeleryTaskFailed.class)
                    .isThrownBy(() -> celery.await(id, JsonNode.class, AT_ONCE))
                    .withMessageContaining("TaskRevokedError: " + message(entry));
        });
    }

    private static String message(JsonNode entry) {
        return entry.get("result").get("exc_message").get(0).stringValue();
    }

    private List<JsonNode> entries(String status) {
        return CapturedMessages.results()
                .map(json::readTree)
                .filter(entry -> entry.get("status").stringValue().equals(status))
                .toList();
    }

    private TaskId leave(JsonNode entry) {
        var id = TaskId.random();
        redis.opsForValue().set("celery-task-meta-" + id, entry.toString(), ofSeconds(60));
        return id;
    }
}
