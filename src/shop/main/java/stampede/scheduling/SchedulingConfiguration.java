package stampede.scheduling;

import org.springframework.boot.task.ThreadPoolTaskSchedulerBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import stampede.support.JobScheduler;

/** The threads of all {@code @Scheduled} methods that name no other scheduler; {@code /actuator/scheduledtasks} lists the methods. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class SchedulingConfiguration {

    /** Takes the settings {@code spring.task.scheduling}. */
    @Bean
    JobScheduler taskScheduler(ThreadPoolTaskSchedulerBuilder settings) {
        return settings.configure(new JobScheduler());
    }
}
