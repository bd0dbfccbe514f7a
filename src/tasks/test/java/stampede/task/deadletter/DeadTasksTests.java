package stampede.task.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.task.TaskId;
import stampede.task.admin.DeadSearch;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.TaskEngineTest;
import stampede.task.message.EnvelopeConverter;
import stampede.task.spi.TaskHeaders;
import stampede.testing.Proof;

@TaskEngineTest
class DeadTasksTests {

    /** 10,000 with {@code -Dproof=full}. */
    private static final int MANY = Proof.size(1_000, 10_000);

    @Autowired
    private DeadTasks dead;

    @Autowired
    private DeadTaskRepository table;

    @Autowired
    private EnvelopeConverter format;

    @Autowired
    private Errands errands;

    /** The cluster's: this machine's may be ahead of it by a few milliseconds. */
    @Autowired
    private Clock clock;

    private final String key = UUID.randomUUID().toString();

    @Test
    void replaysAllThatFitAndLeavesTheOthers() {
        var others = DeadSearch.all().named("other." + key);
        bury(others, 3);
        var mine = searchForMine();
        burySome(MANY);

        var start = System.nanoTime();
        assertThat(dead.replayAll(mine)).isEqualTo(MANY);
        var replayed = Duration.ofNanos(System.nanoTime() - start);

        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(errands.runs(key)).hasSize(MANY));
        Proof.print(
                "%d dead tasks replayed in %d ms, run after %d ms",
                MANY,
                replayed.toMillis(),
                Duration.ofNanos(System.nanoTime() - start).toMillis());
        assertThat(errands.runs(key).stream().map(Errands.Run::number).distinct())
                .hasSize(MANY);
        assertThat(dead.replayAll(mine)).as("a second time").isZero();
        assertThat(dead.count(DeadTask.Status.REPLAYED, mine)).isEqualTo(MANY);
        assertThat(dead.count(DeadTask.Status.DEAD, others)).isEqualTo(3);
    }

    @Test
    void showsAMessageAsItCame() {
        var mine = DeadSearch.all().named("shown." + key);
        bury(mine, 1);
        var death = dead.search(DeadTask.Status.DEAD, mine, Long.MAX_VALUE, 1).get(0);

        assertThat(dead.message(death.id())).hasValueSatisfying(message -> {
            assertThat(message.headers())
                    .containsEntry(TaskHeaders.ID, death.taskId().value());
            assertThat(new String(message.body(), StandardCharsets.UTF_8)).isEqualTo(death.body());
        });
        assertThat(dead.message(Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void leavesAloneWhatDiesAgainMeanwhile() {
        var nobody = DeadSearch.all().named("nobody." + key);
        bury(nobody, 2);

        assertThat(dead.replayAll(nobody)).isEqualTo(2);

        await().atMost(Duration.ofSeconds(20)).until(() -> dead.count(DeadTask.Status.DEAD, nobody) == 2);
        assertThat(dead.count(DeadTask.Status.REPLAYED, nobody)).isEqualTo(2);
    }

    @Test
    void discardsAllThatFit() {
        var name = "rubbish." + key;
        bury(DeadSearch.all().named(name), 600);
        var late = new DeadSearch(
                Optional.of(name), Optional.empty(), Optional.of(Instant.now().plusSeconds(60)), Optional.empty());
        var elsewhere = new DeadSearch(Optional.of(name), Optional.of("elsewhere"), Optional.empty(), Optional.empty());

        assertThat(dead.names()).contains(name);
        assertThat(dead.discardAll(late)).isZero();
        assertThat(dead.discardAll(elsewhere)).isZero();
        assertThat(dead.discardAll(DeadSearch.all().named(name))).isEqualTo(600);
        assertThat(dead.search(DeadTask.Status.DISCARDED, DeadSearch.all().named(name), Long.MAX_VALUE, 10))
                .hasSize(10);
        assertThat(dead.names()).doesNotContain(name);
    }

    @Test
    void countsNoFurtherThanIsWanted() {
        bury(DeadSearch.all().named("counted." + key), 5);

        assertThat(dead.count(DeadTask.Status.DEAD, 3)).isEqualTo(3);
        assertThat(dead.count(DeadTask.Status.DEAD)).isGreaterThanOrEqualTo(5);
    }

    @Test
    void groupsThoseThatDiedOfTheSame() {
        IntStream.range(0, 40)
                .forEach(number -> buryOf("java.lang.IllegalStateException: " + key + " order " + number));
        var single = buryOf("Delivered too often " + key);

        var mine = dead.groups(1_000).stream()
                .filter(group -> group.error().contains(key))
                .toList();

        assertThat(mine).hasSize(2);
        assertThat(mine.get(0).number()).isEqualTo(40);
        assertThat(mine.get(0).errorType()).isEqualTo("IllegalStateException");
        assertThat(mine.get(0).firstAt()).isBeforeOrEqualTo(mine.get(0).lastAt());
        assertThat(mine.get(1).number()).isEqualTo(1);
        assertThat(mine.get(1).errorType()).isEmpty();

        assertThat(dead.discard(single)).isTrue();
        assertThat(dead.groups(1_000)).noneMatch(group -> group.error().equals("Delivered too often " + key));
    }

    @Test
    void replaysAFewOverATimeAndEachOnce() {
        var mine = searchForMine();
        burySome(4);
        var ids = dead.search(DeadTask.Status.DEAD, mine, Long.MAX_VALUE, 10).stream()
                .map(DeadTask::id)
                .toList();
        assertThat(dead.replay(ids.get(0))).isTrue();
        var begin = Instant.now();

        assertThat(dead.replay(ids, Duration.ofSeconds(3)))
                .containsExactlyInAnyOrderElementsOf(ids.subList(1, ids.size()));
        assertThat(dead.replay(ids, Duration.ofSeconds(3))).isEmpty();

        await().atMost(Duration.ofSeconds(30)).until(() -> errands.runs(key).size() == 4);
        assertThat(Duration.between(begin, Instant.now()))
                .as("the last one waits")
                .isGreaterThan(Duration.ofSeconds(2));
        assertThat(errands.runs(key).stream().map(Errands.Run::number).distinct())
                .hasSize(4);
    }

    @Test
    void replaysOneLater() {
        var mine = searchForMine();
        burySome(1);
        var id = dead.search(DeadTask.Status.DEAD, mine, Long.MAX_VALUE, 1)
                .get(0)
                .id();
        var begin = Instant.now();

        assertThat(dead.replay(id, Duration.ofSeconds(2))).isTrue();
        assertThat(dead.replay(id, Duration.ofSeconds(2))).isFalse();

        await().atMost(Duration.ofSeconds(30)).until(() -> errands.runs(key).size() == 1);
        assertThat(Duration.between(begin, Instant.now())).isGreaterThan(Duration.ofMillis(1_900));
    }

    private long buryOf(String error) {
        var id = TaskId.random();
        return table.bury(
                format.write("grouped.errand", id, new Errand(key, 0), Optional.empty()), id, "errands", error);
    }

    private DeadSearch searchForMine() {
        return new DeadSearch(
                Optional.of("errand.run"), Optional.of("errands"), Optional.of(clock.instant()), Optional.empty());
    }

    private void burySome(int tasks) {
        IntStream.range(0, tasks).forEach(number -> bury("errand.run", number));
    }

    private void bury(DeadSearch search, int tasks) {
        IntStream.range(0, tasks).forEach(number -> bury(search.name().orElseThrow(), number));
    }

    private void bury(String name, int number) {
        var id = TaskId.random();
        var envelope = format.write(name, id, new Errand(key, number), Optional.empty())
                .with(TaskHeaders.ORIGIN, "elsewhere");
        assertThat(table.bury(envelope, id, "errands", "broken")).isPositive();
    }
}
