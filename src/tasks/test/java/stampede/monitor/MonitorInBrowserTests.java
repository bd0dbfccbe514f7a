package stampede.monitor;

import static org.awaitility.Awaitility.await;
import static stampede.workflow.Workflow.chain;
import static stampede.workflow.Workflow.group;
import static stampede.workflow.Workflow.step;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.history.TaskHistory;
import stampede.task.TaskState;
import stampede.task.Tasks;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.testing.Chromium;
import stampede.testing.Device;
import stampede.testing.ErrandTasks;
import stampede.testing.ErrandTasks.Errand;
import stampede.testing.ErrandTasks.What;
import stampede.workflow.WorkflowState;
import stampede.workflow.Workflows;

/** How the monitor looks in its own frame, in a real browser. */
@MonitorTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MonitorInBrowserTests {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @LocalServerPort
    private int port;

    @Autowired
    private Tasks tasks;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private TaskHistory history;

    @Autowired
    private Workflows workflows;

    @Autowired
    private ErrandTasks errands;

    private final String key = UUID.randomUUID().toString();
    private List<Sight> sights;

    /** One task for each thing there is to see. */
    @BeforeAll
    void work() {
        tasks.send(new Errand(What.WAIT, key));
        var parent = tasks.send(new Errand(What.SEND, UUID.randomUUID().toString()));
        var failed = tasks.send(new Errand(What.FAIL, "a lid that does not fit"));
        var workflow = workflows.start(chain(
                step(new Errand(What.RUN, "the first")),
                group(new Errand(What.RUN, "the left"), new Errand(What.FAIL, "the right")),
                step(new Errand(What.RUN, "the last"))));
        await().atMost(PATIENCE)
                .until(() -> workflows.find(workflow).orElseThrow().state() == WorkflowState.FAILURE);
        await().atMost(PATIENCE)
                .until(() -> history.find(failed)
                                .filter(run -> run.state() == TaskState.FAILURE)
                                .isPresent()
                        && history.family(parent).size() == 2);
        var number = dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 1).get(0).id();
        sights = List.of(
                new Sight("tasks", MonitorTest.PATH),
                new Sight("task", MonitorTest.PATH + "/" + parent),
                new Sight("task-failed", MonitorTest.PATH + "/" + failed),
                new Sight("workflow", MonitorTest.PATH + "/workflow?id=" + workflow),
                new Sight("queues", MonitorTest.PATH + "/queues"),
                new Sight("queue", MonitorTest.PATH + "/queues/one?queue=" + ErrandTasks.QUEUE),
                new Sight("purge", MonitorTest.PATH + "/queues/purge?queue=" + ErrandTasks.QUEUE),
                new Sight("schedules", MonitorTest.PATH + "/schedules"),
                new Sight("dead", MonitorTest.PATH + "/dead"),
                new Sight("dead-one", MonitorTest.PATH + "/dead/" + number),
                new Sight("workers", MonitorTest.PATH + "/workers"),
                new Sight("waiting", MonitorTest.PATH + "/waiting"),
                new Sight("unique-keys", MonitorTest.PATH + "/unique-keys"),
                new Sight("workflows", MonitorTest.PATH + "/workflows"),
                new Sight("known", MonitorTest.PATH + "/known"),
                new Sight("known-one", MonitorTest.PATH + "/known/one?name=" + ErrandTasks.NAME),
                new Sight("dead-message", MonitorTest.PATH + "/dead/" + number + "/message"));
    }

    @AfterAll
    void letGo() {
        errands.letGo(key);
    }

    @Test
    void isFitToBeSeenOnAPhone() {
        look(Device.PHONE);
    }

    @Test
    void isFitToBeSeenOnADesktopInChineseAtNight() {
        look(Device.DESKTOP.in("zh-CN").atNight());
    }

    @Test
    void isFitToBeSeenWithoutJavaScript() {
        look(Device.DESKTOP.withoutJavaScript());
    }

    private void look(Device device) {
        var site = "http://127.0.0.1:" + port;
        try (var visitor = chromium.visitor(site, device)) {
            visitor.withCookie(RoleByCookie.COOKIE, "operator", site);
            for (var sight : sights) {
                visitor.open(sight.path()).photograph("monitor-" + sight.name()).inspect();
            }
        }
    }

    private record Sight(String name, String path) {}
}
