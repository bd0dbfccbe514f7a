package stampede.replica;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Optional;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.task.spi.ThisNode;

/** The replica, if there is one. */
@Configuration(proxyBeanMethods = false)
class ReplicaConfiguration {

    @Bean
    Replica replica(Optional<ReplicaDatabase> database, Optional<ReplicaAge> age, Clock clock, MeterRegistry meters) {
        return new Replica(database, age, clock, meters);
    }

    /** No candidate for who asks for a client without more, as all do who read the primary. */
    @Bean(defaultCandidate = false)
    @FromReplica
    JdbcClient replicaJdbcClient(Optional<ReplicaDatabase> database, JdbcClient primary) {
        return database.<JdbcClient>map(replica -> new ReplicaJdbcClient(replica, primary))
                .orElse(primary);
    }

    /** What there is besides where an address is given. */
    @Configuration(proxyBeanMethods = false)
    @Conditional(OnReplica.class)
    static class ReplicaServerConfiguration {

        @Bean
        ReplicaDatabase replicaDatabase(ReplicaProperties properties) {
            return new ReplicaDatabase(properties);
        }

        @Bean
        ReplicaAge replicaAge(Clock clock, ReplicaProperties properties) {
            return new ReplicaAge(clock, properties.maxAge());
        }

        @Bean
        ReplicaAgeJob replicaAgeJob(ReplicaDatabase database, ReplicaAge age, ThisNode node, MeterRegistry meters) {
            return new ReplicaAgeJob(new ReplicaAgeRepository(database.looks(), node.engine()), age, database, meters);
        }

        @Bean
        HealthIndicator replicaHealthIndicator(ReplicaAge age) {
            return new ReplicaHealth(age);
        }

        @Bean
        ReplicaInterceptor replicaInterceptor(ReplicaProperties properties) {
            return new ReplicaInterceptor(properties.maxAge());
        }
    }
}
