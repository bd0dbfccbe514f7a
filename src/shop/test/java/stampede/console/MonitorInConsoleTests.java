package stampede.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.security.PageCookies;

/** The task monitor as a part of the console: for operators, in the shop's frame, by the shop's rules. */
@StampedeTest
class MonitorInConsoleTests {

    private static final String TASKS = "/console/tasks";

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    private ConsoleBrowser operator;

    @BeforeEach
    void signIn() {
        operator = as(Role.OPERATOR);
    }

    @Test
    void isForOperatorsOnly() {
        for (var role : List.of(Role.SHOPPER, Role.SELLER)) {
            for (var page : List.of(
                    "", "/queues", "/dead", "/schedules", "/workers", "/one?id=1", "/workflow?id=1", "/api/queues")) {
                assertThat(as(role).open(TASKS + page).statusCode())
                        .as(role + page)
                        .isEqualTo(403);
            }
        }
    }

    @Test
    void changesNothingForAFormThatIsNotItsOwn() {
        for (var act : List.of("/dead/replay", "/dead/discard-all", "/queues/purge")) {
            assertThat(operator.forge(TASKS + act).statusCode()).as(act).isEqualTo(403);
        }
        assertThat(operator.post(TASKS + "/schedules", TASKS + "/schedules/run", Map.of("schedule", "no such"))
                        .statusCode())
                .as("a form that is its own")
                .isEqualTo(404);
    }

    @Test
    void isInTheFrameOfTheConsoleAndInItsLanguage() {
        assertThat(operator.read(TASKS + "/schedules"))
                .contains("href=\"/console\"", "stampede.css", "Asia/Shanghai", "Schedules")
                .doesNotContain("monitor-frame");
        assertThat(operator.read(TASKS + "/schedules?lang=zh-CN")).contains("定时任务", "控制台");
        assertThat(operator.open(TASKS + "/queues")
                        .headers()
                        .firstValue("Content-Security-Policy")
                        .orElseThrow())
                .contains("default-src 'self'");
    }

    private ConsoleBrowser as(Role role) {
        var name = "tasks-" + role.name().toLowerCase(Locale.ROOT);
        return new ConsoleBrowser(port, cookies, accounts.ensure(name, "a long enough password", role));
    }
}
