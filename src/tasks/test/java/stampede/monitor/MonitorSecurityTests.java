package stampede.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import jakarta.servlet.DispatcherType;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import stampede.task.admin.TaskQueues;
import stampede.testing.ErrandTasks;

/** Who sees the monitor and who acts, in an application with Spring Security, at the path that nobody set. */
@SpringBootTest(
        classes = {MonitorEngine.class, MonitorSecurityTests.SecuredPages.class},
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "stampede.task.prefix=s${random.int[100000,999999]}",
            "stampede.task.lanes=200ms",
            "stampede.task.monitor.read-roles=reader",
            "stampede.task.monitor.act-roles=operator",
        })
class MonitorSecurityTests {

    private static final String PAGE = "/tasks/queues/one?queue=" + ErrandTasks.QUEUE;
    private static final Pattern FORM = Pattern.compile("<form[^>]*method=\"post\"[^>]*>");
    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

    @LocalServerPort
    private int port;

    @Autowired
    private TaskQueues queues;

    @AfterEach
    void resume() {
        queues.resume(ErrandTasks.QUEUE);
    }

    @Test
    void knowsThePeopleOfTheApplication() {
        assertThat(new MonitorBrowser(port, Map.of()).open("/tasks").statusCode())
                .isEqualTo(401);
        assertThat(known("sam").open("/tasks").statusCode()).isEqualTo(403);
        assertThat(known("rob").read("/tasks")).contains("<h1>Tasks</h1>");
        assertThat(known("rob").open("/tasks/api/queues").statusCode()).isEqualTo(200);
        assertThat(FORM.matcher(known("rob").read(PAGE)).results().map(MatchResult::group))
                .as("he may only sign out")
                .singleElement(STRING)
                .contains("action=\"/logout\"");
    }

    @Test
    void actsOnlyWithTheTokenOfItsForm() {
        var drawn = known("ann").open(PAGE);
        var token = TOKEN.matcher(drawn.body());
        assertThat(token.find()).as("a token in the form").isTrue();
        var session = drawn.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
        var browser = known("ann").with("Cookie", session);
        var fields = new HashMap<>(Map.of("queue", ErrandTasks.QUEUE));

        assertThat(browser.post("/tasks/queues/pause", fields).statusCode()).isEqualTo(403);
        assertThat(isPaused()).isFalse();

        fields.put("_csrf", token.group(1));
        assertThat(browser.with("Sec-Fetch-Site", "cross-site")
                        .post("/tasks/queues/pause", fields)
                        .statusCode())
                .isEqualTo(403);
        assertThat(isPaused()).isFalse();

        assertThat(browser.post("/tasks/queues/pause", fields).statusCode()).isEqualTo(302);
        assertThat(isPaused()).isTrue();
    }

    @Test
    void letsWhoeverSignedInSignOut() {
        var drawn = known("rob").open("/tasks");
        assertThat(drawn.body()).contains("action=\"/logout\"", "<span>rob</span>");
        var token = TOKEN.matcher(drawn.body());
        assertThat(token.find()).as("a token in the form").isTrue();
        var session = drawn.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
        var browser = new MonitorBrowser(port, Map.of("Cookie", session));

        assertThat(browser.post("/logout", Map.of()).statusCode()).isEqualTo(403);
        assertThat(browser.post("/logout", Map.of("_csrf", token.group(1)))
                        .headers()
                        .firstValue("Location"))
                .hasValueSatisfying(page -> assertThat(page).contains("logout"));
    }

    private boolean isPaused() {
        return queues.find(ErrandTasks.QUEUE).orElseThrow().paused();
    }

    private MonitorBrowser known(String name) {
        var said = Base64.getEncoder().encodeToString((name + ":secret").getBytes(StandardCharsets.UTF_8));
        return new MonitorBrowser(port, Map.of("Authorization", "Basic " + said));
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class SecuredPages {

        @Bean
        SecurityFilterChain everythingIsForPeopleWeKnow(HttpSecurity http) {
            return http.authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(DispatcherType.ERROR)
                            .permitAll()
                            .anyRequest()
                            .authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }

        @Bean
        UserDetailsService people() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("ann")
                            .password("{noop}secret")
                            .roles("operator")
                            .build(),
                    User.withUsername("rob")
                            .password("{noop}secret")
                            .roles("reader")
                            .build(),
                    User.withUsername("sam")
                            .password("{noop}secret")
                            .roles("shopper")
                            .build());
        }
    }
}
