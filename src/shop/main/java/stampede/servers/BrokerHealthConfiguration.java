package stampede.servers;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The component {@code rabbit} of health is the engine's {@code tasks}: Spring Boot's own takes a frozen broker for one that is up. */
@Configuration(proxyBeanMethods = false)
class BrokerHealthConfiguration {

    @Bean
    HealthIndicator rabbitHealthIndicator(@Qualifier("tasksHealthIndicator") HealthIndicator engine) {
        return engine;
    }
}
