package stampede.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.in;
import static stampede.task.SendOption.unique;
import static stampede.workflow.Workflow.chain;
import static stampede.workflow.Workflow.step;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.history.TaskHistory;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.Tasks;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.admin.TaskNodes;
import stampede.task.admin.TaskQueues;
import stampede.testing.ErrandTasks;
import stampede.testing.ErrandTasks.Errand;
import stampede.testing.ErrandTasks.Letter;
import stampede.testing.ErrandTasks.What;
import stampede.workflow.WorkflowState;
import stampede.workflow.Workflows;

/** What the monitor tells of tasks that wait, of kinds of tasks, of workflows and of messages. */
@MonitorTest
class WaitingPagesTests {

    private static final String PAGES = MonitorTest.PATH;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @LocalServerPort
    private int port;

    @Autowired
    private Tasks tasks;

    @Autowired
    private TaskQueues queues;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private TaskHistory history;

    @Autowired
    private Workflows workflows;

    @Autowired
    private TaskNodes nodes;

    private final String key = UUID.randomUUID().toString();
    private MonitorBrowser operator;

    @BeforeEach
    void signIn() {
        operator = MonitorBrowser.as("operator", port);
    }

    @AfterEach
    void resume() {
        queues.resume(ErrandTasks.QUEUE);
    }

    @Test
    void tellWhatATaskWaitsFor() {
        var later = tasks.send(
                new Errand(What.RUN, key), in(Duration.ofHours(1)), unique("key-" + key, Duration.ofHours(2)));
        awaitState(later, TaskState.SCHEDULED);

        assertThat(operator.read(PAGES + "/" + later)).contains("It waits for its time.", "Until");
        assertThat(operator.read(PAGES + "/api/" + later)).contains("\"reason\":\"TIME\"");
        assertThat(operator.read(PAGES + "/waiting?queue=" + ErrandTasks.QUEUE))
                .contains(later.value(), "It waits for its time.");
        assertThat(operator.read(PAGES + "/waiting?queue=elsewhere")).doesNotContain(later.value());
        assertThat(operator.read(PAGES + "/api/waiting")).contains(later.value(), "\"late\":0");
        assertThat(operator.read(PAGES + "/unique-keys?begins=key-" + key)).contains(later.value());
        assertThat(operator.read(PAGES + "/unique-keys?begins=nobody")).contains("Nothing was found");
        assertThat(operator.read(PAGES + "/api/unique-keys?begins=key-" + key)).contains(later.value());
    }

    /** Workers hear of a pause a little later, so one of several is the first to wait. */
    @Test
    void tellThatATaskWaitsBecauseItsQueueIsPaused() {
        queues.pause(ErrandTasks.QUEUE);

        await().atMost(PATIENCE).untilAsserted(() -> {
            var paused = tasks.send(new Errand(What.RUN, key));
            awaitKnown(paused);
            assertThat(operator.read(PAGES + "/" + paused)).contains("Its queue is paused.");
        });
    }

    @Test
    void findTasksByWhatTheyCarryAndWhereTheyRan() {
        var id = ended(What.RUN, TaskState.SUCCESS);
        var search = PAGES + "?text=" + key + "&queue=" + ErrandTasks.QUEUE;

        assertThat(operator.read(search)).contains(id.value(), "1 match.");
        assertThat(operator.read(search + "&worker=nobody")).contains("Nothing was found", "0 match.");
        assertThat(operator.read(search.replace(ErrandTasks.QUEUE, "elsewhere")))
                .contains("Nothing was found");
        assertThat(operator.read(PAGES + "/api?text=" + key)).contains("\"matching\":1", id.value());
    }

