package stampede.task.message;

import org.springframework.context.annotation.Import;
import stampede.support.EngineConfiguration;

/** What a message says. */
@EngineConfiguration
@Import({EnvelopeConverter.class, MaskedPayloads.class, MessageLimits.class})
class TaskMessageAutoConfiguration {}
