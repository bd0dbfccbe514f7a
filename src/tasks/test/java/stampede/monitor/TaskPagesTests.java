package stampede.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.workflow.Workflow.chain;
import static stampede.workflow.Workflow.chord;
import static stampede.workflow.Workflow.group;
import static stampede.workflow.Workflow.step;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.history.TaskHistory;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.Tasks;
import stampede.task.admin.DeadSearch;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.admin.TaskQueues;
import stampede.task.spi.QueueNames;
import stampede.testing.ErrandRuns;
import stampede.testing.ErrandTasks;
import stampede.testing.ErrandTasks.Errand;
import stampede.testing.ErrandTasks.Letter;
import stampede.testing.ErrandTasks.Row;
import stampede.testing.ErrandTasks.What;
import stampede.workflow.WorkflowState;
import stampede.workflow.WorkflowTree;
import stampede.workflow.Workflows;

/** What people see of tasks on the monitor, and what they do to them. */
@MonitorTest
class TaskPagesTests {

    private static final String TASKS = MonitorTest.PATH;

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
    private ErrandTasks errands;

    @Autowired
    private RecordedAudit audit;

    @Autowired
    private QueueNames names;

    @Autowired
    private RabbitTemplate rabbit;

    private final String key = UUID.randomUUID().toString();
    private MonitorBrowser operator;
    private ErrandRuns runs;

    @BeforeEach
    void signIn() {
        operator = MonitorBrowser.as("operator", port);
        runs = new ErrandRuns(tasks, history, dead);
    }

    @AfterEach
    void letGo() {
        errands.letGo(key);
        queues.resume(ErrandTasks.QUEUE);
        queues.scale(ErrandTasks.QUEUE, Optional.empty(), Optional.empty());
    }

    @Test
    void findATaskByItsNumberItsNameItsStateAndTheTimeItWasSent() {
        var id = runs.ended(new Errand(What.RUN, key), TaskState.SUCCESS);

        assertThat(operator.open(TASKS + "?id=" + id).headers().firstValue("Location"))
                .hasValueSatisfying(page -> assertThat(page).endsWith(TASKS + "/" + id));
        var search = TASKS + "?name=" + ErrandTasks.NAME + "&state=SUCCESS&from=2020-01-01T00:00&to=2100-01-01T00:00";
        assertThat(operator.read(search)).contains(id.value());
        assertThat(operator.read(search.replace("SUCCESS", "EXPIRED"))).doesNotContain(id.value());
        assertThat(operator.read(search.replace("2100", "2021"))).contains("Nothing was found");
        assertThat(operator.read(TASKS + "?name=order.place")).doesNotContain(id.value());
        assertThat(operator.read(TASKS + "?id=nobody-knows-1")).contains("Nobody remembers a task");
    }

    @ParameterizedTest
    @CsvSource({
        "'?state=NONSENSE', state, NONSENSE",
        "'?from=yesterday', from, yesterday",
        "'?before=last', before, last",
        "'/dead?status=UNDEAD', status, UNDEAD",
        "'/dead?to=2026-13-45', to, 2026-13-45",
        "'/dead?count=few', count, few",
        "'/workflow?id=x&done=NOTHING', done, NOTHING",
        "/workflow, id, ''",
    })
    @ExtendWith(OutputCaptureExtension.class)
    void nameWhatCannotBeReadAndLogNothing(String page, String field, String value, CapturedOutput log) {
        var answer = operator.open(TASKS + page);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .contains(
                        value.isEmpty()
                                ? "The field “" + field + "” is missing."
                                : "The field “" + field + "” cannot be “" + value + "”.");
        assertThat(log).doesNotContain("Resolved [", "\tat ");
    }

    @Test
    void leaveOutTasksThatSchedulesSend() {
        var errand = runs.ended(new Errand(What.RUN, key), TaskState.SUCCESS);
        operator.submit(TASKS + "/schedules/run", Map.of("schedule", "monitor.tick"));
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(operator.read(TASKS + "?name=monitor.tick")).contains(">monitor.tick</a>"));

