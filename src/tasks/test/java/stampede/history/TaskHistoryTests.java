package stampede.history;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.in;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.history.HistoryEngine.Answer;
import stampede.history.HistoryEngine.Deed;
import stampede.history.HistoryEngine.Deeds;
import stampede.history.HistoryEngine.QuietDeed;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.Tasks;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;

@HistoryEngineTest
class TaskHistoryTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private Deeds deeds;

    @Autowired
    private TaskResults results;

    @Autowired
    private TaskHistory history;

    @Autowired
    private TaskStatistics statistics;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private TransactionTemplate transaction;

    private final String key = UUID.randomUUID().toString();

    @Test
    void handsOverWhatATaskReturned() {
        deeds.when(key, context -> "the answer");

        var id = tasks.send(new Deed(key));

        assertThat(results.await(id, Answer.class, ofSeconds(10))).contains(new Answer("the answer"));
        assertThat(results.state(id)).isEqualTo(TaskState.SUCCESS);
        assertThat(results.result(id, Answer.class)).contains(new Answer("the answer"));
    }

    @Test
    void tellsTheStepsOfATask() {
        var begun = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        deeds.when(key, context -> {
            begun.countDown();
            goOn.await();
            return "done";
        });

        var id = tasks.send(new Deed(key), in(ofSeconds(1)));

        await().untilAsserted(() -> assertThat(history.find(id)).get().satisfies(run -> {
            assertThat(run.state()).isEqualTo(TaskState.SCHEDULED);
            assertThat(run.dueAt()).isPresent();
            assertThat(run.attempts()).isZero();
        }));
        await().until(() -> begun.getCount() == 0);
        await().untilAsserted(() -> assertThat(results.state(id)).isEqualTo(TaskState.STARTED));
        goOn.countDown();
        results.await(id, Answer.class, ofSeconds(10));
        assertThat(history.find(id)).get().satisfies(run -> {
            assertThat(run.name()).isEqualTo("deed.do");
            assertThat(run.queue()).isEqualTo("deeds");
            assertThat(run.attempts()).isEqualTo(1);
            assertThat(run.worker()).isPresent();
            assertThat(run.root()).isEqualTo(id);
            assertThat(run.result()).contains("{\"text\":\"done\"}");
            assertThat(run.startedAt()).isPresent();
            assertThat(run.endedAt()).isPresent();
        });
        assertThat(history.attempts(id)).singleElement().satisfies(attempt -> {
            assertThat(attempt.number()).isEqualTo(1);
            assertThat(attempt.state()).isEqualTo(TaskState.SUCCESS);
        });
    }

    @Test
    void keepsEachAttemptThatFailed() {
        deeds.when(key, context -> {
            if (context.attempt() == 1) {
                throw new IllegalStateException("not yet");
            }
            return "at last";
        });

        var id = tasks.send(new Deed(key));

        assertThat(results.await(id, Answer.class, ofSeconds(10))).contains(new Answer("at last"));
        assertThat(history.attempts(id))
                .extracting(TaskAttempt::number, TaskAttempt::state)
                .containsExactly(tuple(1, TaskState.RETRY), tuple(2, TaskState.SUCCESS));
        assertThat(history.attempts(id).get(0).error())
                .hasValueSatisfying(error -> assertThat(error).contains("not yet"));
        assertThat(history.attempts(id).get(0).nextAt()).isPresent();
        assertThat(history.find(id).flatMap(TaskRun::error))
                .as("of a task that succeeded")
                .isEmpty();
    }

    @Test
    void tellsOfADeathAndOfTheLifeAfterIt() {
        deeds.when(key, context -> {
            throw new IllegalArgumentException("never");
        });
        var id = tasks.send(new Deed(key));

        assertThatExceptionOfType(TaskNotDone.class)
                .isThrownBy(() -> results.await(id, Answer.class, ofSeconds(10)))
                .withMessageContaining("never")
                .satisfies(failure -> assertThat(failure.state()).isEqualTo(TaskState.FAILURE));
        assertThat(history.attempts(id)).singleElement().satisfies(attempt -> {
            assertThat(attempt.state()).isEqualTo(TaskState.FAILURE);
            assertThat(attempt.number()).isEqualTo(1);
        });
        assertThat(history.find(id).map(TaskRun::attempts)).contains(1);

        deeds.when(key, context -> "risen");
        assertThat(dead.replay(deathOf(id))).isTrue();

        await().untilAsserted(() -> assertThat(results.state(id)).isEqualTo(TaskState.SUCCESS));
        assertThat(results.result(id, Answer.class)).contains(new Answer("risen"));
        assertThat(history.attempts(id)).hasSize(2);
    }

    @Test
    void saysWhenATaskTakesTooLong() {
        var goOn = new CountDownLatch(1);
        deeds.when(key, context -> {
            goOn.await();
            return "late";
        });
        var id = tasks.send(new Deed(key));

        assertThatExceptionOfType(TaskNotDone.class)
                .isThrownBy(() -> results.await(id, Answer.class, ofMillis(100)))
                .satisfies(failure -> assertThat(failure.state().isFinal()).isFalse());
        goOn.countDown();
        assertThat(results.await(id, Answer.class, ofSeconds(10))).isPresent();
    }

    @Test
    void knowsNothingOfWhatWasRolledBack() {
        var id = transaction.execute(status -> {
            status.setRollbackOnly();
            return tasks.send(new Deed(key));
        });
        var after = tasks.send(new Deed(key));
        results.await(after, Answer.class, ofSeconds(10));

        assertThat(history.find(Optional.ofNullable(id).orElseThrow())).isEmpty();
        assertThat(results.state(id)).isEqualTo(TaskState.PENDING);
    }

    @Test
    void hidesWhatIsSensitive() {
        var id = tasks.send(new Deed(key));
        results.await(id, Answer.class, ofSeconds(10));

        assertThat(history.find(id).map(TaskRun::payload))
                .contains("{\"key\":\"%s\",\"secret\":\"***\"}".formatted(key));
    }

    @Test
    void leavesOutAResultThatIsTooLarge() {
        deeds.when(key, context -> "x".repeat(70_000));

        var id = tasks.send(new Deed(key));

        assertThatExceptionOfType(ResultTooLarge.class)
                .isThrownBy(() -> results.await(id, Answer.class, ofSeconds(10)))
                .withMessageContaining("70011 characters");
        assertThat(results.state(id)).isEqualTo(TaskState.SUCCESS);
    }

    @Test
    void remembersOfQuietTasksOnlyWhatWentWrong() {
        var failed = key + "-failed";
        deeds.when(failed, context -> {
            if (context.attempt() == 1) {
                throw new IllegalStateException("once");
            }
            return "done";
        });

        var well = tasks.send(new QuietDeed(key));
        var ill = tasks.send(new QuietDeed(failed));

        assertThat(results.await(ill, Answer.class, ofSeconds(10))).contains(new Answer("done"));
        assertThat(history.attempts(ill)).hasSize(2);
        assertThat(history.find(well)).isEmpty();
    }

    @Test
    void findsTasksPageByPage() {
        var ids = IntStream.range(0, 25)
                .mapToObj(number -> tasks.send(new Deed(key)))
                .toList();
        ids.forEach(id -> results.await(id, Answer.class, ofSeconds(10)));
        var from = history.find(ids.get(0)).map(TaskRun::sentAt);
        var search = new RunSearch(
                Optional.of("deed.do"), Optional.of(TaskState.SUCCESS), from, Optional.empty(), Optional.empty(), 10);

        var first = history.search(search);
        var second = history.search(new RunSearch(
                search.name(),
                search.state(),
                from,
                search.to(),
                Optional.of(first.get(9).number()),
                1_000));

        assertThat(first).hasSize(10).extracting(TaskRun::number).isSortedAccordingTo((a, b) -> Long.compare(b, a));
        assertThat(second).hasSizeGreaterThanOrEqualTo(15);
        assertThat(Stream.concat(first.stream(), second.stream()).map(TaskRun::id))
                .doesNotHaveDuplicates()
                .containsAll(ids);
        assertThat(history.names()).contains("deed.do");
        assertThat(history.search(new RunSearch(
                        Optional.of("deed.none"), Optional.empty(), from, Optional.empty(), Optional.empty(), 10)))
                .isEmpty();
    }

    @Test
    void findsTasksByWhatTheyCarryTheirQueueAndTheirWorker() {
        var id = tasks.send(new Deed(key));
        var other = tasks.send(new Deed("other-" + UUID.randomUUID()));
        results.await(id, Answer.class, ofSeconds(10));
        results.await(other, Answer.class, ofSeconds(10));
        var worker = history.find(id).flatMap(TaskRun::worker);

        assertThat(history.search(search(Optional.of("deeds"), worker, Optional.of(key))))
                .extracting(TaskRun::id)
                .containsExactly(id);
        assertThat(history.search(search(Optional.empty(), Optional.empty(), Optional.of(key.replace('-', '_')))))
                .as("with a sign that stands for any in SQL")
                .isEmpty();
        assertThat(history.search(search(Optional.of("elsewhere"), Optional.empty(), Optional.empty())))
                .isEmpty();
        assertThat(history.search(search(Optional.empty(), Optional.of("nobody"), Optional.empty())))
                .isEmpty();
        assertThat(history.count(search(Optional.of("deeds"), worker, Optional.of(key))))
                .isEqualTo(1);
    }

    private static RunSearch search(Optional<String> queue, Optional<String> worker, Optional<String> text) {
        return new RunSearch(
                Optional.empty(),
                Optional.empty(),
                queue,
                worker,
                text,
                Set.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                10);
    }

    @Test
    void countsTasksByNameAndStateAndTellsHowLongTheyTook() {
        var from = Instant.now().minusSeconds(1);
        deeds.when(key, context -> {
            throw new IllegalArgumentException("never");
        });
        var failed = tasks.send(new Deed(key));
        var done = tasks.send(new Deed("done-" + key));
        assertThatExceptionOfType(TaskNotDone.class)
                .isThrownBy(() -> results.await(failed, Answer.class, ofSeconds(10)));
        results.await(done, Answer.class, ofSeconds(10));

        var figures = statistics.since(from, "deed.do");

        assertThat(figures.in(TaskState.FAILURE)).isPositive();
        assertThat(figures.in(TaskState.SUCCESS)).isPositive();
        assertThat(figures.total()).isGreaterThanOrEqualTo(2);
        assertThat(figures.p50()).isPresent();
        assertThat(figures.p95())
                .hasValueSatisfying(p95 ->
                        assertThat(p95).isGreaterThanOrEqualTo(figures.p50().orElseThrow()));
        assertThat(statistics.since(from))
                .extracting(TaskStatistics.OfName::name)
                .contains("deed.do");
        assertThat(statistics.since(Instant.now().plusSeconds(60))).isEmpty();
    }

    private long deathOf(TaskId id) {
        return dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 1000).stream()
                .filter(task -> task.taskId().equals(id))
                .findFirst()
                .orElseThrow()
                .id();
    }
}
