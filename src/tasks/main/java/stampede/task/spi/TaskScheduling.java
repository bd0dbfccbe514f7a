package stampede.task.spi;

import jakarta.validation.constraints.Min;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.TaskSchedulerRouter;
import org.springframework.validation.annotation.Validated;
import stampede.support.EngineConfiguration;
import stampede.support.JobScheduler;
import stampede.task.TaskBrokerProperties;
import stampede.task.TaskProperties;

/**
 * The threads of the engine's own {@code @Scheduled} methods, whatever the application does with its own: neither waits for the other,
 * and the application's {@code taskScheduler} stays what it is.
 */
@EngineConfiguration
@EnableScheduling
@EnableConfigurationProperties({TaskProperties.class, TaskBrokerProperties.class, TaskScheduling.Properties.class})
@Import({QueueNames.class, ThisNode.class})
public class TaskScheduling {

    @Bean(name = JobScheduler.ENGINE, defaultCandidate = false)
    JobScheduler stampedeTaskScheduler(Properties properties) {
        var scheduler = new JobScheduler();
        scheduler.setThreadNamePrefix("task-scheduling-");
        scheduler.setPoolSize(properties.poolSize());
        return scheduler;
    }

    /** An application may give Spring one scheduler for everything, which would not look at what methods name. */
    @Bean
    SchedulingConfigurer stampedeTaskSchedulingConfigurer(BeanFactory beans) {
        return registrar -> {
            var given = registrar.getScheduler();
            if (given != null && !(given instanceof TaskSchedulerRouter)) {
                registrar.setTaskScheduler(router(given, beans));
            }
        };
    }

    private static TaskSchedulerRouter router(TaskScheduler given, BeanFactory beans) {
        var router = new TaskSchedulerRouter() {
            @Override
            protected TaskScheduler determineDefaultScheduler() {
                return given;
            }
        };
        router.setBeanFactory(beans);
        return router;
    }

    /**
     * How the engine runs its periodic jobs.
     *
     * @param poolSize how many of them may run at once; with fewer threads than there are jobs a slow one can hold up others
     */
    @Validated
    @ConfigurationProperties("stampede.task.scheduling")
    record Properties(@Min(1) @DefaultValue("10") int poolSize) {}
}
