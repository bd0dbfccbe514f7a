package stampede.task.message;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stampede.celery.CapturedMessages;
import stampede.task.TaskId;
import stampede.task.engine.Errands;
import stampede.task.handler.TaskLimits;
import stampede.task.handler.UnreadableTask;
import stampede.task.spi.QueueNames;
import tools.jackson.databind.json.JsonMapper;

/** Messages are Celery's: those that Celery 5.2.6 and 5.6.2 really sent are read, and ours look like them. */
class EnvelopeConverterTests {

    private static final String EMBED = ",{\"callbacks\":null,\"errbacks\":null,\"chain\":null,\"chord\":null}]";

    private final JsonMapper json = new JsonMapper();
    private final EnvelopeConverter format = new EnvelopeConverter(json, names());

    @ParameterizedTest
    @ValueSource(strings = {CapturedMessages.MESSAGES_5_2_6, CapturedMessages.MESSAGES_5_6_2})
    void readsWhatCeleryWrote(String file) {
        var addition = captured(file, 0);
        var order = captured(file, 1);

        assertThat(addition.task()).contains("shop.add");
        assertThat(addition.id()).isPresent();
        assertThat(addition.retries()).isZero();
        assertThat(format.read(addition, Errands.Addition.class)).isEqualTo(new Errands.Addition(2, 3));
        assertThat(format.read(order, CreateOrder.class)).isEqualTo(new CreateOrder(101, 7, 2));
        assertThat(order.expires()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {CapturedMessages.MESSAGES_5_2_6, CapturedMessages.MESSAGES_5_6_2})
    void readsTheLimitsThatCelerySent(String file) {
        var task = new TaskLimits(Optional.of(ofSeconds(1)), Optional.of(ofSeconds(2)), Optional.empty());

        assertThat(captured(file, 0).limits(task)).isEqualTo(task);
        assertThat(captured(file, 1).limits(task))
                .isEqualTo(new TaskLimits(Optional.of(ofSeconds(20)), Optional.of(ofSeconds(30)), Optional.empty()));
    }

    @Test
    void writesTheHeadersThatCeleryWrites() {
        var ours = format.write("shop.add", new TaskId("t-1"), new Errands.Addition(2, 3), Optional.of(Instant.EPOCH));

        assertThat(ours.headers().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        captured(CapturedMessages.MESSAGES_5_2_6, 0).headers().keySet());
        assertThat(ours.eta()).contains(Instant.EPOCH);
        assertThat(new String(ours.body(), StandardCharsets.UTF_8))
                .isEqualTo(
                        "[[],{\"x\":2,\"y\":3},{\"callbacks\":null,\"errbacks\":null,\"chain\":null,\"chord\":null}]");
    }

    @Test
    void readsWhenADelayedMessageIsDue() {
        var delayed = delayed();

        assertThat(delayed)
                .extracting(message -> message.eta().orElseThrow())
                .containsExactly(
                        Instant.parse("2026-11-21T20:19:52.627611Z"),
                        Instant.parse("2026-11-21T20:19:54.044508Z"),
                        Instant.parse("2026-11-21T20:19:55.190566Z"),
                        Instant.parse("2026-11-21T20:19:57.230318Z"),
                        Instant.parse("2026-11-21T20:19:59.330419Z"),
                        Instant.parse("2026-11-21T20:20:02.355492Z"),
                        Instant.parse("2026-11-21T20:20:04.396523Z"),
                        Instant.parse("2026-11-21T20:20:06.430969Z"),
                        Instant.parse("2026-11-21T20:20:08.463510Z"));
        assertThat(delayed).extracting(Envelope::retries).containsExactly(0, 0, 0, 0, 0, 0, 1, 2, 3);
        assertThat(delayed).allSatisfy(message -> assertThat(message.expires()).isEmpty());
    }

    @Test
    void takesOffWhatTheBrokerWroteAndNothingElse() {
        var sent = AmqpMessages.stripped(captured(CapturedMessages.MESSAGES_5_6_2, 0))
                .headers()
                .keySet();

        assertThat(sent).doesNotContain("x-delivery-count").contains("stamps", "stamped_headers");
        assertThat(delayed()).allSatisfy(message -> {
            assertThat(message.headers()).containsKey("x-death");
            assertThat(AmqpMessages.stripped(message).headers().keySet()).containsExactlyInAnyOrderElementsOf(sent);
        });
    }

    @Test
    void keepsForTheNextAttemptWhatItDoesNotKnow() {
        var again = AmqpMessages.stripped(captured(CapturedMessages.MESSAGES_5_6_2, 1))
                .retriedAt(Instant.EPOCH);

        assertThat(again.headers())
                .containsEntry("stamps", Map.of())
                .containsEntry("stamped_headers", null)
                .containsEntry("replaced_task_nesting", 0)
                .containsEntry("timelimit", List.of(30, 20))
                .containsEntry("origin", "gen32749@vm")
                .containsEntry("retries", 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'name':'a','price':1.5,'tags':['x','y'],'at':{'x':1,'y':2}}",
                "{'name':'a','price':1.5,'tags':['x'],'at':{'x':1,'y':2},'later':{'n':[1]}}",
                "{'tags':null,'at':null,'price':2,'name':'“a”\\n'}",
                "{'name':null}",
                "{}"
            })
    void readsWhatTheEngineWroteAsItReadsTheSameInAnyOtherForm(String kwargs) {
        var arguments = kwargs.replace('\'', '"');

        var ours = format.read(fromJava("[[]," + arguments + EMBED), Goods.class);
        var same = format.read(fromJava("[ []," + arguments + EMBED), Goods.class);

        assertThat(ours).isEqualTo(same);
    }

