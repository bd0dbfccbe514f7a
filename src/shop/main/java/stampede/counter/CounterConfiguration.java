package stampede.counter;

import io.lettuce.core.resource.ClientResources;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.Executor;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** The Redis in which stock is counted. */
@Configuration(proxyBeanMethods = false)
class CounterConfiguration {

    @Bean
    CounterConnections counterConnections(
            RedisConnectionFactory shared, Environment environment, ClientResources resources, SslBundles bundles) {
        return CounterConnections.of(shared, environment, resources, bundles);
    }

    @Bean
    CounterRedis counterRedis(
            CounterConnections connections,
            CounterProperties properties,
            MeterRegistry meters,
            @Qualifier("applicationTaskExecutor") Executor threads) {
        return new CounterRedis(connections.factory(), properties, meters, threads);
    }
}