        assertThat(operator.read(TASKS + "?withoutPeriodic=true"))
                .contains(errand.value(), "value=\"true\" selected")
                .doesNotContain(">monitor.tick</a>");
        assertThat(operator.read(TASKS + "?name=monitor.tick&withoutPeriodic=true"))
                .contains("Nothing was found");
        assertThat(operator.read(TASKS + "/api?withoutPeriodic=true"))
                .contains(errand.value())
                .doesNotContain("monitor.tick");
    }

    @Test
    void tellUntilWhenATaskWasPutOffAfterEachAttempt(@Autowired JdbcTemplate jdbc) {
        var id = runs.ended(new Errand(What.RUN, key), TaskState.SUCCESS);
        var sent = history.find(id).orElseThrow().sentAt();
        jdbc.update("""
                insert into task_attempt (prefix, task_id, life, attempt, state, worker, runtime_ms, next_ms, ended_ms)
                select prefix, task_id, life, 1, 'RETRY', 'node', 0, sent_ms + 2, sent_ms + 1 from task_run
                 where prefix = ? and task_id = ?
                """, names.prefix(), id.value());

        assertThat(operator.read(TASKS + "/" + id))
                .containsPattern("datetime=\"" + sent.plusMillis(2) + "\"[^\\n]*\\s*.*Put off until then");
    }

    @Test
    void tellWhatBecameOfATask() {
        var id = runs.ended(new Errand(What.RUN, key), TaskState.SUCCESS);

        assertThat(operator.read(TASKS + "/" + id))
                .contains("data-task=\"SUCCESS\"", key, "&quot;answer&quot;", "Attempt 1 began", "Attempt 1 succeeded")
                .doesNotContain(TASKS + "/cancel");
        assertThat(chinese().read(TASKS + "/" + id)).contains("成功", "第 1 次尝试开始");
        assertThat(operator.open(TASKS + "/nobody-knows-1").statusCode()).isEqualTo(404);
    }

    @Test
    void showWhoSentWhom() {
        var parent = runs.ended(new Errand(What.SEND, key), TaskState.SUCCESS);

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(operator.read(TASKS + "/" + parent))
                        .contains("Who sent whom", "data-step=\"0\"", "data-step=\"1\""));
    }

    /** One of them dies, and one that comes later is none of them. */
    @Test
    void showWhichTasksRanTogether() {
        var rows = new LinkedHashMap<TaskId, Row>();
        Stream.of("one", "", "three").forEach(words -> rows.put(TaskId.random(), new Row(words)));
        assertThat(tasks.publishTogether(rows)).succeedsWithin(PATIENCE);
        await().atMost(PATIENCE)
                .until(() -> rows.keySet().stream()
                        .allMatch(id -> history.find(id)
                                .filter(run -> run.state().isFinal())
                                .isPresent()));
        var later = tasks.send(new Row("later"));
        await().atMost(PATIENCE)
                .until(() ->
                        history.find(later).filter(run -> run.state().isFinal()).isPresent());

        assertThat(rows.keySet()).allSatisfy(id -> {
            assertThat(operator.read(TASKS + "/" + id))
                    .contains("Ran together: 3 tasks", "data-task=\"FAILURE\"")
                    .contains(rows.keySet().stream()
                            .map(other -> TASKS + "/" + other)
                            .toList())
                    .doesNotContain(later.value());
            assertThat(operator.read(TASKS + "/api/" + id))
                    .contains(rows.keySet().stream().map(TaskId::value).toList());
        });
        assertThat(operator.read(TASKS + "/" + later)).doesNotContain("Ran together");
        assertThat(operator.read(TASKS + "/api/" + later)).contains("\"batch\":[]");
    }

    @Test
    void tellWhenEachStepOfAWorkflowRanAndDrawItOnce() {
        var twenty = IntStream.range(0, 20)
                .mapToObj(number -> new Errand(What.RUN, key + number))
                .toList();
        var last = workflows.start(chord(twenty, new Errand(What.SEND, key)));
        await().atMost(PATIENCE).until(() -> workflows.find(last).orElseThrow().state() == WorkflowState.SUCCESS);
        var steps = stepsOf(last).stream().map(WorkflowTree.Step::id).toList();
        await().atMost(PATIENCE)
                .until(() -> history.list(steps).stream().allMatch(run -> run.state() == TaskState.SUCCESS));

        var drawn = operator.read(TASKS + "/workflow?id=" + last);
        assertThat(Pattern.compile("class=\"muted times\"").matcher(drawn).results())
                .hasSize(21);
        var run = history.find(steps.get(0)).orElseThrow();
        assertThat(drawn)
                .contains("datetime=\"" + run.startedAt().orElseThrow() + "\"")
                .contains("datetime=\"" + run.endedAt().orElseThrow() + "\"");
        assertThat(operator.read(TASKS + "/api/workflow?id=" + last))
                .contains("\"" + run.id() + "\":{\"startedAt\":\""
                        + run.startedAt().get());

        assertThat(operator.read(TASKS + "/" + steps.get(3)))
                .as("its neighbours are drawn as the workflow, and not again as a family")
                .contains("The workflow it is part of", "?id=" + steps.get(4))
                .doesNotContain(TASKS + "/" + steps.get(4));
        await("whom a step sent by itself is no part of the workflow")
                .atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(operator.read(TASKS + "/" + steps.get(20))).contains("Who sent whom"));
    }

    @Test
    void showAWorkflowWithWhatWaitsForWhat() {
        var whole = workflows.start(chain(
                        group(new Errand(What.RUN, key), new Errand(What.FAIL, key)), step(new Letter(key, "")))
                .onFailure(new Errand(What.SEND, key)));
        var page = TASKS + "/workflow?id=" + whole;
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(operator.read(page))
                        .contains(
                                "A step is dead",
                                "One after the other",
                                "At the same time: 2",
                                "data-task=\"WAITING\"",
                                "waits for monitor.errand<",
                                "Sent if a step fails",
                                "it broke: " + key));

        var first = stepsOf(whole).get(0).id();
        runs.awaitKnown(first);
        assertThat(operator.read(TASKS + "/" + first))
                .contains("The workflow it is part of", "waits for monitor.errand<", TASKS + "/workflow?id=");
        assertThat(operator.open(TASKS + "?id=" + whole).headers().firstValue("Location"))
                .as("where somebody is led who looks for a step that was not sent yet")
                .hasValueSatisfying(location -> assertThat(location).endsWith(page));
        assertThat(chinese().read(page)).contains("有步骤成为死信", "等待 monitor.errand<");
        assertThat(operator.open(TASKS + "/workflow?id=nobody-knows-1").statusCode())
                .isEqualTo(404);
    }

    @Test
    void callOffAWorkflow() {
        var whole = workflows.start(
                chain(step(new Errand(What.RUN, key), SendOption.in(Duration.ofHours(1))), step(new Letter(key, ""))));
        var page = TASKS + "/workflow?id=" + whole;
        assertThat(operator.read(page)).contains("Goes on", "Call the workflow off");

        var fields = Map.of("id", stepsOf(whole).get(0).id().value());
        assertThat(operator.submit(TASKS + "/workflow/cancel", fields))
                .contains("It is called off.", "data-task=\"CANCELLED\"")
                .doesNotContain("Call the workflow off");

        assertThat(operator.submit(TASKS + "/workflow/cancel", fields)).contains("It had ended before.");
        assertThat(workflows.find(whole).orElseThrow().state()).isEqualTo(WorkflowState.CANCELLED);
        assertThat(audited("WORKFLOW_CANCELLED", "workflow:" + whole)).isEqualTo(1);
    }

    @Test
    void showIdsAndContentOfWhateverKindAsTheyAre() {
        var odd = new TaskId("<b>" + key.substring(0, 8) + "/ ö?&%");
        tasks.send(new Errand(What.RUN, "<script>" + key), SendOption.id(odd));
        runs.awaitKnown(odd);

        var list = operator.read(TASKS + "?name=" + ErrandTasks.NAME);
        assertThat(list).contains(TASKS + "/one?id=%3Cb%3E").doesNotContain("<b>" + key.substring(0, 8));
        var page = operator.read(TASKS + "/one?id=" + URLEncoder.encode(odd.value(), StandardCharsets.UTF_8));
        assertThat(page).contains("&lt;script&gt;" + key).doesNotContain("<script>" + key);
    }

    @Test
    void callOffATaskThatHasNotBegun() {
        var id = tasks.send(new Errand(What.RUN, key), SendOption.in(Duration.ofHours(1)));
        runs.awaitKnown(id);
        var page = TASKS + "/" + id;
        assertThat(operator.read(page)).contains("data-task=\"SCHEDULED\"", "Call the task off");

        assertThat(operator.submit(TASKS + "/cancel", Map.of("id", id.value()))).contains("It is called off.");

        assertThat(operator.submit(TASKS + "/cancel", Map.of("id", id.value())))
                .contains("It was called off before, or has ended.");
        assertThat(audited("TASK_CANCELLED", "task:" + id)).isEqualTo(1);
    }

    @Test
    void pauseAQueueAndResumeIt() {
        assertThat(operator.read(one(ErrandTasks.QUEUE))).contains(TASKS + "/queues/pause");

        assertThat(operator.submit(TASKS + "/queues/pause", Map.of("queue", ErrandTasks.QUEUE)))
                .contains("The queue is paused", "data-queue=\"PAUSED\"");
        untilPaused();
        tasks.send(new Errand(What.RUN, key));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                queues.find(ErrandTasks.QUEUE).orElseThrow().ready())
                        .hasValueSatisfying(ready -> assertThat(ready).isPositive()));
        assertThat(errands.did(key)).isFalse();

        assertThat(operator.submit(TASKS + "/queues/resume", Map.of("queue", ErrandTasks.QUEUE)))
                .contains("The queue is served again");

        await().atMost(PATIENCE).until(() -> errands.did(key));
        assertThat(audited("QUEUE_PAUSED", "queue:" + ErrandTasks.QUEUE)).isPositive();
    }

    @Test
    void emptyAQueueOnlyAfterAsking() {
        queues.pause(ErrandTasks.QUEUE);
        untilPaused();
        tasks.send(new Errand(What.RUN, key));
        var asked = TASKS + "/queues/purge?queue=" + ErrandTasks.QUEUE;
        assertThat(operator.read(asked)).contains("Empty this queue?");

        assertThat(operator.submit(TASKS + "/queues/purge", Map.of("queue", ErrandTasks.QUEUE)))
                .contains("tasks were thrown away");

        assertThat(queues.find(ErrandTasks.QUEUE).orElseThrow().ready()).contains(0L);
        assertThat(audited("QUEUE_PURGED", "queue:" + ErrandTasks.QUEUE)).isGreaterThanOrEqualTo(2);
    }

    @Test
    void setHowMuchEachWorkerTakes() {
        var path = TASKS + "/queues/scale";

        assertThat(operator.submit(path, Map.of("queue", ErrandTasks.QUEUE, "concurrency", "2", "prefetch", "")))
                .contains("It is set", "value=\"2\"");
        assertThat(queues.find(ErrandTasks.QUEUE).orElseThrow().concurrency()).contains(2);

        assertThat(operator.submit(path, Map.of("queue", ErrandTasks.QUEUE, "concurrency", "0")))
                .contains("Nothing was changed");
        assertThat(operator.post(path, Map.of("queue", ErrandTasks.QUEUE, "concurrency", "many"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(operator.open(one("no-such-queue")).statusCode()).isEqualTo(404);
        assertThat(operator.open(one("foreign.pythons")).headers().firstValue("Location"))
                .as("where the link of a task leads that another system runs")
                .hasValueSatisfying(page -> assertThat(page).endsWith("/waiting"));
    }

    @Test
    void runAScheduleBesideTheCalendar() {
        assertThat(operator.read(TASKS + "/schedules"))
                .contains("monitor.tick", "0 0 0 29 2 1", "Asia/Shanghai", "every 5 min");
        assertThat(chinese().read(TASKS + "/schedules")).contains("每 5 分钟");

        assertThat(operator.submit(TASKS + "/schedules/run", Map.of("schedule", "monitor.tick")))
                .contains("The tick is on its way");

        await().atMost(PATIENCE).until(() -> errands.did("tick"));
        assertThat(audited("SCHEDULE_RUN", "schedule:monitor.tick")).isPositive();
        assertThat(operator.post(TASKS + "/schedules/run", Map.of("schedule", "no such"))
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void replayADeadTaskOnce() {
        var number = died();
        var page = TASKS + "/dead/" + number;
        assertThat(operator.read(TASKS + "/dead")).contains(page, "it broke: " + key);
        assertThat(operator.read(page)).contains("it broke: " + key, "Replay", "Discard");

        assertThat(operator.submit(TASKS + "/dead/replay", Map.of("number", "" + number)))
                .contains("It is sent again", "data-dead=\"REPLAYED\"");

        assertThat(operator.submit(TASKS + "/dead/discard", Map.of("number", "" + number)))
                .contains("Somebody decided before");
        assertThat(audited("TASK_REPLAYED", "dead:" + number)).isEqualTo(1);
        assertThat(audited("TASK_DISCARDED", "dead:" + number)).isZero();
    }

    @Test
    void discardADeadTask() {
        var number = died();
        var page = TASKS + "/dead/" + number;

        assertThat(operator.submit(TASKS + "/dead/discard", Map.of("number", "" + number)))
                .contains("It is discarded", "data-dead=\"DISCARDED\"");

        assertThat(operator.read(TASKS + "/dead?status=DISCARDED")).contains(page);
        assertThat(operator.read(TASKS + "/dead")).doesNotContain(page + "\"");
        assertThat(audited("TASK_DISCARDED", "dead:" + number)).isEqualTo(1);
    }

    @Test
    void showOfADeadTaskOnlyWhatIsNoSecret() {
        var number = runs.died(new Letter(key, "rather private"));

        assertThat(operator.read(TASKS + "/dead/" + number))
                .contains(key, "***")
                .doesNotContain("rather private");
    }

    @Test
    void showOfAHugeMessageTheBeginning() {
        var number = runs.died(new Letter("x".repeat(300_000), ""));

        assertThat(operator.read(TASKS + "/dead/" + number))
                .contains("x".repeat(60_000))
                .hasSizeLessThan(100_000);
        assertThat(operator.read(TASKS + "/api/dead/" + number)).hasSizeLessThan(100_000);
    }

    @Test
    void findDeadTasksByNameQueueAndTime() {
        var errand = TASKS + "/dead/" + died() + "\"";
        var letter = TASKS + "/dead/" + runs.died(new Letter(key, "")) + "\"";

        assertThat(operator.read(TASKS + "/dead?name=" + ErrandTasks.NAME))
                .contains(errand)
                .doesNotContain(letter);
        var page = TASKS + "/dead?queue=" + ErrandTasks.QUEUE + "&from=2020-01-01T00:00&to=2100-01-01T00:00";
        assertThat(operator.read(page)).contains(errand, letter);
        assertThat(operator.read(page.replace("2100", "2021"))).contains("Nothing is here");
        assertThat(operator.read(page.replace("2020", "2099"))).contains("Nothing is here");
        assertThat(operator.read(TASKS + "/dead?queue=orders")).doesNotContain(errand, letter);
    }

    @Test
    void decideAboutAllDeadTasksThatMatch() {
        var letters = List.of(runs.died(new Letter(key, "1")), runs.died(new Letter(key, "2")));
        var errand = died();
        var all = DeadSearch.all().named(ErrandTasks.LETTER);
        var page = TASKS + "/dead?name=" + ErrandTasks.LETTER;
        var count = dead.count(DeadTask.Status.DEAD, all);
        var replays = audited("TASKS_ALL_REPLAYED", "dead");
        var discards = audited("TASKS_ALL_DISCARDED", "dead");
        var drawn = operator.read(page);
        assertThat(drawn)
                .contains(
                        "All that match: " + count,
                        "Yes, replay all " + count,
                        "name=\"name\" value=\"monitor.letter\"");

        for (var lost : List.of(
                Map.of("seen", seenOn(drawn), "number", Long.toString(count)),
                Map.of("seen", seenOn(drawn), "name", ErrandTasks.LETTER))) {
            var refused = operator.post(TASKS + "/dead/replay-all", lost);
            assertThat(refused.statusCode()).as("%s", lost).isEqualTo(409);
            assertThat(refused.body()).contains("Nothing was done");
        }
        assertThat(letters).allSatisfy(letter -> assertThat(statusOf(letter)).isEqualTo(DeadTask.Status.DEAD));
        assertThat(audited("TASKS_ALL_REPLAYED", "dead")).isEqualTo(replays);

        assertThat(operator.submit(TASKS + "/dead/replay-all", allOf(drawn))).contains(count + " tasks are sent again");

        assertThat(letters).allSatisfy(letter -> assertThat(statusOf(letter)).isEqualTo(DeadTask.Status.REPLAYED));
        assertThat(statusOf(errand)).isEqualTo(DeadTask.Status.DEAD);
        assertThat(audited("TASKS_ALL_REPLAYED", "dead")).isEqualTo(replays + 2);
        await("they die once more").atMost(PATIENCE).until(() -> dead.count(DeadTask.Status.DEAD, all) == count);

        assertThat(operator.submit(TASKS + "/dead/discard-all", allOf(drawn)))
                .as("those that died after the operator looked")
                .contains("0 tasks are discarded");
        assertThat(operator.submit(TASKS + "/dead/discard-all", allOf(operator.read(page))))
                .contains(count + " tasks are discarded", "Nothing is here");
        assertThat(audited("TASKS_ALL_DISCARDED", "dead")).isEqualTo(discards + 4);
    }

    /** As another node tells it. */
    @Test
    void sayWhyAndSinceWhenAWorkerLeavesAQueueAlone(@Autowired JdbcTemplate jdbc) {
        var since = Instant.now().minusSeconds(90).truncatedTo(ChronoUnit.MILLIS);
        jdbc.update(
                """
                insert into task_node (prefix, name, roles, started_ms, seen_ms, stopping, running, queues)
                values (?, 'another-node', 'worker', 0, ?, false, '[]', ?)
                """,
                names.prefix(),
                since.plusSeconds(600).toEpochMilli(),
                "{\"%s\":{\"inHand\":0,\"perSecond\":0,\"trouble\":{\"why\":\"It broke 5 times\",\"sinceMs\":%d}}}"
                        .formatted(ErrandTasks.QUEUE, since.toEpochMilli()));
        try {
            assertThat(operator.read(one(ErrandTasks.QUEUE)))
                    .contains("another-node", "It broke 5 times", "datetime=\"" + since, "Left alone");
            assertThat(operator.read(TASKS + "/queues")).contains("data-queue=\"RESTS\"");
            assertThat(operator.read(TASKS + "/workers")).contains("It broke 5 times", "datetime=\"" + since);
            assertThat(operator.read(TASKS + "/api/queues/one?queue=" + ErrandTasks.QUEUE))
                    .contains("\"another-node\":{\"why\":\"It broke 5 times\",\"since\":\"" + since);
        } finally {
            jdbc.update("delete from task_node where prefix = ? and name = 'another-node'", names.prefix());
        }
    }

    @Test
    void showWhatEachWorkerRuns() {
        var id = tasks.send(new Errand(What.WAIT, key));

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(operator.read(TASKS + "/workers")).contains(id.value(), ErrandTasks.NAME));
    }

    private MonitorBrowser chinese() {
        return operator.with("Accept-Language", "zh-CN");
    }

    private List<WorkflowTree.Step> stepsOf(TaskId workflow) {
        return steps(workflows.find(workflow).orElseThrow().root()).toList();
    }

    private static Stream<WorkflowTree.Step> steps(WorkflowTree.Part part) {
        return Stream.concat(part.step().stream(), part.parts().stream().flatMap(TaskPagesTests::steps));
    }

    /** A task that was given up; answers its number. */
    private long died() {
        return runs.died(new Errand(What.FAIL, key));
    }

    private DeadTask.Status statusOf(long number) {
        return dead.find(number).orElseThrow().status();
    }

    /** What the form of the page sends. */
    private static Map<String, String> allOf(String page) {
        var number = Pattern.compile("name=\"number\" value=\"(\\d+)\"").matcher(page);
        assertThat(number.find()).as("how many are meant").isTrue();
        return Map.of("name", ErrandTasks.LETTER, "seen", seenOn(page), "number", number.group(1));
    }

    /** When the page was drawn, as its forms say. */
    private static String seenOn(String page) {
        var seen = Pattern.compile("name=\"seen\" value=\"([^\"]+)\"").matcher(page);
        assertThat(seen.find()).as("a form for all that match").isTrue();
        return seen.group(1);
    }

    /** The workers know, so nothing is taken any more. */
    private void untilPaused() {
        var queue = names.queue(ErrandTasks.QUEUE);
        await().atMost(PATIENCE)
                .until(() -> Integer.valueOf(0)
                        .equals(rabbit.execute(
                                channel -> channel.queueDeclarePassive(queue).getConsumerCount())));
    }

    private static String one(String queue) {
        return TASKS + "/queues/one?queue=" + queue;
    }

    private long audited(String action, String subject) {
        return audit.count(action, subject);
    }
}
