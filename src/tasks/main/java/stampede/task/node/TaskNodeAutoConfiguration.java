package stampede.task.node;

import org.springframework.context.annotation.Import;
import stampede.support.EngineConfiguration;

/** What nodes tell of themselves. */
@EngineConfiguration
@Import({Heartbeat.class, NodeMeters.class, QueueShares.class, TaskNodeRepository.class})
class TaskNodeAutoConfiguration {}
