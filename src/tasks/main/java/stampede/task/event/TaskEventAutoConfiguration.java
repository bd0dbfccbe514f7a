package stampede.task.event;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;
import stampede.support.EngineConfiguration;

/** What observers, log and metrics are told. */
@EngineConfiguration
@EnableConfigurationProperties(TaskWatchProperties.class)
@Import({TaskEventLog.class, TaskEvents.class, TaskMetrics.class})
class TaskEventAutoConfiguration {}
