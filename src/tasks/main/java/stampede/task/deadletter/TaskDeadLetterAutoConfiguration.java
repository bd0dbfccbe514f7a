package stampede.task.deadletter;

import org.springframework.context.annotation.Import;
import stampede.support.EngineConfiguration;

/** Tasks that were given up. */
@EngineConfiguration
@Import({
    DeadLetterListener.class,
    DeadLetterRecorder.class,
    DeadLetterRetry.class,
    DeadTaskDecisionRepository.class,
    DeadTaskDecisions.class,
    DeadTaskRepository.class,
    LastTries.class
})
class TaskDeadLetterAutoConfiguration {}
