package stampede.task.sending;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;
import stampede.support.EngineConfiguration;

/** Sending and calling off. */
@EngineConfiguration
@EnableConfigurationProperties(TaskRetentionProperties.class)
@Import({
    EnvelopeFactory.class,
    TaskCanceller.class,
    TaskDispatcher.class,
    TaskRetention.class,
    TaskRetentionRepository.class,
    TaskSender.class,
    UniqueKeyRepository.class
})
class TaskSendingAutoConfiguration {}
