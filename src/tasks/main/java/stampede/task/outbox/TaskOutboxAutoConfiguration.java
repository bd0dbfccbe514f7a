package stampede.task.outbox;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;
import stampede.support.EngineConfiguration;

/** Tasks that wait in the database for a commit, for their time or for the broker. */
@EngineConfiguration
@EnableConfigurationProperties(RelayProperties.class)
@Import({
    ForeignCancellations.class,
    OutboxRepository.class,
    OutboxPublisher.class,
    OutboxTaskRepository.class,
    Relay.class,
    RelaySignal.class
})
class TaskOutboxAutoConfiguration {}
