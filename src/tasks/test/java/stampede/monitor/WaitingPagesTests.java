package stampede.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.in;
import static stampede.task.SendOption.queue;
import static stampede.task.SendOption.unique;
import static stampede.workflow.Workflow.chain;
import static stampede.workflow.Workflow.step;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.history.TaskHistory;
import stampede.task.TaskPayload;
import stampede.task.TaskState;
import stampede.task.Tasks;
import stampede.task.admin.DeadTasks;
import stampede.task.admin.TaskNodes;
import stampede.task.admin.TaskQueue;
import stampede.task.admin.TaskQueues;
import stampede.task.spi.QueueNames;
import stampede.testing.ErrandRuns;
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
    private ErrandRuns runs;

    @BeforeEach
    void signIn() {
        operator = MonitorBrowser.as("operator", port);
        runs = new ErrandRuns(tasks, history, dead);
    }

    @AfterEach
    void resume() {
        queues.resume(ErrandTasks.QUEUE);
    }

    @Test
    void tellWhatATaskWaitsFor() {
        var later = tasks.send(
                new Errand(What.RUN, key), in(Duration.ofHours(1)), unique("key-" + key, Duration.ofHours(2)));
        runs.awaitState(later, TaskState.SCHEDULED);

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
            runs.awaitKnown(paused);
            assertThat(operator.read(PAGES + "/" + paused)).contains("Its queue is paused.");
        });
    }

    @Test
    void showAQueueThatNobodyServes(@Autowired RabbitTemplate rabbit, @Autowired QueueNames names) {
        var queue = "unserved-" + key.substring(0, 8);
        var page = PAGES + "/queues/one?queue=" + queue;
        assertThat(operator.open(page).statusCode()).isEqualTo(404);
        assertThat(operator.read(page))
                .contains("Nobody here knows a queue of this name")
                .doesNotContain("It was never there");
        assertThat(operator.read(PAGES + "/api/queues/one?queue=" + queue)).contains("Nobody here knows a queue");

        var id = tasks.send(new Wish(key), queue(queue));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(operator.read(PAGES + "/queues"))
                        .containsPattern(
                                queue + "</a></th>\\s*<td[^>]*>\\s*<span class=\"gate\" data-queue=\"ALONE\">"));
        assertThat(operator.read(page)).contains("Nobody serves it", PAGES + "/queues/purge");
        assertThat(operator.submit(PAGES + "/queues/pause", Map.of("queue", queue)))
                .contains("data-queue=\"PAUSED\"");
        assertThat(operator.submit(PAGES + "/queues/resume", Map.of("queue", queue)))
                .contains("data-queue=\"ALONE\"");
        runs.awaitKnown(id);
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(operator.read(PAGES + "/" + id)).contains("No worker takes from its queue."));
        assertThat(operator.submit(PAGES + "/queues/purge", Map.of("queue", queue)))
                .contains("1 tasks were thrown away");
        var lost = tasks.send(new Wish(key), queue(queue));
        runs.awaitKnown(lost);
        // Sent after the queue is gone, it would have it made again at once; the node that sent makes it again, empty,
        // within
        // seconds. The figures of the pages may still be those before the purge.
        await().atMost(PATIENCE)
                .until(() ->
                        Long.valueOf(1).equals(rabbit.execute(channel -> channel.messageCount(names.queue(queue)))));
        rabbit.execute(channel -> channel.queueDelete(names.queue(queue)));
        await().atMost(PATIENCE)
                .until(() -> queues.find(queue).flatMap(TaskQueue::ready).orElse(0L) == 0);
        assertThat(operator.read(PAGES + "/" + lost)).contains("No worker takes from its queue.");
    }

    /** As after a restart of the sender. */
    @Test
    void showAQueueThatOnlyTheBrokerKnows(@Autowired RabbitTemplate rabbit, @Autowired QueueNames names) {
        var queue = "forgotten-" + key.substring(0, 8);
        rabbit.execute(channel -> channel.queueDeclare(names.queue(queue), false, false, true, Map.of()));

        assertThat(operator.read(PAGES + "/queues/one?queue=" + queue)).contains("Nobody serves it");
        assertThat(operator.open(PAGES + "/queues/one?queue=" + "x".repeat(300)).statusCode())
                .isEqualTo(404);
        rabbit.execute(channel -> channel.queueDelete(names.queue(queue)));
    }

    @Test
    void findTasksByWhatTheyCarryAndWhereTheyRan() {
        var id = runs.ended(new Errand(What.RUN, key), TaskState.SUCCESS);
        var search = PAGES + "?text=" + key + "&queue=" + ErrandTasks.QUEUE;

        assertThat(operator.read(search)).contains(id.value(), "1 match.");
        assertThat(operator.read(search + "&worker=nobody")).contains("Nothing was found", "0 match.");
        assertThat(operator.read(search.replace(ErrandTasks.QUEUE, "elsewhere")))
                .contains("Nothing was found");
        assertThat(operator.read(PAGES + "/api?text=" + key)).contains("\"matching\":1", id.value());
    }

    @Test
    void tellHowTasksAreRunAndHowManyThereWere() {
        runs.ended(new Errand(What.RUN, key), TaskState.SUCCESS);

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
        var number = runs.deathOf(runs.ended(new Errand(What.FAIL, key), TaskState.FAILURE));

        assertThat(operator.read(PAGES + "/dead/" + number)).contains("/dead/" + number + "/message");
        assertThat(operator.read(PAGES + "/dead/" + number + "/message")).contains(key, "root_id", "bytes.");
        var body = operator.open(PAGES + "/dead/" + number + "/body");
        assertThat(body.body()).contains(key);
        assertThat(body.headers().firstValue("Content-Disposition"))
                .hasValueSatisfying(kind -> assertThat(kind).startsWith("attachment"));
        assertThat(body.headers().firstValue("Content-Type")).contains("application/octet-stream");

        var letter = tasks.send(new Letter(key, "rather private"));
        runs.awaitState(letter, TaskState.FAILURE);
        var secret = runs.deathOf(letter);
        assertThat(operator.read(PAGES + "/dead/" + secret)).doesNotContain("/message", "rather private");
        assertThat(operator.open(PAGES + "/dead/" + secret + "/message").statusCode())
                .isEqualTo(404);
        assertThat(operator.open(PAGES + "/dead/" + secret + "/body").statusCode())
                .isEqualTo(404);
        assertThat(operator.open(PAGES + "/api/dead/" + secret + "/message").statusCode())
                .isEqualTo(404);
    }

    @TaskPayload(task = "monitor.wish")
    record Wish(String words) {}
}
