package stampede.task.beat;

import org.springframework.context.annotation.Import;
import stampede.support.EngineConfiguration;

/** Schedules. */
@EngineConfiguration
@Import({BeatScheduler.class, ScheduleRepository.class, TickSender.class})
class TaskBeatAutoConfiguration {}
