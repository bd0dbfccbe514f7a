package stampede.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.time.Duration;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.api.ShopFixture;
import stampede.security.PageCookies;
import stampede.security.SignedInVisitor;
import stampede.task.admin.TaskQueues;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;
import stampede.testing.Proof;

/**
 * An operator rehearses a popular sale in the browser while the queue of orders is paused, reads at once that the shop is not ready and what to
 * do, lets the queue go on, and rehearses again. Nothing else may run beside it: a sale that another class opens ends a rehearsal, as it should.
 */
@Isolated
@StampedeTest
class RehearsalJourneyTests {

    private static final Pattern ONE = Pattern.compile(".*/console/rehearsals/\\d+");
    private static final String QUEUE = "orders";

    /** Few, so that a slow machine is ready for them as well; a whole proof has more. */
    private static final String BOTS = Integer.toString(Proof.size(40, 400));

    /** What a rehearsal takes on a slow machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    /** What a slow machine needs to be warm. */
    private static final int TRIES = 4;

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private TaskQueues queues;

    @LocalServerPort
    private int port;

    @AfterEach
    void goOn() {
        queues.resume(QUEUE);
    }

    @Test
    void isFoundNotReadyAndAfterASettingIsChangedReady() {
        var offer = fixture.inSlotOfItsOwn(10_000, 1);
        try (var operator = visitor(Device.DESKTOP).listen();
                var colleague = visitor(Device.PHONE.in("zh-CN").atNight())) {
            operator.open("/console/tasks/queues/one?queue=" + QUEUE);
            steers(operator, "pause");
            asks(operator, offer);

            assertThat(verdict(operator)).isEqualTo("Not ready");
            assertThat(operator.page().locator("#course").innerText())
                    .contains(
                            "The bots did not press, because a point is open that must be met.",
                            "Let the queue “orders” go on");
            var first = path(operator);
            assertThat(verdict(colleague.open(first))).isEqualTo("未就绪");
            look(first, "rehearsal-journey-2-not-ready");

            operator.tabTo("#readiness tr[data-point=ORDERS_QUEUE] a").enter();
            operator.page().waitForURL("**/console/tasks/queues/one?queue=" + QUEUE);
            steers(operator, "resume");
            operator.open(first);
            playsAgain(operator);
            colleague.open(path(operator)).inspect().photograph("rehearsal-journey-3-runs");
            isAtStep(operator, "Press");
            operator.inspect().photograph("rehearsal-journey-3-runs");
            verdict(operator);
            assertThat(operator.heard())
                    .as("what is read out")
                    .containsOnlyOnce("Press")
                    .doesNotHaveDuplicates()
                    .last()
                    .asString()
                    .startsWith(operator.page().locator("#course h2").textContent() + ". ");
            assertThat(verdict(colleague)).isIn("就绪", "警告", "未就绪");
            for (var tried = 1; tried < TRIES && !verdict(operator).equals("Ready"); tried++) {
                playsAgain(operator);
            }
            assertThat(verdict(operator))
                    .as(operator.page().locator("#rehearsal").innerText())
                    .isEqualTo("Ready");
            assertThat(operator.page().locator("#course").innerText()).contains("Everything is as wanted.");
            assertThat(operator.page().locator("#rehearsal").innerText()).contains("beyond that this is a guess");
            assertThat(operator.page()
                            .locator("#figures thead a[href='" + first + "']")
                            .count())
                    .as("beside the one before")
                    .isEqualTo(1);
            look(path(operator), "rehearsal-journey-4-ready");
            look("/console/rehearsals", "rehearsal-journey-5-list");
            look("/console/rehearsals/new", "rehearsal-journey-1-form");
        }
    }

    /** By the buttons of the queue's page. */
    private void steers(BrowserVisitor operator, String how) {
        operator.page().locator("form[action$='/queues/" + how + "'] button").click();
        operator.page().locator("main .notice.good").waitFor();
        operator.photograph("rehearsal-journey-0-" + how);
        var isPaused = how.equals("pause");
        await().atMost(PATIENCE).until(() -> queues.find(QUEUE).orElseThrow().paused() == isPaused);
    }

    /** From the list over the form, with nothing but the keyboard. */
    private void asks(BrowserVisitor operator, String offer) {
        var page = operator.open("/console/rehearsals").inspect().page();
        operator.tabTo("main a[href='/console/rehearsals/new']").enter();
        page.waitForURL("**/console/rehearsals/new");
        types(operator, "#offer", offer);
        types(operator, "#shoppers", "9");
        operator.tabTo("#curve");
        page.keyboard().press("ArrowDown");
        operator.tabTo("#beside");
        page.keyboard().press("Space");
        operator.tabTo("main form button").enter();

        page.locator("#errors").waitFor();
        operator.forgive().inspect().photograph("rehearsal-journey-1-refused");
        operator.tabTo("#errors a").enter();
        assertThat(page.locator("#shoppers:focus").count())
                .as("the mistake leads to its field")
                .isEqualTo(1);
        types(operator, "#shoppers", BOTS);
        operator.tabTo("main form button").enter();
        page.waitForURL(ONE);
    }

    private static void types(BrowserVisitor operator, String field, String text) {
        operator.tabTo(field);
        operator.page().keyboard().press("Control+A");
        operator.page().keyboard().type(text);
    }

    private static void isAtStep(BrowserVisitor operator, String step) {
        patiently(operator.page().locator("#course [aria-current=step] strong:text-is('" + step + "')"));
    }

    private static String verdict(BrowserVisitor operator) {
        patiently(operator.page().locator("#course:not([data-poll])"));
        return operator.page().locator("#course h2").textContent();
    }

    /** What was played before stands in the form. */
    private static void playsAgain(BrowserVisitor operator) {
        Page page = operator.page();
        page.locator("#course a[href^='/console/rehearsals/new']").click();
        assertThat(page.inputValue("#shoppers")).isEqualTo(BOTS);
        assertThat(page.locator("#beside").isChecked()).isTrue();
        page.locator("main form button").click();
        page.waitForURL(ONE);
    }

    private static void patiently(Locator locator) {
        locator.waitFor(new Locator.WaitForOptions().setTimeout((double) PATIENCE.toMillis()));
    }

    private static String path(BrowserVisitor operator) {
        return operator.page().url().replaceFirst("^http://[^/]+", "");
    }

    private void look(String path, String name) {
        var devices = Proof.isFull()
                ? Device.all()
                : Stream.of(Device.DESKTOP, Device.PHONE.in("zh-CN").atNight());
        devices.forEach(device -> {
            try (var visitor = visitor(device)) {
                visitor.open(path).inspect().photograph(name);
            }
        });
    }

    private BrowserVisitor visitor(Device device) {
        var operator = accounts.ensure("rehearsal-operator", "a long enough password", Role.OPERATOR);
        return SignedInVisitor.at(port, chromium, device, cookies, operator);
    }
}
