package stampede.console;

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
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.history.TaskHistory;
import stampede.security.PageCookies;
import stampede.security.SignedInVisitor;
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

/** How the task monitor looks in the frame of the console, in a real browser. */
@StampedeTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TasksInBrowserTests {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

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
    private SignedIn operator;
    private List<Sight> sights;

    /** One task for each thing there is to see. */
    @BeforeAll
    void work() {
        operator = accounts.ensure("tasks-looker", "a long enough password", Role.OPERATOR);
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
                new Sight("tasks", "/console/tasks"),
                new Sight("task", "/console/tasks/" + parent),
                new Sight("task-failed", "/console/tasks/" + failed),
                new Sight("workflow", "/console/tasks/workflow?id=" + workflow),
                new Sight("queues", "/console/tasks/queues"),
                new Sight("queue", "/console/tasks/queues/one?queue=" + ErrandTasks.QUEUE),
                new Sight("purge", "/console/tasks/queues/purge?queue=" + ErrandTasks.QUEUE),
                new Sight("schedules", "/console/tasks/schedules"),
                new Sight("dead", "/console/tasks/dead"),
                new Sight("dead-one", "/console/tasks/dead/" + number),
                new Sight("workers", "/console/tasks/workers"));
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
        try (var visitor = SignedInVisitor.at(port, chromium, device, cookies, operator)) {
            for (var sight : sights) {
                visitor.open(sight.path()).photograph("console-" + sight.name()).inspect();
            }
        }
    }

    private record Sight(String name, String path) {}
}
