package stampede.task.outbox;

import org.springframework.context.annotation.Import;
import stampede.support.EngineConfiguration;

/** Tasks that wait in the database for a commit, for their time or for the broker. */
@EngineConfiguration
@Import({
    ForeignCancellations.class,
    Outbox.class,
    OutboxPublisher.class,
    OutboxTaskRepository.class,
    Relay.class,
    RelaySignal.class
})
class TaskOutboxAutoConfiguration {}
