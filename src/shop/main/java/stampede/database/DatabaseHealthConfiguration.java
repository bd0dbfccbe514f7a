package stampede.database;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The component {@code db} of health is the engine's {@code taskDatabase}: Spring Boot's own is content with a read. */
@Configuration(proxyBeanMethods = false)
class DatabaseHealthConfiguration {

    @Bean
    HealthIndicator dbHealthIndicator(@Qualifier("taskDatabaseHealthIndicator") HealthIndicator engine) {
        return engine;
    }
}
