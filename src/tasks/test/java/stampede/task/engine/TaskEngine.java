package stampede.task.engine;

import java.time.Duration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisRepositoriesAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import stampede.celery.CeleryAutoConfiguration;
import stampede.history.TaskHistoryAutoConfiguration;
import stampede.task.DelayLane;
import stampede.task.testing.QueueRemoval;
import stampede.workflow.Bricks;

/**
 * The engine alone, on JDBC without JPA, and errands and bricks for it to run. Takes its queues away when it ends, unless
 * told otherwise.
 */
@TestComponent
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(
        exclude = {
            CeleryAutoConfiguration.class,
            TaskHistoryAutoConfiguration.class,
            HibernateJpaAutoConfiguration.class,
            DataJpaRepositoriesAutoConfiguration.class,
            DataRedisRepositoriesAutoConfiguration.class,
        })
@Import({
    Bricks.class,
    Chores.class,
    Errands.class,
    Movers.class,
    QueueRemoval.class,
    RefusingConclusion.class,
    StepRecorder.class
})
public class TaskEngine {

    public static final Duration LANE = Duration.ofMillis(300);

    @Bean
    DelayLane lane() {
        return new DelayLane(LANE);
    }
}
