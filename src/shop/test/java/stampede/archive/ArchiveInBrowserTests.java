package stampede.archive;

import java.util.List;
import java.util.Map;
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
import stampede.task.Tasks;
import stampede.task.admin.DeadTasks;
import stampede.testing.Chromium;
import stampede.testing.Device;
import stampede.testing.ErrandRuns;
import stampede.testing.ErrandTasks.Errand;
import stampede.testing.ErrandTasks.What;

/** How the archive looks, in a real browser. */
@StampedeTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArchiveInBrowserTests {

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private BrokenPlacements broken;

    @Autowired
    private Archive archive;

    @Autowired
    private ArchiveRuns runs;

    @Autowired
    private Tasks tasks;

    @Autowired
    private TaskHistory history;

    @Autowired
    private DeadTasks dead;

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    private SignedIn operator;
    private Map<String, String> sights = Map.of();

    /** A placement that died, others that were retried and discarded, and a run. */
    @BeforeAll
    void die() {
        operator = accounts.ensure("archive-viewer", "a long enough password", Role.OPERATOR);
        var errands = new ErrandRuns(tasks, history, dead);
        var offer = broken.onSale(9);
        var order = broken.die(offer, 3).get(0);
        archive.note(operator, broken.number(order), "The ledger said that the sale had not begun. Mended at 20:05.");
        archive.discard(operator, errands.died(new Errand(What.FAIL, "seen-1")), "Nobody wants it any more");
        var run = runs.begin(
                operator,
                List.of(errands.died(new Errand(What.FAIL, "seen-2")), errands.died(new Errand(What.FAIL, "seen-3"))),
                new ArchiveRuns.Pace(1, "The ledger is mended"));
        sights = Map.of(
                "archive", "/console/archive",
                "archive-filtered", "/console/archive?state=UNDECIDED&offer=" + offer,
                "archive-none", "/console/archive?order=1",
                "archive-one", "/console/archive/" + broken.number(order),
                "archive-discard", "/console/archive/" + broken.number(order) + "/discard",
                "archive-run", "/console/archive/runs/" + run.id());
    }

    @Test
    void isFitToBeSeenOnAPhoneAtNightInChinese() {
        look(Device.PHONE.in("zh-CN").atNight());
    }

    @Test
    void isFitToBeSeenOnANarrowPhone() {
        look(Device.PHONE.wide(320));
    }

    @Test
    void isFitToBeSeenOnADesktop() {
        look(Device.DESKTOP);
    }

    @Test
    void isFitToBeSeenWithoutJavaScript() {
        look(Device.DESKTOP.withoutJavaScript());
    }

    private void look(Device device) {
        try (var visitor = SignedInVisitor.at(port, chromium, device, cookies, operator)) {
            sights.forEach((name, path) ->
                    visitor.open(path).photograph("console-" + name).inspect());
        }
    }
}
