package stampede.task.message;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.task.Delivery;
import stampede.task.Outcomes;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.task.admin.DeadTasks;
import stampede.task.engine.Errands;
import stampede.task.engine.TaskEngineTest;
import stampede.task.handler.UnreadableTask;
import stampede.task.spi.TaskHeaders;

/** Many tasks in one message: whatever happens to one of them, the others do not notice. */
@TaskEngineTest
class TaskBundleTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private Errands errands;

    @Autowired
    private DeadTasks dead;

    private final String key = UUID.randomUUID().toString();

    @Test
    void bringsAllTasksOfAMessageToTheWorkerEachUnderItsOwnId() {
        var payloads = errands(250);

        assertThat(tasks.publishTogether(payloads).join()).isEqualTo(Delivery.CONFIRMED);

        await().untilAsserted(() -> assertThat(errands.runs(key)).hasSize(250));
        assertThat(errands.runs(key))
                .allSatisfy(run ->
                        assertThat(payloads.get(run.context().id())).isEqualTo(new Errands.Parcel(key, run.number())));
    }

    @Test
    void triesAgainOnlyWhatFailedAndSetsAsideOnlyWhatIsHopeless() {
        errands.whenBatch(key, batch -> {
            var outcomes = Outcomes.allDone();
            for (var job : batch) {
                if (job.payload().number() == 3 && job.context().attempt() == 1) {
                    outcomes.retry(job, "not yet");
                } else if (job.payload().number() == 4) {
                    outcomes.reject(job, "never");
                }
            }
            return outcomes;
        });
        var payloads = errands(6);

        tasks.publishTogether(payloads).join();

        await().untilAsserted(() -> assertThat(errands.runs(key)).hasSize(7));
        assertThat(errands.runs(key))
                .filteredOn(run -> run.context().attempt() == 2)
                .extracting(Errands.Run::number)
                .containsExactly(3);
        var hopeless = idOf(payloads, 4);
        await().untilAsserted(() -> assertThat(dead.of(hopeless))
                .singleElement()
                .satisfies(death -> {
                    assertThat(death.error()).isEqualTo("never");
                    assertThat(dead.payload(death, Errands.Parcel.class)).contains(new Errands.Parcel(key, 4));
                }));
    }

    @Test
    void halvesABatchUntilTheBadOneStandsAlone() {
        errands.whenBatch(key, batch -> {
            if (batch.stream().anyMatch(job -> job.payload().number() == 5)) {
                throw new IllegalStateException("five");
            }
            return Outcomes.allDone();
        });
        var payloads = errands(8);

        tasks.publishTogether(payloads).join();

        await().untilAsserted(() -> assertThat(dead.of(idOf(payloads, 5))).hasSize(1));
        assertThat(payloads.keySet()).filteredOn(id -> !dead.of(id).isEmpty()).containsExactly(idOf(payloads, 5));
    }

    @Test
    void goesTogetherOnlyIfTheTaskRunsInBatches() {
        var payloads = Map.of(
                new TaskId(key + "1"), new Errands.Errand(key, 1), new TaskId(key + "2"), new Errands.Errand(key, 2));

        assertThatThrownBy(() -> tasks.publishTogether(payloads)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void takesApartWhatItPutTogether() {
        var first = message(Map.of("id", "a", "root_id", "a", "x-task-version", 3), "");

        var bundle = TaskBundle.of(
                first, List.of(new TaskId("a"), new TaskId("b")), List.of(bytes("[[],{\"x\":1}]"), bytes("[]")));

        assertThat(bundle.headers()).containsEntry("x-task-bundle-version", 3);
        assertThat(bundle.version()).as("what nodes of older releases go by").isEqualTo(4);
        assertThat(TaskBundle.size(bundle.headers())).isEqualTo(2);
        assertThat(TaskBundle.open(bundle))
                .extracting(Envelope::headers)
                .containsExactly(
                        Map.of("id", "a", "root_id", "a", "x-task-version", 3),
                        Map.of("id", "b", "root_id", "b", "x-task-version", 3));
        assertThat(TaskBundle.open(bundle))
                .extracting(task -> new String(task.body(), StandardCharsets.UTF_8))
                .containsExactly("[[],{\"x\":1}]", "[]");
    }

    /** While a release is rolled out, and as long as any of them waits somewhere. */
    @Test
    void takesApartWhatAnOlderReleasePutTogether() {
        var bundle = message(
                Map.of("id", "a", "root_id", "a", "x-task-ids", List.of("a", "b"), "x-task-version", 4),
                "[\n[[],{\"x\":1}],\n[]\n]");

        assertThat(TaskBundle.open(bundle))
                .extracting(Envelope::headers)
                .containsExactly(
                        Map.of("id", "a", "root_id", "a", "x-task-version", 3),
                        Map.of("id", "b", "root_id", "b", "x-task-version", 3));
    }

    /** The version of the payload says nothing of the message that carries it. */
    @Test
    void goesByItsOwnVersionWhateverThatOfThePayload() {
        var bundle = message(
                Map.of("id", "a", "x-task-ids", List.of("a"), "x-task-version", 7, "x-task-bundle-version", 3),
                "[\n[]\n]");

        assertThat(TaskBundle.open(bundle)).extracting(Envelope::version).containsExactly(3);
    }

    @Test
    void leavesAMessageWithOneTaskAsItIs() {
        var single = message(Map.of("id", "a"), "[[], {}, null]");

        assertThat(TaskBundle.open(single)).containsExactly(single);
    }

    /** Nothing would be left of it to run, to refuse or to store. */
    @Test
    void refusesWhatCarriesNothing() {
        for (var body : List.of("", "[[20, 3], {}, null]", "[\n]")) {
            var forged = message(Map.of("id", "a", "task", "shop.add", TaskHeaders.BUNDLE_IDS, List.of()), body);

            assertThatThrownBy(() -> TaskBundle.open(forged)).as(body).isInstanceOf(UnreadableTask.class);
        }
    }

    @Test
    void refusesWhatHasOtherThanOneBodyForEachId() {
        for (var body : List.of("", "[", "[\n", "[\n[]\n]", "[\n[],\n[],\n[]\n]")) {
            var forged = message(Map.of("id", "a", TaskHeaders.BUNDLE_IDS, List.of("a", "b")), body);

            assertThatThrownBy(() -> TaskBundle.open(forged)).as(body).isInstanceOf(UnreadableTask.class);
        }
    }

    private Map<TaskId, Errands.Parcel> errands(int count) {
        return IntStream.range(0, count)
                .boxed()
                .collect(toMap(
                        any -> TaskId.random(),
                        number -> new Errands.Parcel(key, number),
                        (one, other) -> one,
                        LinkedHashMap::new));
    }

    private static TaskId idOf(Map<TaskId, Errands.Parcel> payloads, int number) {
        return payloads.entrySet().stream()
                .filter(entry -> entry.getValue().number() == number)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    private static Envelope message(Map<String, ?> headers, String body) {
        Map<String, @Nullable Object> all = new HashMap<>(headers);
        return new Envelope(all, bytes(body));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
