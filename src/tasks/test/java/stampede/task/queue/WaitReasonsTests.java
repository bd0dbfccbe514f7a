package stampede.task.queue;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.in;
import static stampede.task.SendOption.unique;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.task.TaskId;
import stampede.task.admin.HeldUniqueKey;
import stampede.task.admin.OutboxTask;
import stampede.task.admin.OutboxTasks;
import stampede.task.admin.TaskPlans;
import stampede.task.admin.TaskQueues;
import stampede.task.admin.TaskWait.Reason;
import stampede.task.admin.TaskWaits;
import stampede.task.admin.UniqueKeys;
import stampede.task.engine.Chores.Rare;
import stampede.task.engine.Chores.SharedPace;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.TaskNode;
import stampede.testing.Apart;

/** What the engine tells of tasks that have not begun. */
@Apart
class WaitReasonsTests {

    private static final Optional<Instant> AT_ONCE = Optional.empty();

    private final String prefix = TaskNode.somePrefix();
    private final String key = UUID.randomUUID().toString();

    @Test
    void tellsThatTasksWaitForTheirRate() {
        try (var node = TaskNode.start(prefix)) {
            var rare = IntStream.range(0, 4)
                    .mapToObj(number -> node.tasks().send(new Rare(key, number)))
                    .toList();
            var shared = IntStream.range(0, 40)
                    .mapToObj(number -> node.tasks().send(new SharedPace(key, number)))
                    .toList();

            await().atMost(ofSeconds(10)).untilAsserted(() -> {
                assertThat(node.bean(TaskQueues.class).find("chores.rare")).hasValueSatisfying(queue -> {
                    assertThat(queue.rates()).isEqualTo(Map.of("chore.rare", "6/m"));
                    assertThat(queue.waitingForRate()).isPositive().isLessThanOrEqualTo(4);
                });
                assertThat(waits(node).find(rare.get(3), "chore.rare", "chores.rare", AT_ONCE))
                        .satisfies(wait -> assertThat(wait.reason()).isEqualTo(Reason.RATE))
                        .satisfies(wait -> assertThat(wait.detail()).isEqualTo("6/m"));
                assertThat(reasons(node, "chores", shared)).contains(Reason.RATE);
            });
        }
    }

    @Test
    void tellsThatTasksWaitForTheirTimeOrForThePauseOfTheirQueue() {
        try (var node = TaskNode.start(prefix)) {
            var later = node.tasks().send(new Errand(key, 1), in(ofHours(1)), unique(key, ofHours(2)));
            node.bean(TaskQueues.class).pause("errands");
            var now = node.tasks().send(new Errand(key, 2));

            var wait = waits(node).find(later, "errand.run", "errands", AT_ONCE);
            assertThat(wait.reason()).isEqualTo(Reason.TIME);
            assertThat(wait.until())
                    .hasValueSatisfying(until -> assertThat(until)
                            .isBetween(
                                    Instant.now().plus(ofMinutes(59)),
                                    Instant.now().plus(ofMinutes(61))));
            assertThat(waits(node).find(now, "errand.run", "errands", AT_ONCE).reason())
                    .isEqualTo(Reason.PAUSED);
            assertThat(node.bean(OutboxTasks.class).backlogs()).anySatisfy(backlog -> {
                assertThat(backlog.queue()).isEqualTo("errands");
                assertThat(backlog.waiting()).isEqualTo(1);
                assertThat(backlog.late()).isZero();
            });
            assertThat(node.bean(UniqueKeys.class).held(key.substring(0, 8), "", 10))
                    .extracting(HeldUniqueKey::key, HeldUniqueKey::holder)
                    .containsExactly(tuple(key, later));
            assertThat(node.bean(UniqueKeys.class).held("%", "", 10)).isEmpty();
        }
    }

    @Test
    void tellsThatTheBrokerHasNotTakenATask() {
        try (var node = TaskNode.start(prefix)) {
            var now = Instant.now().toEpochMilli();
            node.bean(JdbcTemplate.class)
                    .update(
                            """
                            insert into task_outbox (prefix, queue, task_id, headers, body, due_ms, next_ms)
                            values (?, 'no-such-queue', ?, ?, '', ?, ?)
                            """,
                            prefix,
                            key,
                            "{\"id\":\"" + key + "\",\"task\":\"errand.run\"}",
                            now - 60_000,
                            now + 60_000);

            var outbox = node.bean(OutboxTasks.class);
            assertThat(outbox.list(Optional.of("no-such-queue"), 0, 10))
                    .singleElement()
                    .satisfies(task -> {
                        assertThat(task.why().reason()).isEqualTo(Reason.NOT_TAKEN);
                        assertThat(task.why().until()).contains(Instant.ofEpochMilli(now + 60_000));
                        assertThat(task.name()).isEqualTo("errand.run");
                        assertThat(task.id()).contains(new TaskId(key));
                    });
            assertThat(outbox.backlogs())
                    .singleElement()
                    .satisfies(backlog -> assertThat(backlog.late()).isEqualTo(1));
        }
    }

    @Test
    void tellsWhatTasksAreKnownAndHowTheyAreRun() {
        try (var node = TaskNode.start(prefix)) {
            var plans = node.bean(TaskPlans.class);

            assertThat(plans.find("errand.run")).hasValueSatisfying(plan -> {
                assertThat(plan.queue()).isEqualTo("errands");
                assertThat(plan.payload()).isEqualTo(Errand.class.getName());
                assertThat(plan.fields()).containsExactly("String key", "int number");
                assertThat(plan.hopeless()).containsExactly("IllegalArgumentException");
                assertThat(plan.retries()).singleElement().satisfies(retries -> {
                    assertThat(retries.delays()).hasSize(2);
                    assertThat(retries.jitter()).isEqualTo(0.2);
                });
                assertThat(plan.handler()).isEqualTo("Errands.run");
                assertThat(plan.schedule()).isEmpty();
            });
            assertThat(plans.find("parcel.carry").flatMap(plan -> plan.batch())).contains(50);
            assertThat(plans.find("chore.paced").flatMap(plan -> plan.rate())).contains("40/s");
            assertThat(plans.find("errand.tick").flatMap(plan -> plan.schedule()))
                    .contains("0 0 0 29 2 1");
            assertThat(plans.list()).extracting(plan -> plan.name()).isSorted();
            assertThat(plans.lastTries()).isEqualTo(2);
        }
    }

    private static List<Reason> reasons(TaskNode node, String queue, List<TaskId> ids) {
        return node.bean(OutboxTasks.class).list(Optional.of(queue), 0, 1_000).stream()
                .filter(task -> task.id().filter(ids::contains).isPresent())
                .map(OutboxTask::why)
                .map(why -> why.reason())
                .toList();
    }

    private static TaskWaits waits(TaskNode node) {
        return node.bean(TaskWaits.class);
    }
}