    @Test
    void tellHowTasksAreRunAndHowManyThereWere() {
        ended(What.RUN, TaskState.SUCCESS);

        assertThat(operator.read(PAGES + "/known?span=DAY"))
                .contains(ErrandTasks.NAME, ErrandTasks.LETTER, "monitor.tick");
        assertThat(operator.read(PAGES + "/known/one?name=" + ErrandTasks.NAME))
                .contains("ErrandTasks.run", "What what, String key", "IllegalArgumentException", "Half took");
        assertThat(operator.open(PAGES + "/known/one?name=nobody").statusCode()).isEqualTo(404);
        assertThat(operator.open(PAGES + "/known?span=YEAR").statusCode()).isEqualTo(400);
        assertThat(operator.read(PAGES + "/api/known/one?name=" + ErrandTasks.NAME))
                .contains("\"queue\":\"" + ErrandTasks.QUEUE + "\"", "\"SUCCESS\":");
    }

    @Test
    void tellWhatIsSaidAtATaskAndWhichWorkersTakeIt() {
        var page = PAGES + "/known/one?name=" + ErrandTasks.NOTICE;

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(operator.read(page)).contains(nodes.own(), "reads payloads up to version 1"));
        assertThat(operator.read(page))
                .contains("24 h", "notice:{about}", "kept for 2 h at most", "100/s", "30 s", "10 s, 1 min");
        assertThat(operator.read(PAGES + "/api/known/one?name=" + ErrandTasks.NOTICE))
                .contains("\"unique\":\"notice:{about}\"", "\"workers\":{\"" + nodes.own() + "\":1}");
    }

    @Test
    void listWorkflowsAndThoseThatAreStuckFirst() {
        var stuck = workflows.start(chain(step(new Errand(What.FAIL, key)), step(new Errand(What.RUN, key))));
        await().atMost(PATIENCE).until(() -> workflows.find(stuck).orElseThrow().state() == WorkflowState.FAILURE);

        var page = operator.read(PAGES + "/workflows");
        assertThat(page).contains(stuck.value(), "Wait for somebody", "0 / 2");
        assertThat(operator.read(PAGES + "/workflows?state=SUCCESS")).doesNotContain(stuck.value());
        assertThat(operator.read(PAGES + "/api/workflows")).contains(stuck.value(), "\"stuck\"");
    }

    @Test
    void showAMessageAsItCameUnlessItCarriesWhatIsSecret() {
        var number = deathOf(ended(What.FAIL, TaskState.FAILURE));

        assertThat(operator.read(PAGES + "/dead/" + number)).contains("/dead/" + number + "/message");
        assertThat(operator.read(PAGES + "/dead/" + number + "/message")).contains(key, "root_id", "bytes.");
        var body = operator.open(PAGES + "/dead/" + number + "/body");
        assertThat(body.body()).contains(key);
        assertThat(body.headers().firstValue("Content-Disposition"))
                .hasValueSatisfying(kind -> assertThat(kind).startsWith("attachment"));
        assertThat(body.headers().firstValue("Content-Type")).contains("application/octet-stream");

        var letter = tasks.send(new Letter(key, "rather private"));
        awaitState(letter, TaskState.FAILURE);
        var secret = deathOf(letter);
        assertThat(operator.read(PAGES + "/dead/" + secret)).doesNotContain("/message", "rather private");
        assertThat(operator.open(PAGES + "/dead/" + secret + "/message").statusCode())
                .isEqualTo(404);
        assertThat(operator.open(PAGES + "/dead/" + secret + "/body").statusCode())
                .isEqualTo(404);
        assertThat(operator.open(PAGES + "/api/dead/" + secret + "/message").statusCode())
                .isEqualTo(404);
    }

    private TaskId ended(What what, TaskState state) {
        var id = tasks.send(new Errand(what, key));
        awaitState(id, state);
        return id;
    }

    private void awaitKnown(TaskId id) {
        await().atMost(PATIENCE).until(() -> history.find(id).isPresent());
    }

    private void awaitState(TaskId id, TaskState state) {
        await().atMost(PATIENCE)
                .until(() ->
                        history.find(id).filter(run -> run.state() == state).isPresent());
    }

    private long deathOf(TaskId id) {
        return await().atMost(PATIENCE)
                .until(() -> dead.of(id).stream().findFirst().map(DeadTask::id), Optional::isPresent)
                .orElseThrow();
    }
}
