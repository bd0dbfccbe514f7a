package stampede.support.clock;

import org.springframework.boot.autoconfigure.AutoConfigureAfter;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import stampede.support.EngineConfiguration;

/** What health says of the clocks, where the engine goes by the cluster's. */
@EngineConfiguration
@AutoConfigureAfter(EngineClockAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBean(ClockWatch.class)
class ClockHealthAutoConfiguration {

    /** Named so since it was first there. */
    @Bean
    ClockHealth clockHealth(ClockWatch watch) {
        return new ClockHealth(watch);
    }
}
