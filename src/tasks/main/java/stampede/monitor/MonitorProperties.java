package stampede.monitor;

import jakarta.validation.constraints.Pattern;
import java.time.ZoneId;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Where the monitor's pages are, and who sees them. Nobody does until roles are named here, or a bean of {@link MonitorAccess} says who.
 *
 * @param path what the addresses of all its pages begin with
 * @param readRoles whose holders may look at everything, and change nothing
 * @param actRoles whose holders may also act: cancel, replay, discard, pause, purge, run
 * @param zone of the times that are shown and searched for; that of the machine if nothing is said
 * @param signOut where the library's frame sends its form to sign out, if Spring Security protects forms; empty: no such form
 * @param frame the template around the pages, with a fragment {@code page(title, content)}
 */
@Validated
@ConfigurationProperties("stampede.task.monitor")
record MonitorProperties(
        @DefaultValue(DEFAULT_PATH) @Pattern(regexp = "(/[A-Za-z0-9._~-]+)+")
        String path,

        @DefaultValue Set<String> readRoles,
        @DefaultValue Set<String> actRoles,
        @Nullable ZoneId zone,

        @DefaultValue("/logout") @Pattern(regexp = "(/.+)?") String signOut,

        @DefaultValue("stampede-tasks/monitor-frame") String frame) {

    /** For mappings, which are made of it before there are properties. */
    static final String PATH = "${stampede.task.monitor.path:" + MonitorProperties.DEFAULT_PATH + "}";

    private static final String DEFAULT_PATH = "/tasks";

    ZoneId zoneOrDefault() {
        return zone == null ? ZoneId.systemDefault() : zone;
    }

    /** What a controller answers to lead to a page of the monitor; {@code page} begins with a slash. */
    String redirect(String page) {
        return "redirect:" + path + page;
    }

    boolean opens() {
        return !readRoles.isEmpty() || !actRoles.isEmpty();
    }
}
