package stampede.support.clock;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import stampede.support.EngineConfiguration;

/** The one clock that everything asks: the application's, if it has one, else the cluster's. */
@EngineConfiguration
@Import(DatabaseTime.class)
class EngineClockAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    WallClock wallClock() {
        return System::currentTimeMillis;
    }

    /** There is no time before the database has said it: a node that starts has to have asked. */
    @Bean
    @ConditionalOnMissingBean(Clock.class)
    ClusterClock clock(DatabaseTime database) {
        return new ClusterClock(System::nanoTime, database.compare());
    }

    @Bean
    @ConditionalOnBean(ClusterClock.class)
    ClockWatch clockWatch(
            ClusterClock clock,
            DatabaseTime database,
            ObjectProvider<OtherClock> others,
            WallClock wall,
            MeterRegistry meters) {
        return new ClockWatch(clock, database, others.getIfAvailable(() -> OtherClock.NONE), wall, meters);
    }

    @ConditionalOnClass(RedisConnectionFactory.class)
    static class Redis {

        @Bean
        RedisClock redisClock(ObjectProvider<RedisConnectionFactory> connections) {
            return new RedisClock(connections);
        }
    }
}
