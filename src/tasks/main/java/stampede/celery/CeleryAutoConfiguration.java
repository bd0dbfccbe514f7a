package stampede.celery;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.core.StringRedisTemplate;
import stampede.support.EngineConfiguration;

/** Celery's clients and workers. Their results are in Redis, so without Redis there is none of this. */
@EngineConfiguration
@ConditionalOnClass(StringRedisTemplate.class)
@ConditionalOnBean(StringRedisTemplate.class)
@EnableConfigurationProperties(CeleryProperties.class)
@Import({
    CeleryCallQueues.class,
    CeleryCallRepository.class,
    CeleryCallWatch.class,
    CeleryCaller.class,
    CeleryControl.class,
    CeleryDelayQueues.class,
    CeleryTaskConclusion.class,
    CeleryEventMessages.class,
    CeleryEvents.class,
    CeleryInspection.class,
    CeleryQueues.class,
    CeleryRunningTasks.class,
    CeleryWorker.class,
    ChordCounter.class,
    MissingQueues.class,
    ResultBackend.class,
    ResultFormat.class,
    RevokeSender.class,
    SignatureSender.class,
    StartedResults.class
})
public class CeleryAutoConfiguration {}
