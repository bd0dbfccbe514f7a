package stampede.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.workflow.Workflow.chain;
import static stampede.workflow.Workflow.step;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.history.TaskHistory;
import stampede.task.SendOption;
import stampede.task.TaskState;
import stampede.task.Tasks;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.testing.ErrandTasks;
import stampede.testing.ErrandTasks.Errand;
import stampede.testing.ErrandTasks.Letter;
import stampede.testing.ErrandTasks.What;
import stampede.workflow.Workflows;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The monitor's figures as other tools read them. */
@MonitorTest
class MonitorApiTests {

    private static final String API = MonitorTest.PATH + "/api";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @LocalServerPort
    private int port;

    @Autowired
    private Tasks tasks;

    @Autowired
    private TaskHistory history;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private Workflows workflows;

    @Autowired
    private JsonMapper json;

    private final String key = UUID.randomUUID().toString();

    @Test
    void tellsATaskAndFindsIt() {
        var id = tasks.send(new Errand(What.RUN, key));
        await().atMost(PATIENCE)
                .until(() -> history.find(id)
                        .filter(run -> run.state() == TaskState.SUCCESS)
                        .isPresent());

        var one = read("/" + id);
        assertThat(one.at("/task/id").asString()).isEqualTo(id.value());
        assertThat(one.at("/task/state").asString()).isEqualTo("SUCCESS");
        assertThat(one.at("/task/sentAt").asString()).endsWith("Z");
        assertThat(one.at("/attempts/0/number").asInt()).isEqualTo(1);

        var found = read("?name=" + ErrandTasks.NAME + "&state=SUCCESS");
        assertThat(StreamSupport.stream(found.get("items").spliterator(), false)
                        .map(run -> run.get("id").asString()))
                .contains(id.value());
        assertThat(read("?state=SUCCESS&to=2020-01-01T00:00").get("items")).isEmpty();
    }

    @Test
    void tellsDeadTasksWithoutWhatIsSecret() {
        var id = tasks.send(new Letter(key, "rather private"));
        var number = await().atMost(PATIENCE)
                .until(
                        () -> dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 100).stream()
                                .filter(task -> task.taskId().equals(id))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow()
                .id();

        var one = read("/dead/" + number);
        assertThat(one.get("taskId").asString()).isEqualTo(id.value());
        assertThat(one.get("message").asString()).contains(key, "***");
        assertThat(read("/dead?name=" + ErrandTasks.LETTER).toString())
                .contains(id.value())
                .doesNotContain("rather private");
    }

    @Test
    void tellsQueuesSchedulesWorkersAndWorkflows() {
        var workflow = workflows.start(
                chain(step(new Errand(What.RUN, key), SendOption.in(Duration.ofHours(1))), step(new Letter(key, ""))));

        assertThat(read("/queues").findValuesAsString("name")).contains(ErrandTasks.QUEUE);
        assertThat(read("/queues/one?queue=" + ErrandTasks.QUEUE).get("kind").asString())
                .isEqualTo("WORK");
        assertThat(read("/schedules").findValuesAsString("name")).contains("monitor.tick");
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(read("/workers").findValuesAsString("name")).isNotEmpty());
        assertThat(read("/workflow?id=" + workflow).get("state").asString()).isEqualTo("RUNNING");
        workflows.cancel(workflow);
    }

    @Test
    void saysWhatIsWrongWithAQuestion() {
        var operator = MonitorBrowser.as("operator", port);

        var unreadable = operator.open(API + "?state=NONSENSE");
        assertThat(unreadable.statusCode()).isEqualTo(400);
        assertThat(json.readTree(unreadable.body()).get("detail").asString())
                .isEqualTo("The field “state” cannot be “NONSENSE”. Correct it or leave it empty.");
        assertThat(operator.open(API + "/queues/one").statusCode()).isEqualTo(400);
        var unknown = operator.open(API + "/nobody-knows-1");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(unknown.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(operator.open(API + "/dead/x").statusCode()).isEqualTo(404);
    }

    @Test
    void changesNothing() {
        assertThat(MonitorBrowser.as("operator", port)
                        .post(API + "/queues", Map.of())
                        .statusCode())
                .isEqualTo(405);
    }

    private JsonNode read(String address) {
        var answer = MonitorBrowser.as("reader", port).open(API + address);
        assertThat(answer.statusCode()).as(address).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        return json.readTree(answer.body());
    }
}
