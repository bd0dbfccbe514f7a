package stampede.support.clock;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The one clock that everything asks. */
@Configuration(proxyBeanMethods = false)
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
