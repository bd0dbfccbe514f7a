package stampede.support;

import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

/** The one clock that everything asks, and the timer behind every {@code @Scheduled} loop. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class ClockConfiguration {

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }
}
