package stampede.task.rate;

import org.springframework.context.annotation.Import;
import stampede.support.EngineConfiguration;

/** Rate limits. */
@EngineConfiguration
@Import({ClusterRateLimiter.class, RateLimitWait.class, TaskRateLimiter.class})
class TaskRateAutoConfiguration {}
