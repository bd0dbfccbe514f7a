package stampede.task.queue;

import org.springframework.context.annotation.Import;
import stampede.support.EngineConfiguration;

/** Queues as an administrator sees them. */
@EngineConfiguration
@Import({
    ClusterQueues.class,
    KnownQueues.class,
    QueueMeters.class,
    QueueOverrideRepository.class,
    QueuePurge.class,
    WaitReasons.class
})
class TaskQueueAutoConfiguration {}
