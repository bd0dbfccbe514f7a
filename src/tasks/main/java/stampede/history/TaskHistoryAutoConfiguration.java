package stampede.history;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;
import stampede.support.EngineConfiguration;

/** What became of tasks. Without it results cannot be asked for. */
@EngineConfiguration
@EnableConfigurationProperties(HistoryProperties.class)
@Import({
    HistoryKeeper.class,
    HistoryRetention.class,
    HistoryWriter.class,
    OldRunRepository.class,
    ResultWaiters.class,
    TaskHistoryRepository.class,
    TaskHourKeeper.class,
    TaskHourRepository.class,
    TaskResultsRepository.class,
    TaskRunRepository.class,
    TaskStatisticsRepository.class
})
public class TaskHistoryAutoConfiguration {}
