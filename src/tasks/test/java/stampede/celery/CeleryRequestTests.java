package stampede.celery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import stampede.task.TaskId;
import stampede.task.spi.TaskMessage;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What shall follow on a task is read from messages that Celery 5.2.6 and 5.6.2 really sent. */
class CeleryRequestTests {

    private static final int WITH_CALLBACKS = 1;
    private static final int WITH_A_CHAIN = 2;

    private final JsonMapper json = new JsonMapper();

    @ParameterizedTest
    @ValueSource(strings = {CapturedMessages.MESSAGES_5_2_6, CapturedMessages.MESSAGES_5_6_2})
    void findsNothingThatFollowsOnATaskByItself(String file) {
        var message = read(file, 0);

        assertThat(CeleryRequest.isOne(message.message())).isTrue();
        assertThat(message.wantsResult()).isTrue();
        assertThat(message.root()).isEqualTo(message.id().value());
        assertThat(message.parent()).isEmpty();
        assertThat(message.group()).isEmpty();
        assertThat(followers(message)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {CapturedMessages.MESSAGES_5_2_6, CapturedMessages.MESSAGES_5_6_2})
    void findsCallbacks(String file) {
        var message = read(file, WITH_CALLBACKS);

        assertThat(message.callbacks()).singleElement().satisfies(callback -> {
            assertThat(callback.task()).contains("shop.add");
            assertThat(args(callback)).isEqualTo("1");
            assertThat(callback.isImmutable()).isFalse();
        });
        assertThat(message.errbacks()).singleElement().satisfies(errback -> {
            assertThat(errback.task()).contains("shop.boom");
            assertThat(errback.isImmutable()).isTrue();
        });
        assertThat(followers(message)).hasSize(2);
    }

    @Test
    void findsTheNextOfAChainAtItsEnd() {
        var chain = read(CapturedMessages.MESSAGES_5_2_6, WITH_A_CHAIN).chain();

        assertThat(chain).extracting(CeleryRequestTests::args).containsExactly("8", "4");
        assertThat(chain)
                .extracting(CelerySignature::id)
                .containsExactly(
                        Optional.of(new TaskId("ead6d5e1-eee8-4838-8dee-90b3e85c78c0")),
                        Optional.of(new TaskId("dc6dafe8-7a26-4c03-909d-6f3b4d9782bd")));
        assertThat(chain).extracting(CelerySignature::task).containsOnly(Optional.of("shop.add"));
    }

    @Test
    void findsTheGroup() {
        var members = Stream.of(3, 4).map(index -> read(CapturedMessages.MESSAGES_5_2_6, index));

        assertThat(members)
                .extracting(CeleryRequest::group)
                .containsOnly(Optional.of("21494d6b-9749-4062-abb1-a9fe1ae7c0b4"));
    }

    @ParameterizedTest
    @CsvSource({
        CapturedMessages.MESSAGES_5_2_6
                + ",5,2a2c9e41-b089-4f11-84dc-803444e06275,a1fbb965-3687-4b16-8c31-ddcf575c8c14",
        CapturedMessages.MESSAGES_5_2_6
                + ",6,2a2c9e41-b089-4f11-84dc-803444e06275,a1fbb965-3687-4b16-8c31-ddcf575c8c14",
        CapturedMessages.MESSAGES_5_6_2
                + ",2,4e27c777-23c9-44ca-b4b0-fde2ef93cbbb,6087f6c5-9c59-461b-a24c-be992965c36f",
        CapturedMessages.MESSAGES_5_6_2
                + ",3,4e27c777-23c9-44ca-b4b0-fde2ef93cbbb,6087f6c5-9c59-461b-a24c-be992965c36f",
    })
    void findsTheEndOfAChord(String file, int index, String group, String end) {
        var message = read(file, index);

        assertThat(message.group()).contains(group);
        assertThat(message.chord()).singleElement().satisfies(celerySignature -> {
            assertThat(celerySignature.task()).contains("shop.total");
            assertThat(celerySignature.id()).contains(new TaskId(end));
        });
    }

    @Test
    void findsTheParentOfARetry() {
        var retries = CapturedMessages.messages(CapturedMessages.DELAYED_5_6_2).stream()
                .filter(message -> !Objects.equals(message.headers().get("retries"), 0))
                .map(this::read);

        assertThat(retries)
                .hasSize(3)
                .allSatisfy(
                        retry -> assertThat(retry.parent()).contains(retry.id().value()));
    }

    private static List<CelerySignature> followers(CeleryRequest request) {
        return Stream.of(request.callbacks(), request.errbacks(), request.chain(), request.chord())
                .flatMap(List::stream)
                .toList();
    }

    private static String args(CelerySignature celerySignature) {
        return celerySignature.args().map(JsonNode::toString).collect(Collectors.joining(","));
    }

    private CeleryRequest read(String file, int index) {
        return read(CapturedMessages.messages(file).get(index));
    }

    private CeleryRequest read(CapturedMessages.Message captured) {
        return CeleryRequest.of(
                new TaskMessage(
                        new TaskId(String.valueOf(captured.headers().get("id"))),
                        String.valueOf(captured.headers().get("task")),
                        "errands",
                        1,
                        Optional.empty(),
                        captured.headers(),
                        captured.body().getBytes(StandardCharsets.UTF_8)),
                json);
    }
}
