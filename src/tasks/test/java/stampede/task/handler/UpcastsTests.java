package stampede.task.handler;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.engine.Movers;
import stampede.task.engine.Movers.Move;
import stampede.task.engine.TaskEngineTest;
import stampede.task.spi.QueueNames;
import stampede.task.spi.TaskRequest;
import stampede.task.spi.TaskRequests;

@TaskEngineTest
class UpcastsTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private TaskRequests requests;

    @Autowired
    private Movers movers;

    @Autowired
    private RabbitTemplate rabbit;

    @Autowired
    private QueueNames names;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private JdbcTemplate jdbc;

    private final String key = UUID.randomUUID().toString();

    @Test
    void bringsOldMessagesUpToDateStepByStep() {
        put(Map.of(), "{\"key\":\"%s\",\"address\":\"1 Long Lane, Wuhan\"}");
        put(Map.of("x-task-version", 2), "{\"key\":\"%s\",\"street\":\"2 Short Lane\",\"city\":\"Xi'an\"}");
        tasks.send(new Move(key, "3 Old Lane", "Berlin", "Germany"));

        await().untilAsserted(() -> assertThat(movers.moves(key))
                .containsExactlyInAnyOrder(
                        new Move(key, "1 Long Lane", "Wuhan", "China"),
                        new Move(key, "2 Short Lane", "Xi'an", "China"),
                        new Move(key, "3 Old Lane", "Berlin", "Germany")));
    }

    @Test
    void laysAsideWhatAStepCannotTake() {
        put(Map.of(), "{\"key\":\"%s\",\"address\":\"no comma\"}");

        assertThat(awaitDeath().error()).contains("upcast of errand.move from version 1 to 2 failed");
    }

    @Test
    void leavesNewerMessagesToNewerWorkers() {
        put(Map.of("x-task-version", 4), "{\"key\":\"%s\"}");

        await().untilAsserted(() -> assertThat(jdbc.queryForList(
                        "select due_ms from task_outbox where prefix = ? and body like ? and headers like ?",
                        Long.class,
                        names.prefix(),
                        "%" + key + "%",
                        "%\"x-task-too-new\":1%"))
                .singleElement()
                .satisfies(due -> assertThat(Instant.ofEpochMilli(due))
                        .isBetween(Instant.now().plusSeconds(2), Instant.now().plus(Duration.ofSeconds(11)))));
    }

    @Test
    void givesUpAfterAnHourWithoutANewerWorker() {
        put(Map.of("x-task-version", 4, "x-task-too-new", 30), "{\"key\":\"%s\"}");

        assertThat(awaitDeath().error()).contains("It is of version 4").contains("know 3");
    }

    @Test
    void leavesNewNamesToNewerWorkers() {
        put(Map.of("task", "errand.of-tomorrow", "origin", names.prefix() + "@1"), "{\"key\":\"%s\"}");

        await().atMost(ofSeconds(60)).untilAsserted(() -> assertThat(putOff()).containsExactly(1));
        assertThat(dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 1000))
                .noneMatch(task -> task.body().contains(key));
    }

    @Test
    void leavesTicksOfNewerReleasesToTheirNodes() {
        requests.send(new TaskRequest(
                TaskId.random(),
                "beat.of-tomorrow",
                "beat",
                List.of(),
                "{\"schedule\":\"%s\",\"due\":\"2026-11-23T07:00:00Z\"}".formatted(key),
                Optional.empty(),
                Map.of()));

        await().atMost(ofSeconds(60)).untilAsserted(() -> assertThat(putOff()).containsExactly(1));
    }

    @Test
    void givesUpAfterAnHourWithoutAWorkerThatKnowsTheName() {
        put(
                Map.of("task", "errand.of-yesterday", "origin", names.prefix() + "@1", "x-task-too-new", 30),
                "{\"key\":\"%s\"}");

        assertThat(awaitDeath().error())
                .contains("No handler for the task errand.of-yesterday")
                .contains("in an hour");
    }

    @Test
    void givesUpAtOnceWhatStrangersCallByANameThatNobodyKnows() {
        put(Map.of("task", "errand.of-nobody", "origin", "gen1@elsewhere"), "{\"key\":\"%s\"}");

        assertThat(awaitDeath().error()).isEqualTo("No handler for the task errand.of-nobody");
    }

    /** How often those of this test were put off that wait in the outbox. */
    private List<@Nullable Integer> putOff() {
        return jdbc.queryForList(
                "select json_value(headers, '$.\"x-task-too-new\"') from task_outbox where prefix = ? and body like ?",
                Integer.class,
                names.prefix(),
                "%" + key + "%");
    }

    private void put(Map<String, Object> headers, String kwargs) {
        var all = new HashMap<>(headers);
        all.putIfAbsent("task", Movers.TASK);
        all.put("id", UUID.randomUUID().toString());
        var body = "[[], %s, null]".formatted(kwargs.formatted(key));
        rabbit.send(
                names.exchange(),
                names.queue("errands"),
                MessageBuilder.withBody(body.getBytes(StandardCharsets.UTF_8))
                        .setContentType("application/json")
                        .copyHeaders(all)
                        .build());
    }

    private DeadTask awaitDeath() {
        return await().atMost(ofSeconds(10))
                .until(
                        () -> dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 1000).stream()
                                .filter(task -> task.body().contains(key))
                                .toList(),
                        found -> found.size() == 1)
                .get(0);
    }
}
