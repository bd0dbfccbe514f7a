package stampede.task.retry;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import stampede.task.UnknownTask;
import stampede.task.admin.RetryTimes;
import stampede.task.admin.TaskRetries;
import stampede.task.engine.Errands.BriefErrand;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.TaskNode;
import stampede.testing.Apart;

/** Retries that are set while two workers run. */
@Apart
class TaskRetriesTests {

    private static final int TASKS = 20;
    private static final String RUN = "errand.run";
    private static final String BRIEF = "errand.brief";

    private final String prefix = TaskNode.somePrefix();
    private final Map<Integer, List<Instant>> runs = new ConcurrentHashMap<>();
    private final Map<String, Integer> firstOn = new ConcurrentHashMap<>();

    @Test
    void everyWorkerFollowsAndWhatWaitsKeepsItsTime() {
        try (var one = TaskNode.start(prefix, "errands.tidy-up=false");
                var other = TaskNode.start(prefix)) {
            var key = UUID.randomUUID().toString();
            var brief = failsBriefly(key + "-brief", one, other);
            fails(one, key, "one");
            fails(other, key, "other");
            var retries = one.bean(TaskRetries.class);

            assertThat(retries.set(RUN, times(1, 1), 0)).isTrue();
            assertThat(retries.set(BRIEF, times(7), 0)).isTrue();
            await().atMost(ofSeconds(5)).until(() -> knows(other, RUN) && knows(other, BRIEF));
            one.tasks().send(new BriefErrand(key + "-brief"));
            IntStream.range(0, TASKS).forEach(number -> one.tasks().send(new Errand(key, number)));

            await().atMost(ofSeconds(20)).until(() -> ran(2) == TASKS);
            assertThat(firstOn.keySet()).as("who failed").containsExactlyInAnyOrder("one", "other");
            assertThat(IntStream.range(0, TASKS).mapToObj(this::firstWait))
                    .as("instead of after 100 ms")
                    .allSatisfy(wait -> assertThat(wait).isBetween(ofMillis(950), ofSeconds(4)));

            tellsWhatIsSet(retries);
            goesBack(other, retries, key);
            assertThat(retries.reset(BRIEF)).isTrue();
            await().atMost(ofSeconds(20)).until(() -> brief.size() == 2);
            assertThat(Duration.between(brief.get(0), brief.get(1)))
                    .as("without a lane, and set otherwise meanwhile")
                    .isBetween(ofMillis(6_950), ofSeconds(9));
        }
    }

    /** By one call, and the next failure goes by the annotation. */
    private void goesBack(TaskNode other, TaskRetries retries, String key) {
        assertThat(retries.set(RUN, times(30), 0)).as("an older version").isFalse();
        assertThat(retries.set(RUN, times(30), 1)).isTrue();
        assertThat(retries.find(RUN).orElseThrow().version()).isEqualTo(2);
        await().atMost(ofSeconds(5))
                .until(() -> other.bean(RetryOverrides.class).times(RUN).equals(Optional.of(times(30))));

        assertThat(retries.reset(RUN)).isTrue();
        assertThat(retries.reset(RUN)).as("once more").isFalse();
        await().atMost(ofSeconds(5)).until(() -> !knows(other, RUN));
        other.tasks().send(new Errand(key, TASKS));
        await().atMost(ofSeconds(15))
                .until(() -> runs.getOrDefault(TASKS, List.of()).size() >= 2);
        assertThat(firstWait(TASKS)).as("100 ms, not 30 s").isLessThan(ofSeconds(10));
    }

    private static void tellsWhatIsSet(TaskRetries retries) {
        assertThatThrownBy(() -> retries.set("errand.none", times(1), 0)).isInstanceOf(UnknownTask.class);
        var found = retries.find(RUN).orElseThrow();
        assertThat(found.set()).contains(times(1, 1));
        assertThat(found.version()).isEqualTo(1);
        assertThat(found.plan().retries().get(0).delays()).containsExactly(ofMillis(100), ofMillis(250));
        assertThat(retries.list()).filteredOn(task -> task.set().isPresent()).hasSize(2);
    }

    @Test
    void isBounded() {
        assertThatIllegalArgumentException().isThrownBy(() -> times(0)).withMessageContaining("1 second to 24 hours");
        assertThatIllegalArgumentException().isThrownBy(() -> times(86_401));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetryTimes(Collections.nCopies(21, ofSeconds(1)), 0, 0, ofSeconds(1)))
                .withMessageContaining("at most 20 delays, not 21");
        assertThatIllegalArgumentException().isThrownBy(() -> new RetryTimes(List.of(), 1, 0, ofSeconds(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> new RetryTimes(List.of(), Double.NaN, 0, ofSeconds(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> new RetryTimes(List.of(), 0, 21, ofSeconds(1)));
        assertThat(new RetryTimes(List.of(ofSeconds(10), ofSeconds(30)), 0.5, 2, ofSeconds(60)).longest())
                .isEqualTo(ofSeconds(180));
    }

    private void fails(TaskNode node, String key, String name) {
        node.errands().when(key, (number, attempt) -> {
            runs.computeIfAbsent(number, task -> new CopyOnWriteArrayList<>()).add(Instant.now());
            if (attempt == 1) {
                firstOn.merge(name, 1, Integer::sum);
                throw new IllegalStateException("once");
            }
        });
    }

    private static List<Instant> failsBriefly(String key, TaskNode... nodes) {
        var all = new CopyOnWriteArrayList<Instant>();
        for (var node : nodes) {
            node.errands().when(key, (number, attempt) -> {
                all.add(Instant.now());
                if (all.size() == 1) {
                    throw new IllegalStateException("once");
                }
            });
        }
        return all;
    }

    private long ran(int times) {
        return runs.values().stream().filter(all -> all.size() >= times).count();
    }

    private Duration firstWait(int number) {
        var all = Objects.requireNonNull(runs.get(number));
        return Duration.between(all.get(0), all.get(1));
    }

    private static boolean knows(TaskNode node, String task) {
        return node.bean(RetryOverrides.class).times(task).isPresent();
    }

    private static RetryTimes times(int... seconds) {
        return new RetryTimes(
                IntStream.of(seconds).mapToObj(Duration::ofSeconds).toList(), 0, 0, ofSeconds(1));
    }
}
