package stampede.task.retry;

import org.springframework.context.annotation.Import;
import stampede.support.EngineConfiguration;

/** Retries that are set while tasks run. */
@EngineConfiguration
@Import({ClusterRetries.class, RetryOverrideJob.class, RetryOverrideRepository.class, RetryOverrides.class})
class TaskRetryAutoConfiguration {}
