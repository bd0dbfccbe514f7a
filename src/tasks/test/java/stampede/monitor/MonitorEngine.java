package stampede.monitor;

import jakarta.servlet.Filter;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import stampede.celery.CeleryAutoConfiguration;
import stampede.testing.ErrandTasks;

/** An application with the engine and the monitor. Where it has no Spring Security, a cookie says who somebody is. */
@TestComponent
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = CeleryAutoConfiguration.class)
@Import({ErrandTasks.class, RecordedAudit.class})
class MonitorEngine {

    @Bean
    Filter roleByCookie() {
        return new RoleByCookie();
    }
}
