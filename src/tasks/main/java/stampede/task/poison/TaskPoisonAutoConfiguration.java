package stampede.task.poison;

import org.springframework.context.annotation.Import;
import stampede.support.EngineConfiguration;

/** Tasks that end their process. */
@EngineConfiguration
@Import({WorkerLiveness.class, PoisonDetector.class, SuspectRepository.class})
class TaskPoisonAutoConfiguration {}
