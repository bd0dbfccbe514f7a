package stampede.task.attempt;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import stampede.support.EngineConfiguration;

/** One attempt of a task. */
@EngineConfiguration
@Import({LostThreads.class, OnceRepository.class, RunningTasks.class, TimeLimit.class})
class TaskAttemptAutoConfiguration {

    @ConditionalOnClass(HealthIndicator.class)
    static class Health {

        @Bean
        LostThreadsHealth lostTaskThreads(LostThreads threads) {
            return new LostThreadsHealth(threads);
        }
    }
}
