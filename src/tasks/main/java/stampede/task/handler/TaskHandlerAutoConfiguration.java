package stampede.task.handler;

import org.springframework.context.annotation.Import;
import stampede.support.EngineConfiguration;

/** The tasks that an application has. */
@EngineConfiguration
@Import({HandlerScanner.class, RegisteredTaskPlans.class, TaskRegistry.class})
class TaskHandlerAutoConfiguration {}
