package stampede.support;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.ConfigurableEnvironment;

/** What every room of the engine stands on. */
@EngineConfiguration
@Import({CommitListener.class, DatabaseProbe.class, OpenTransaction.class, OutageRetry.class})
class EngineSupportAutoConfiguration {

    EngineSupportAutoConfiguration(ConfigurableEnvironment environment) {
        SettingsCheck.check(environment);
    }

    /** Keeps no figures: an application that wants some has a registry. */
    @Bean
    @ConditionalOnMissingBean(MeterRegistry.class)
    CompositeMeterRegistry noMeters() {
        return new CompositeMeterRegistry();
    }

    @ConditionalOnClass(HealthIndicator.class)
    static class OfHealth {

        @Bean
        DatabaseHealth taskDatabaseHealthIndicator(DatabaseProbe probe) {
            return new DatabaseHealth(probe);
        }
    }
}
