package stampede.monitor;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** A test of the monitor's pages on a real engine, in an application without Spring Security; all such tests share one. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@SpringBootTest(
        classes = MonitorEngine.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "stampede.task.prefix=m${random.int[100000,999999]}",
            "stampede.task.lanes=200ms",
            "stampede.task.last-tries=0",
            "stampede.task.monitor.path=" + MonitorTest.PATH,
            "stampede.task.monitor.read-roles=reader",
            "stampede.task.monitor.act-roles=operator",
            "stampede.task.monitor.zone=Asia/Shanghai",
            "spring.autoconfigure.exclude=" + MonitorTest.SECURITY,
        })
@interface MonitorTest {

    String PATH = "/ops/tasks";

    String SECURITY = "org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration,"
            + "org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration,"
            + "org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration,"
            + "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration,"
            + "org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration";
}
