package stampede.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Messages are Celery's: those that Celery 5.2.6 and 5.6.2 really sent are read, and ours look like them. */
class EnvelopeFormatTests {

    private final JsonMapper json = new JsonMapper();
    private final EnvelopeFormat format = new EnvelopeFormat(json, names());

    @ParameterizedTest
    @ValueSource(strings = {"celery-5.2.6.json", "celery-5.6.2.json"})
    void readsWhatCeleryWrote(String file) throws IOException {
        var addition = captured(file, 0);
        var order = captured(file, 1);

        assertThat(addition.task()).contains("shop.add");
        assertThat(addition.id()).isPresent();
        assertThat(addition.retries()).isZero();
        assertThat(format.read(addition, Errands.Addition.class)).isEqualTo(new Errands.Addition(2, 3));
        assertThat(format.read(order, CreateOrder.class)).isEqualTo(new CreateOrder(101, 7, 2));
        assertThat(order.expires()).isPresent();
    }

    @Test
    void writesTheHeadersThatCeleryWrites() throws IOException {
        var ours = format.write("shop.add", new TaskId("t-1"), new Errands.Addition(2, 3), Optional.of(Instant.EPOCH));

        assertThat(ours.headers().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        captured("celery-5.2.6.json", 0).headers().keySet());
        assertThat(ours.eta()).contains(Instant.EPOCH);
        assertThat(new String(ours.body(), StandardCharsets.UTF_8))
                .isEqualTo(
                        "[[],{\"x\":2,\"y\":3},{\"callbacks\":null,\"errbacks\":null,\"chain\":null,\"chord\":null}]");
    }

    @Test
    void tellsNothingOfTheArgumentsInHeaders() {
        record Letter(String address) {}

        var headers = format.write("post", TaskId.random(), new Letter("1 Secret Street"), Optional.empty())
                .headers();

        assertThat(headers.toString()).doesNotContain("Secret");
    }

    @Test
    void readsWhatItWrote() {
        var payload = new CreateOrder(1, 2, 3);

        assertThat(format.read(format.write("x", TaskId.random(), payload, Optional.empty()), CreateOrder.class))
                .isEqualTo(payload);
    }

    @Test
    void needsNoMoreThanTheTaskAndItsId() {
        var envelope = new Envelope(Map.of("task", "shop.add", "id", "1"), bytes("[[2, 3], {}, null]"));

        assertThat(format.read(envelope, Errands.Addition.class)).isEqualTo(new Errands.Addition(2, 3));
        assertThat(envelope.retries()).isZero();
        assertThat(envelope.eta()).isEmpty();
    }

    @Test
    void readsTimesWithAndWithoutAnOffset() {
        var time = Instant.parse("2026-11-21T20:41:07.002607Z");

        assertThat(eta("2026-11-21T20:41:07.002607")).contains(time);
        assertThat(eta("2026-11-21T20:41:07.002607Z")).contains(time);
        assertThat(eta("2026-11-22T04:41:07.002607+08:00")).contains(time);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no json",
                "{}",
                "[]",
                "[1, {}, null]",
                "[[1, 2, 3], {}, null]",
                "[[1], {\"x\": 1, \"y\": 2}, null]",
                "[[], {\"x\": \"a\"}, null]",
                "[[], {}]"
            })
    void refusesWhatIsNotAnAddition(String body) {
        var envelope = new Envelope(Map.of("task", "shop.add", "id", "1"), bytes(body));

        assertThatExceptionOfType(EnvelopeFormat.UnreadableTask.class)
                .isThrownBy(() -> format.read(envelope, Errands.Addition.class));
    }

    private static Optional<Instant> eta(String text) {
        return new Envelope(Map.of("eta", text), new byte[0]).eta();
    }

    private Envelope captured(String file, int index) throws IOException {
        try (var stream = new ClassPathResource(file, EnvelopeFormatTests.class).getInputStream()) {
            JsonNode message = json.readTree(stream).get(index);
            Map<String, @Nullable Object> headers = new HashMap<>();
            headers.putAll(json.convertValue(
                    message.get("properties").get("application_headers"),
                    new TypeReference<Map<String, @Nullable Object>>() {}));
            headers.remove("x-delivery-count");
            return new Envelope(headers, bytes(message.get("body").asString()));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static QueueNames names() {
        return new QueueNames("stampede");
    }

    record CreateOrder(int offer, int shopper, int qty) {}
}
