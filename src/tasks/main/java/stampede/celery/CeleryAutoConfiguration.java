package stampede.celery;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;
import stampede.support.EngineConfiguration;

/** Celery's clients and workers. */
@EngineConfiguration
@EnableConfigurationProperties(CeleryProperties.class)
@Import({
    CeleryCallRepository.class,
    CeleryCallWatch.class,
    CeleryCaller.class,
    CeleryControl.class,
    CeleryDelayQueues.class,
    CeleryEnds.class,
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
