package stampede.support;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

/** The one clock that everything asks, and the timer behind every {@code @Scheduled} loop. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class ClockConfiguration {

    @Bean
    WallClock wallClock() {
        return System::currentTimeMillis;
    }

    /** There is no time before the database has said it: a node that starts has to have asked. */
    @Bean
    ClusterClock clock(DatabaseTime database) {
        return new ClusterClock(System::nanoTime, database.compare());
    }
}