    @Test
    void keepsEachDigitOfADecimal() {
        var goods = new Goods(
                "a", new BigDecimal("12345678901234567890.1234567890"), List.of(), new Errands.Addition(1, 2));

        var sent = format.write("goods", new TaskId("t-1"), goods, Optional.empty());

        assertThat(format.read(sent, Goods.class)).isEqualTo(goods);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"x\":1,\"y\":2},{}",
                "{\"x\":1,\"y\":2}]",
                "{\"x\":1",
                "{\"x\":\"one\",\"y\":2}",
                "{\"x\":1,\"y\":2}{\"x\":1,\"y\":2}"
            })
    void tellsOfWhatOnlyLooksLikeItsOwnWhatItTellsOfAllOthers(String kwargs) {
        assertThat(refusal("[[]," + kwargs + EMBED)).isEqualTo(refusal("[ []," + kwargs + EMBED));
    }

    private String refusal(String body) {
        try {
            return format.read(fromJava(body), Errands.Addition.class).toString();
        } catch (UnreadableTask unreadable) {
            return unreadable.why().replaceAll("column: \\d+", "");
        }
    }

    private static Envelope fromJava(String body) {
        return new Envelope(Map.of("lang", "java"), body.getBytes(StandardCharsets.UTF_8));
    }

    record Goods(String name, BigDecimal price, List<String> tags, Errands.Addition at) {}

    private static List<Envelope> delayed() {
        return CapturedMessages.messages(CapturedMessages.DELAYED_5_6_2).stream()
                .map(EnvelopeConverterTests::envelope)
                .toList();
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

        assertThatExceptionOfType(UnreadableTask.class).isThrownBy(() -> format.read(envelope, Errands.Addition.class));
    }

    private static Optional<Instant> eta(String text) {
        return new Envelope(Map.of("eta", text), new byte[0]).eta();
    }

    private static Envelope captured(String file, int index) {
        return envelope(CapturedMessages.messages(file).get(index));
    }

    /** As a worker gets to see it. */
    private static Envelope envelope(CapturedMessages.Message captured) {
        return new Envelope(captured.headers(), bytes(captured.body()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static QueueNames names() {
        return new QueueNames("stampede");
    }

    record CreateOrder(int offer, int shopper, int qty) {}
}
