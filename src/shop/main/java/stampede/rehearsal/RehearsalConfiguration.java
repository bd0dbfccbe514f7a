package stampede.rehearsal;

import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import stampede.alert.AlertBoard;
import stampede.pulse.PulseReader;
import stampede.task.admin.TaskQueues;

/** Puts together what a rehearsal looks at while it runs. */
@Configuration(proxyBeanMethods = false)
class RehearsalConfiguration {

    @Bean
    RehearsalWatch.Sources rehearsalWatchSources(
            RehearsalRepository rows,
            RealSales sales,
            AlertBoard alerts,
            TaskQueues queues,
            PulseReader pulse,
            Clock clock) {
        return new RehearsalWatch.Sources(rows, sales, alerts, queues, pulse, clock);
    }
}
