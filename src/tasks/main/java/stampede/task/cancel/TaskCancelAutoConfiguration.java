package stampede.task.cancel;

import org.springframework.context.annotation.Import;
import stampede.support.EngineConfiguration;

/** Tasks that were called off. */
@EngineConfiguration
@Import({CancellationPoller.class, CancellationRepository.class, Cancellations.class, TaskLifeSequence.class})
class TaskCancelAutoConfiguration {}
